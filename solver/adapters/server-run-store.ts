/** Runs and their journals on the server that holds the corpora, seen by every process that uses it. */
import type { SharedDatabase } from '../../corpus/index.ts'
import type { RunStore } from '../run-store.ts'
import { createRunStore } from './run-store.ts'

/** The tables are those of the schema `gloss`; whoever opened the server closes it. */
export function openServerRunStore({ query }: Pick<SharedDatabase, 'query'>): RunStore {
  return createRunStore({
    query: (text, values) => query(text.replace(/\bruns\./g, 'gloss.'), values),
    close: async () => undefined,
  })
}
