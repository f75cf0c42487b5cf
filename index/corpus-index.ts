/** The index of one corpus by words and vectors, kept current with it. */
import {
  applyChanges,
  type CorpusIndexOptions,
  type IndexState,
  openIndexState,
  saveIndexState,
} from './index-state.ts'
import { type KeptCurrent, keepCurrent } from './kept-current.ts'
import type { CandidateSource, IndexView } from './ports.ts'
import { createScorer, type RowCandidates, type Scorer } from './scorer.ts'
import { termsOfQuestion } from './words/terms-of-question.ts'

export interface CorpusIndex
  extends CandidateSource,
    Pick<KeptCurrent<IndexState>, 'seq' | 'refresh' | 'save'> {}

export async function openCorpusIndex(options: CorpusIndexOptions): Promise<CorpusIndex> {
  const current = await keepCurrent<IndexState>({
    reader: options.reader,
    open: () => openIndexState(options),
    applyChanges: (state, now) => applyChanges(state, options, now),
    liveUnits: ({ table }) => table.liveRows(),
    save: (state) => saveIndexState(state, options),
  })
  const scorer = createScorer()
  const read = <T>(answer: (view: IndexView) => T) =>
    current.whenCurrent((state) => answer(viewOf(state, scorer)))
  return {
    seq: current.seq,
    refresh: current.refresh,
    save: current.save,
    ...singleCalls(read),
  }
}

/** Returns `read` with the calls that ask the index for one answer. */
export function singleCalls(read: CandidateSource['read']): CandidateSource {
  return {
    read,
    size: () => read((view) => view.size()),
    languages: () => read((view) => view.languages()),
    terms: (question) => read((view) => view.terms(question)),
    candidates: (query) => read((view) => view.candidates(query)),
    explainWords: (terms, unit) => read((view) => view.explainWords(terms, unit)),
  }
}

function viewOf(state: IndexState, scorer: Scorer): IndexView {
  const { table, languages, postings } = state
  let last: Pick<RowCandidates, 'rows' | 'units'> | null = null
  return {
    size: () => table.liveRows(),
    languages: () => languages.held(),
    terms: (question) => termsOfQuestion(question, languages.held(), postings),
    candidates(query) {
      const { rows, ...candidates } = scorer.candidates(state, query)
      last = { rows, units: candidates.units }
      return candidates
    },
    rarity: (terms) => terms.map((term) => postings.possible([term])),
    placesWith(terms, units) {
      const rows = last?.units === units ? last.rows : units.map((unit) => table.rowOf(unit) ?? -1)
      return postings.placesWith(terms, rows)
    },
    explainWords(terms, unit) {
      const row = table.rowOf(unit)
      return row === undefined ? [] : postings.explain(terms, row)
    },
  }
}
