/** Writes the graph of a corpus as text: GraphML for drawing and counting, HippoRAG's OpenIE file for systems that import facts. */
import type { Synonym } from '../../corpus/index.ts'
import { allUnits } from '../../corpus/index.ts'
import { type GraphMlUnit, graphMl, type HippoRagDoc, hippoRagJsonParts } from '../../graph/formats/index.ts'
import { correctionsOf, createNameCorrector, SUBJECT_WEIGHT } from '../../graph/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'

export const GRAPH_FORMATS = ['graphml', 'hipporag'] as const
export type GraphFormat = (typeof GRAPH_FORMATS)[number]

export function isGraphFormat(format: string): format is GraphFormat {
  return GRAPH_FORMATS.some((one) => one === format)
}

/** Yields the graph as text. Calls `onUnit` for each unit written. */
export async function* graphText(
  session: CorpusSession,
  format: GraphFormat,
  onUnit: () => void,
): AsyncIterable<string> {
  if (format === 'graphml') yield* graphMlText(session, onUnit)
  else yield* hippoRagJsonParts(extractedDocs(session, onUnit))
}

/** Yields the graph with the corrections applied, as the walk uses it. */
async function* graphMlText({ store, embedder }: CorpusSession, onUnit: () => void): AsyncIterable<string> {
  const corrector = createNameCorrector(await correctionsOf(store))
  let readings = 0
  async function* units(): AsyncIterable<GraphMlUnit> {
    readings++
    for await (const { unit, paper, mentions, facts } of store.graphSince(0)) {
      if (readings === 1) onUnit()
      const [found] = await store.units([unit])
      const text = found?.text ?? ''
      yield { unit, paper, text, mentions: corrector.mentions(mentions), facts: corrector.facts(facts) }
    }
  }
  async function synonyms(): Promise<Synonym[]> {
    const found = await store.synonymsSince(0, embedder.id)
    return found.filter(
      ({ one, other }) => corrector.nameOf(one) === one && corrector.nameOf(other) === other,
    )
  }
  const pairs = await synonyms()
  const weights = { mention: 1, subject: SUBJECT_WEIGHT, fact: 1 }
  yield* graphMl({ units, synonyms: () => pairs, weights })
}

/** Yields extractions as the model gave them, in the order of papers and their units; units without any are left out. */
async function* extractedDocs({ store }: CorpusSession, onUnit: () => void): AsyncIterable<HippoRagDoc> {
  for await (const { id, text } of allUnits(store)) {
    const extraction = await store.extraction(id)
    if (extraction === null) continue
    onUnit()
    yield { passage: text, entities: extraction.entities, triples: extraction.triples }
  }
}
