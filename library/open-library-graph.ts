/** The graph of names, for the library. */
import { buildGraph, connectNames, searchNames } from '../app/graph/index.ts'
import type { Gloss } from '../app/wiring/index.ts'
import type { LibraryGraph } from './corpus-contents.ts'

const NAMES_LISTED = 30
const WALKS_SHOWN = 3

export function openLibraryGraph(gloss: Gloss): LibraryGraph {
  return {
    async build({ corpus, signal = new AbortController().signal } = {}) {
      const { units } = await buildGraph(gloss, { corpus, consent: async () => false }, signal)
      return units
    },
    async names(part, { corpus, limit = NAMES_LISTED } = {}) {
      return await searchNames(await gloss.session(corpus), part, limit)
    },
    async connect(from, to, { corpus, limit = WALKS_SHOWN } = {}) {
      const { walks } = await connectNames(await gloss.session(corpus), { from, to, limit })
      return walks.map((steps) =>
        steps.map((step) => ({
          from: step.from,
          to: step.to,
          unit: step.unit.id,
          text: step.unit.text,
          paper: step.unit.paper,
        })),
      )
    },
  }
}
