/** Stores runs and their journals on the server of the corpora, for all processes that use it. */
import type { SharedDatabase } from '../../corpus/index.ts'
import type { RunStore } from '../run-store.ts'
import { createRunStore } from './run-store.ts'

/** Opens the store in the schema `gloss`. The caller closes the connection to the server. */
export function openServerRunStore({ query }: Pick<SharedDatabase, 'query'>): RunStore {
  return createRunStore({
    query: (text, values) => query(text.replace(/\bruns\./g, 'gloss.'), values),
    close: async () => undefined,
  })
}
