/**
 * Grades an answer. Programs decide if they can be certain; otherwise the grade is null and a judge is asked. Nothing is decided by
 * similarity, and the same request always gets the same grade.
 */
import { answerType } from '../../../../../solver/index.ts'
import { isNumber } from './arithmetic.ts'
import { gradeDate } from './dates.ts'
import { finalAnswer, isMarked, undressed } from './final-answer.ts'
import { gradeMeantNumber } from './meant-number.ts'
import { gradeChoice, readLetters } from './multiple-choice.ts'
import { gradeNamed } from './named-gold.ts'
import { MAX_ANSWER_CHARACTERS, openNotation } from './notation.ts'
import { withDigits } from './number-words.ts'
import { gradeNumeric, RELATIVE_TOLERANCE, readGold } from './numeric.ts'
import { type Option, optionsOf } from './options.ts'
import type { Grade, GradeMethod, GradeRequest, GraderVerdict, GradeSettings } from './ports.ts'
import { gradeSymbolic } from './symbolic.ts'
import { gradeWording, isVerdictWord } from './wording.ts'

/** "Allow small margin for numerical problems" (Eigen-1, A.3): chosen, not measured. Whole numbers without a unit are counts: no margin. */
const EXACT_TOLERANCE = 0.01

interface Prepared {
  readonly request: GradeRequest
  readonly settings: GradeSettings
  readonly extracted: string
  readonly gold: string
}

type Graded = GraderVerdict & { readonly method: GradeMethod }

/** Grades an answer. Throws INPUT_INVALID for an unknown `type`; no other request fails. */
export async function gradeAnswer(request: GradeRequest, settings: GradeSettings = {}): Promise<Grade> {
  const type = answerType(request.type)
  const extracted = finalAnswer(request.answer)
  if (extracted === '') return { isCorrect: false, extracted, method: 'none', reason: 'no_answer' }
  if (extracted.length > MAX_ANSWER_CHARACTERS)
    return { isCorrect: null, extracted, method: 'none', reason: 'too_long' }
  const prepared: Prepared = { request, settings, extracted, gold: undressed(request.gold) }
  const dated = type === 'multipleChoice' || settings.reading === 'literal' ? null : dateOf(prepared)
  if (dated !== null) return { ...dated, extracted, method: 'wording' }
  const options = optionsOf(request.question, request.options)
  const found = type === 'auto' ? autoType(prepared, options) : type
  // The 5 % of `numeric` are only for questions of that type.
  const isFound = type === 'auto' && found === 'numeric'
  const { isCorrect, reason, method } = isFound
    ? { ...likelyNumeric(prepared), method: 'numeric' as const }
    : await graded(found, prepared, options)
  return { isCorrect, extracted, method, reason }
}

/** Grades a date. An answer that is not marked as final is read in full: it must contain a single date. */
function dateOf({ request, extracted, gold }: Prepared): GraderVerdict | null {
  const { question, answer } = request
  return gradeDate(question, gold, isMarked(answer) ? extracted : answer.slice(-MAX_ANSWER_CHARACTERS))
}

function autoType({ request, gold }: Prepared, options: readonly Option[]) {
  return isChoice(gold, options) ? 'multipleChoice' : kindOfGold(gold, request.unit)
}

async function graded(
  type: Exclude<ReturnType<typeof answerType>, 'auto'>,
  prepared: Prepared,
  options: readonly Option[],
): Promise<Graded> {
  const { settings } = prepared
  switch (type) {
    case 'multipleChoice':
      return { ...chosen(prepared, options), method: 'multipleChoice' }
    case 'numeric':
      return { ...numeric(prepared, RELATIVE_TOLERANCE), method: 'numeric' }
    case 'symbolic':
      return symbolic(prepared)
    case 'text':
      return { ...text(prepared, options), method: 'wording' }
    case 'exactMatch':
      return exact(prepared, settings)
  }
}

// Marks that enclose an answer, readable or not.
const ENCLOSED = /<answer|\\boxed/i
// Every line begins with the letter of an option.
const LETTERED_LINES = /^(?:[ \t]*(?:[-*][ \t]*)?\(?[A-Z](?:\)|[.:)])[^\n]*(?:\n+|$)){2,}$/

