/** The index of one corpus by words and vectors, kept current with it. */
import { languageOfQuestion, questionTerms } from '../core/index.ts'
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
import { COMPOUNDING } from './words/compounds.ts'
import type { Postings } from './words/postings.ts'

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
      current.whenCurrent(({ languages, postings }) => termsOfQuestion(question, languages.held(), postings)),
    candidates: (query) => current.whenCurrent((state) => scorer.candidates(state, query)),
    rarity: (terms) => current.whenCurrent(({ postings }) => terms.map((term) => postings.possible([term]))),
    explainWords: (terms, unit) =>
      current.whenCurrent(({ table, postings }) => {
        const row = table.rowOf(unit)
        return row === undefined ? [] : postings.explain(terms, row)
      }),
  }
}

/** With compounds, the question's own terms count three times as much as what shares a half with them: the head of a compound is a weak sign. */
function termsOfQuestion(
  question: string,
  languages: readonly string[],
  { has, compounds }: Pick<Postings, 'has' | 'compounds'>,
): string[] {
  const terms = questionTerms(question, languages, has)
  if (!languages.some((code) => COMPOUNDING.has(code))) return terms
  if (!COMPOUNDING.has(languageOfQuestion(question, languages))) return terms
  return [...terms, ...terms, ...terms, ...new Set(terms.flatMap(compounds))]
}
