/** Compares a question with places of papers: which sentences of a place to show, and whether it has what the question names. */
import { languageOfQuestion, languageOfText, type SentenceSpan, wordsIn } from '../../core/index.ts'
import type { CorpusIndex } from '../../index/index.ts'
import {
  hasFigure,
  hasNumber,
  isFragment,
  rankedSentences,
  readQuestion,
  termedSentences,
} from '../../retrieval/index.ts'
import type { AnswerHit } from '../wiring/retrieve-shapes.ts'

type Place = Pick<AnswerHit, 'text' | 'reading' | 'title'>

export interface QuestionMatcher {
  /** Returns the best sentence of the place, with the one before it if it depends on that, else with the second best. */
  statementOf(place: Place): string
  /** True if the place has every name and most other words of the question, and the statement a number if the question asks for one. */
  isMetBy(place: Place, statement: string): boolean
}

/** Share of the question's words, by rarity, that a place may lack. How it was chosen: docs/asking.md. */
const MAX_MISSING_SHARE = 0.25
/** In a corpus of few units every word is frequent, so rarity is computed as if there were this many more. */
const BACKGROUND_UNITS = 1_000
const NUMBERS = ['count', 'measure', 'share'] as const
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu
/** A capital or a digit after the first letter, as in MCF-7, IC50 and HeLa. In later words of a question an initial capital is enough. */
const ODD_SPELLING = /\p{N}|.\p{Lu}/u
const CAPITAL = /^\p{Lu}/u
/** Openings of sentences that say little without the sentence before. */
const LEANS_BACK =
  /^(?:[\p{Ll}(]|(?:This|These|Those|That|It|Its|They|Their|He|She|Such|However|Moreover|Furthermore|In addition|Additionally|Thus|Therefore|Hence|Consequently|In contrast|Conversely|Similarly|Likewise|Also|But|And|Both|Here|The (?:former|latter|same|other))\b)/u

export async function readAsked(index: Pick<CorpusIndex, 'read'>, text: string): Promise<QuestionMatcher> {
  const { language, rarities, question } = await index.read((view) => {
    const language = languageOfQuestion(text, view.languages())
    const question = readQuestion(text, language)
    const background = Math.log((view.size() + 1 + BACKGROUND_UNITS) / (view.size() + 1))
    const rarities = view.rarity(question.terms).map((rarity) => rarity + background)
    return { language, question, rarities }
  })
  const names = namesIn(text).flatMap((name) => wordsIn(name, language))
  const whole = rarities.reduce((sum, rarity) => sum + rarity, 0)
  const asksNumber = NUMBERS.some((want) => question.wants.has(want))
  return {
    statementOf: (place) => statementOf(place, text),
    isMetBy(place, statement) {
      const known = new Set(wordsIn([place.text, place.reading ?? '', place.title].join(' '), language))
      const lacking = question.terms.reduce((sum, term, at) => sum + (known.has(term) ? 0 : rarities[at]!), 0)
      const hasAll = names.every((term) => known.has(term)) && lacking <= whole * MAX_MISSING_SHARE
      return hasAll && (!asksNumber || hasNumber(statement))
    },
  }
}

/** Returns the words of a question that name something: a species, a substance, a cell line, a study, a year. */
function namesIn(question: string): string[] {
  const found = question.match(WORD) ?? []
  return found.filter((word, at) => ODD_SPELLING.test(word) || (at > 0 && CAPITAL.test(word)))
}

function statementOf({ text, reading }: Place, query: string): string {
  const language = languageOfText(text, null)
  const cut = termedSentences(text, reading, language)
  const ranked = rankedSentences(readQuestion(query, language), cut)
  const said = ranked.filter(({ start, end }) => !isHeading(onOneLine(text.slice(start, end))))
  const [best, second] = said.length > 0 ? said : ranked
  if (best === undefined) return onOneLine(text)
  const before = cut.spans[cut.spans.indexOf(best) - 1]
  const leansBack = LEANS_BACK.test(text.slice(best.start, best.end))
  const other = leansBack && before !== undefined ? before : second
  return joined(text, other === undefined ? [best] : [best, other])
}

const isHeading = (text: string) => isFragment(text) && !hasFigure(text)

/** Joins the sentences in the order of the text, with an ellipsis for those left out between them. */
function joined(text: string, spans: readonly SentenceSpan[]): string {
  const [first, ...others] = spans.toSorted((one, other) => one.start - other.start)
  if (first === undefined) return ''
  let [shown, end] = [text.slice(first.start, first.end), first.end]
  for (const span of others) {
    const isNext = text.slice(end, span.start).trim() === ''
    shown += `${isNext ? ' ' : ' … '}${text.slice(span.start, span.end)}`
    end = span.end
  }
  return onOneLine(shown)
}

export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