/** Bulleted lines at the end of an answer, each with the letter of an option. */
const LAST_LIST = /(?:(?:^|\n)[ \t]*[-*•][ \t]+\**\(?[A-Z]\b[^\n]*){2,}\s*$/

/** Grades a choice. Options may be listed line by line, and the last line may lack a letter that an earlier one gave. */
function chosen({ extracted, gold, request }: Prepared, options: readonly Option[]): GraderVerdict {
  const answer = request.answer.trim().slice(-MAX_ANSWER_CHARACTERS)
  if (LETTERED_LINES.test(answer)) return gradeChoice(answer, gold, options)
  if (!ENCLOSED.test(answer)) {
    // Remarks on each option are not a choice; a list of letters is.
    const listed = LAST_LIST.exec(answer)?.[0]
    if (listed !== undefined) {
      const isBare = listed.split('\n').every((line) => /^\W*[A-Z]?\W*$/.test(line))
      return isBare
        ? gradeChoice(listed.replace(/[^A-Z]+/g, ' ').trim(), gold, options)
        : { isCorrect: null, reason: 'letters_unreadable' }
    }
  }
  const verdict = gradeChoice(extracted, gold, options)
  return verdict.reason === 'letters_unreadable' && !ENCLOSED.test(answer)
    ? gradeChoice(answer, gold, options)
    : verdict
}

function numeric(
  { request, settings, extracted, gold }: Prepared,
  usualTolerance: number,
  doubtWithin?: number,
): GraderVerdict {
  const isUnitTold = request.unit !== undefined
  const reading = readingOf(settings)
  const numeric = {
    question: request.question,
    gold,
    prediction: extracted,
    unit: request.unit,
    relativeTolerance: settings.relativeTolerance ?? usualTolerance,
    doubtWithin: settings.relativeTolerance === undefined ? doubtWithin : undefined,
    missingUnit: settings.missingUnit ?? (isUnitTold ? 'accept' : 'refuse'),
    reading,
  }
  return reading === 'literal'
    ? gradeNumeric(numeric)
    : gradeMeantNumber({ ...numeric, answer: request.answer })
}

/** Grades a formula. A gold without symbols is a number, however it is written. */
async function symbolic(prepared: Prepared): Promise<Graded> {
  const { extracted, gold, settings } = prepared
  if (isNumber(openNotation(gold))) {
    const verdict = numeric(prepared, exactTolerance(gold))
    if (verdict.isCorrect !== null) return { ...verdict, method: 'numeric' }
  }
  return { ...(await gradeSymbolic(extracted, gold, settings)), method: 'symbolic' }
}

/** Grades a text. A gold that is the letter of an option is decided by letters. */
function text(prepared: Prepared, options: readonly Option[]): GraderVerdict {
  const { extracted, gold } = prepared
  return isChoice(gold, options) && /^[A-Z]$/.test(gold)
    ? gradeChoice(extracted, gold, options)
    : worded(prepared)
}

function worded({ extracted, gold, request, settings }: Prepared): GraderVerdict {
  const { question, answer } = request
  const wording = gradeWording(extracted, gold, question)
  if (wording.reason !== 'wording_differs' || readingOf(settings) === 'literal' || isVerdictWord(gold))
    return wording
  return gradeNamed({
    question,
    gold,
    answer: isMarked(answer) ? extracted : answer.slice(-MAX_ANSWER_CHARACTERS),
  })
}

function readingOf({ reading = 'meant' }: GradeSettings) {
  return reading
}

async function exact(prepared: Prepared, settings: GradeSettings): Promise<Graded> {
  const { extracted, gold, request } = prepared
  const wording = worded(prepared)
  if (wording.isCorrect !== null) return { ...wording, method: 'wording' }
  const kind = kindOfGold(gold, request.unit)
  if (kind === 'text') return { ...wording, method: 'wording' }
  if (kind === 'symbolic') return { ...(await gradeSymbolic(extracted, gold, settings)), method: 'symbolic' }
  return { ...numeric(prepared, exactTolerance(gold)), method: 'numeric' }
}

/** Grades a number: right within the gold's rounding, wrong beyond 5 %, in between for a judge; a count is right or wrong. */
function likelyNumeric(prepared: Prepared): GraderVerdict {
  const { gold, extracted } = prepared
  return numeric(prepared, exactTolerance(gold), doubtOf(withDigits(gold), extracted))
}

/** Returns the range of doubt. A count that ends in 0 may be rounded, and an answer with decimals may be a measurement. */
function doubtOf(gold: string, prediction: string): number {
  const [wanted, said] = [gold, prediction].map((text) => openNotation(text))
  if (!/^[+-]?[\d,]+$/.test(wanted!)) return RELATIVE_TOLERANCE
  const isCount = !/0$/.test(wanted!) && !/\d\.\d/.test(said!)
  return isCount ? 0 : EXACT_TOLERANCE
}

/** Returns the tolerance: 0 for counts, a whole number's rounding if it has a unit, and at least that of a decimal: 1/3 is .33. */
function exactTolerance(gold: string): number {
  const plain = openNotation(withDigits(gold))
  if (/^[\d\s,;+-]+$/.test(plain)) return 0
  const [, number, decimals] = /^([+-]?\d*(?:\.(\d+))?)(?![\d,.]|\s*[*^/eE]\S*\d)/.exec(plain) ?? []
  const value = Number(number)
  if (number === undefined || !Number.isFinite(value) || value === 0) return EXACT_TOLERANCE
  const rounding = (0.5 * 10 ** -(decimals?.length ?? 0)) / Math.abs(value)
  // 207 m may be 207.4 m, but not 205 m.
  return decimals === undefined ? Math.min(EXACT_TOLERANCE, rounding) : Math.max(EXACT_TOLERANCE, rounding)
}

// LaTeX commands other than styles, powers and indices of letters, an operator between letters.
const FORMULA =
  /\\(?!text|mathrm|mathbf|rm\b|[,;:! ])[a-zA-Z]+|[A-Za-z)}]\s*\^|[A-Za-z]_[A-Za-z0-9{]|[A-Za-z0-9)]\s*[=*+]\s*[A-Za-z0-9(\\]/

/** Returns the kind of a gold of unknown type, or one that is only known to be exact. */
function kindOfGold(gold: string, unit: string | undefined): 'numeric' | 'symbolic' | 'text' {
  const quantities = readGold(withDigits(gold), unit)
  // `12 Angry Men` is a name.
  const isName = quantities?.some(({ words }) => /(?:^|\s)\p{Lu}\p{Ll}/u.test(words)) ?? false
  if (quantities !== undefined && !isName) return 'numeric'
  if (isName) return 'text'
  return FORMULA.test(gold) ? 'symbolic' : 'text'
}

function isChoice(gold: string, options: readonly Option[]): boolean {
  return options.length >= 2 && readLetters(gold, options).kind === 'letters'
}
