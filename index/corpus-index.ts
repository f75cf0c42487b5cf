/** The index of one corpus by words and vectors, kept current with it. */
import { questionTerms } from '../core/index.ts'
import {
  applyChanges,
  type CorpusIndexOptions,
  type IndexState,
  openIndexState,
  saveIndexState,
} from './index-state.ts'
import { type KeptCurrent, keepCurrent } from './kept-current.ts'
import type { CandidateSource } from './ports.ts'
import { createScorer } from './scorer.ts'

export interface CorpusIndex
  extends CandidateSource,
    Pick<KeptCurrent<IndexState>, 'seq' | 'refresh' | 'save'> {
  /** Each term's inverse document frequency; a term of no unit counts as the rarest. */
  rarity(terms: readonly string[]): Promise<number[]>
}

export async function openCorpusIndex(options: CorpusIndexOptions): Promise<CorpusIndex> {
  const current = await keepCurrent<IndexState>({
    reader: options.reader,
    open: () => openIndexState(options),
    takeIn: (state, now) => applyChanges(state, options, now),
    liveUnits: ({ table }) => table.liveRows(),
    save: (state) => saveIndexState(state, options),
  })
  const scorer = createScorer()
  return {
    seq: current.seq,
    refresh: current.refresh,
    save: current.save,
    size: () => current.whenCurrent((state) => state.table.liveRows()),
    languages: () => current.whenCurrent((state) => state.languages.held()),
    terms: (question) =>
      current.whenCurrent(({ languages, postings }) =>
        questionTerms(question, languages.held(), postings.has),
      ),
    candidates: (query) => current.whenCurrent((state) => scorer.candidates(state, query)),
    rarity: (terms) => current.whenCurrent(({ postings }) => terms.map((term) => postings.possible([term]))),
    explainWords: (terms, unit) =>
      current.whenCurrent(({ table, postings }) => {
        const row = table.rowOf(unit)
        return row === undefined ? [] : postings.explain(terms, row)
      }),
  }
}
