/**
 * Grades the number that an answer means: words are numbers, the value may be in a sentence or in bold, and a number read from prose is
 * wrong only if the gold's number is nowhere in the answer. Readings that disagree decide nothing.
 */
import { answeringSentence } from './answering-sentence.ts'
import { isMarked, undressed } from './final-answer.ts'
import { MAX_ANSWER_CHARACTERS, openNotation } from './notation.ts'
import { withDigits } from './number-words.ts'
import { gradeNumeric, type NumericRequest, readGold } from './numeric.ts'
import type { GraderVerdict } from './ports.ts'
import { UNITS } from './unit-table.ts'

/** Inch, attosecond, attometre: units that are also common words. */
const UNITS_AND_WORDS = new Set(['in', 'as', 'am', 'at'])
const BOLD = /\*\*([^*\n]{1,80})\*\*/g
const NUMERAL = /(?<![\p{L}\d_^.])-?\d[\d,]*(?:\.\d+)?(?:\s*[eE][+-]?\d+)?/gu
/** Words that hide which side of the number is meant, or whether it is. */
const HEDGED =
  /[<>≤≥]|\b(?:(?:more|less|greater|fewer|higher|lower|larger|smaller) than|over|under|at least|at most|up to|below|above|not|cannot|can't|never|unknown|either)\b/i

export interface MeantRequest extends NumericRequest {
  /** The model's whole answer; `prediction` is its final part. */
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

/** Grades a short answer, and as written if that cannot be read: `three nT is 3 nT`. */
function gradeBrief(
  prediction: string,
  written: string,
  grade: (prediction: string) => GraderVerdict,
): GraderVerdict {
  const verdict = grade(prediction)
  return verdict.isCorrect === null && written !== prediction ? grade(written) : verdict
}

/** Returns whether a text has at least four words that are not units, or two sentences. */
function isProse(text: string): boolean {
  const words = openNotation(text).match(/(?<![\\\p{L}])\p{L}{2,}/gu) ?? []
  return (
    words.filter((word) => !UNITS.has(word) || UNITS_AND_WORDS.has(word)).length >= 4 ||
    /[a-z\d][.!?]\s+[A-Z]/.test(text)
  )
}

/** Returns the answering sentence of the final part, or of the whole answer if that part has no number. */
function proseReading(prediction: string, answer: string, question: string): string | undefined {
  const text = /\d/.test(prediction) ? prediction : answer
  const chosen = answeringSentence(text, question)
  return chosen === undefined ? undefined : withoutQuestionNumbers(undressed(chosen), question)
}

/** Removes bare numbers that the question gives: `10 episodes in the 2017 series`. Unchanged if no other number remains. */
function withoutQuestionNumbers(sentence: string, question: string): string {
  const asked = new Set(question.match(NUMERAL) ?? [])
  const rest = sentence.replace(NUMERAL, (numeral) => (asked.has(numeral) ? '' : numeral))
  return /\d/.test(rest) ? rest : sentence
}

/** Returns the only number in bold; several that differ decide nothing. */
function boldReading(answer: string): string | undefined {
  const bold = [...answer.matchAll(BOLD)]
    .map(([, text]) => undressed(text!))
    .filter((text) => /\d/.test(text))
  return new Set(bold).size === 1 ? bold[0] : undefined
}

function hedged(verdict: GraderVerdict, reading: string): GraderVerdict {
  return verdict.isCorrect !== null && HEDGED.test(reading) ? { isCorrect: null, reason: 'parse' } : verdict
}

/** Returns whether the gold's number is anywhere in the text, to three digits. */
function names(text: string, gold: string): boolean {
  const wanted = (readGold(gold) ?? []).map(({ value }) => value)
  const said = (openNotation(text).match(NUMERAL) ?? []).map((numeral) =>
    Number(numeral.replaceAll(',', '').replace(/\s/g, '')),
  )
  return wanted.some((value) => said.some((number) => Math.abs(number - value) <= 5e-3 * Math.abs(value)))
}
