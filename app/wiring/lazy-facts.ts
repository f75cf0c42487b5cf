/** Opens the facts of a corpus as graphs, each with the first question that needs it, and keeps them. */
import { GlossError, openedOnceEach } from '../../core/index.ts'
import type { CorpusFacts, CorpusFactsOptions, FactGraphName } from '../../graph/facts/index.ts'

interface FactsOptions extends Omit<CorpusFactsOptions, 'settings'> {
  readonly name: string
}

export function lazyFacts({ name, ...options }: FactsOptions) {
  const opening = new Map<FactGraphName, Promise<CorpusFacts>>()
  async function open(graph: FactGraphName): Promise<CorpusFacts> {
    const { openCorpusFacts, FACT_GRAPHS } = await import('../../graph/facts/index.ts')
    return await openCorpusFacts({ ...options, settings: FACT_GRAPHS[graph] })
  }
  const whatever = openedOnceEach(open, opening)
  return {
    /** Returns the facts even if there are none. */
    whatever,
    /** Returns the facts. Throws `GRAPH_MISSING` if the corpus has units and none of them states a fact; the next call tries again. */
    async of(graph: FactGraphName): Promise<CorpusFacts> {
      const facts = await whatever(graph)
      if ((await facts.whenCurrent((state) => state.graph.facts.size())) > 0) return facts
      const { units, passages } = await options.reader.counts()
      if (units + passages === 0) return facts
      throw new GlossError(
        'GRAPH_MISSING',
        `The corpus "${name}" has no facts. Have a model extract them: \`gloss graph build --openie --corpus ${name}\`; or import facts from a file: \`gloss import --format hipporag FILE --corpus ${name}\`.`,
        { corpus: name },
      )
    },
    /** Writes the artefacts of the open graphs. */
    async save() {
      for (const opened of opening.values()) await (await opened).save()
    },
  }
}
