/**
 * The number of an answer as it is meant: words are numbers, the value may stand in a sentence or in bold, and what is read from prose is
 * wrong only where the gold's number stands nowhere in the answer. Readings that disagree decide nothing.
 */
import { answeringSentence } from './answering-sentence.ts'
import { isMarked, undressed } from './final-answer.ts'
import { MAX_ANSWER_CHARACTERS, openNotation } from './notation.ts'
import { withDigits } from './number-words.ts'
import { gradeNumeric, type NumericRequest, readGold } from './numeric.ts'
import type { GraderVerdict } from './ports.ts'
import { UNITS } from './unit-table.ts'

/** Inch, attosecond, attometre: units that are words of most sentences, too. */
const UNITS_AND_WORDS = new Set(['in', 'as', 'am', 'at'])
const BOLD = /\*\*([^*\n]{1,80})\*\*/g
const NUMERAL = /(?<![\p{L}\d_^.])-?\d[\d,]*(?:\.\d+)?(?:\s*[eE][+-]?\d+)?/gu
/** What hides which side of the number is meant, or whether it is. */
const HEDGED =
  /[<>≤≥]|\b(?:(?:more|less|greater|fewer|higher|lower|larger|smaller) than|over|under|at least|at most|up to|below|above|not|cannot|can't|never|unknown|either)\b/i

export interface MeantRequest extends NumericRequest {
  /** The whole answer of the model, `prediction` being its final part. */
  readonly answer: string
}

export function gradeMeantNumber(request: MeantRequest): GraderVerdict {
  const gold = withDigits(request.gold)
  const grade = (prediction: string) => gradeNumeric({ ...request, gold, prediction })
  const prediction = withDigits(request.prediction)
  if (!isProse(prediction) && /\d/.test(prediction)) return gradeBrief(prediction, request.prediction, grade)
  const answer = withDigits(request.answer.slice(-MAX_ANSWER_CHARACTERS))
  const hasMark = isMarked(answer)
  const sentence = proseReading(prediction, hasMark ? prediction : answer, request.question)
  const readings = [sentence, hasMark ? undefined : boldReading(answer)].filter(
    (reading) => reading !== undefined,
  )
  const verdicts = readings.map((reading) => hedged(grade(reading), reading))
  const decided = verdicts.filter(({ isCorrect }) => isCorrect !== null)
  const [first] = decided
  if (first === undefined) return verdicts[0] ?? { isCorrect: null, reason: 'parse' }
  if (decided.some(({ isCorrect }) => isCorrect !== first.isCorrect))
    return { isCorrect: null, reason: 'parse' }
  const isElsewhere = first.isCorrect === false && names(hasMark ? prediction : answer, gold)
  return isElsewhere ? { isCorrect: null, reason: 'elsewhere' } : first
}

/** `three nT is 3 nT` is read as it is written. */
function gradeBrief(
  prediction: string,
  written: string,
  grade: (prediction: string) => GraderVerdict,
): GraderVerdict {
  const verdict = grade(prediction)
  return verdict.isCorrect === null && written !== prediction ? grade(written) : verdict
}

/** Four words or more that are no units, or two sentences. */
function isProse(text: string): boolean {
  const words = openNotation(text).match(/(?<![\\\p{L}])\p{L}{2,}/gu) ?? []
  return (
    words.filter((word) => !UNITS.has(word) || UNITS_AND_WORDS.has(word)).length >= 4 ||
    /[a-z\d][.!?]\s+[A-Z]/.test(text)
  )
}

/** Of the final part, or where that has no number of all that was said. */
function proseReading(prediction: string, answer: string, question: string): string | undefined {
  const text = /\d/.test(prediction) ? prediction : answer
  const chosen = answeringSentence(text, question)
  return chosen === undefined ? undefined : withoutAsked(undressed(chosen), question)
}

/** Without the bare numbers that the question named: `10 episodes in the 2017 series`. Unchanged where no other is left. */
function withoutAsked(sentence: string, question: string): string {
  const asked = new Set(question.match(NUMERAL) ?? [])
  const rest = sentence.replace(NUMERAL, (numeral) => (asked.has(numeral) ? '' : numeral))
  return /\d/.test(rest) ? rest : sentence
}

/** The only number in bold; several that differ say nothing. */
function boldReading(answer: string): string | undefined {
  const bold = [...answer.matchAll(BOLD)]
    .map(([, text]) => undressed(text!))
    .filter((text) => /\d/.test(text))
  return new Set(bold).size === 1 ? bold[0] : undefined
}

function hedged(verdict: GraderVerdict, reading: string): GraderVerdict {
  return verdict.isCorrect !== null && HEDGED.test(reading) ? { isCorrect: null, reason: 'parse' } : verdict
}

/** Whether the gold's number is written anywhere in the text, to three digits. */
function names(text: string, gold: string): boolean {
  const wanted = (readGold(gold) ?? []).map(({ value }) => value)
  const said = (openNotation(text).match(NUMERAL) ?? []).map((numeral) =>
    Number(numeral.replaceAll(',', '').replace(/\s/g, '')),
  )
  return wanted.some((value) => said.some((number) => Math.abs(number - value) <= 5e-3 * Math.abs(value)))
}
