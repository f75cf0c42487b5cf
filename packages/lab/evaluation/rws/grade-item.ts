/**
 * Grades items of Reasoning With a Star: by programs first, and if they find no match, by Parser and Judge (section 4.1; details in
 * specs/reasoning-with-a-star.md 3). The policy says which mismatches the two models may still turn into matches.
 */
import { askedUnitText } from '../answers/graders/asked-unit.ts'
import { finalAnswer, undressed } from '../answers/graders/final-answer.ts'
import { type Algebra, type GradeReason, gradeAnswer } from '../answers/graders/index.ts'
import { readGold } from '../answers/graders/numeric.ts'
import type { StarItem } from './items.ts'
import type { StarJudgement, StarVerifier } from './verifier.ts'

export const STAR_POLICIES = ['strict', 'published'] as const
/** `published`: every mismatch is verified. `strict`: a missing answer, or a wrong unit, count or key stays wrong. */
export type StarPolicy = (typeof STAR_POLICIES)[number]

export type StarVerdict = 'correct' | 'incorrect' | 'undecided'
export type StarReason = GradeReason | 'keys'

export interface StarGrade {
  readonly verdict: StarVerdict
  readonly stage: 'program' | 'verifier'
  /** `json` if the hint asks for an object. */
  readonly type: StarItem['type'] | 'json'
  readonly reason: StarReason
  readonly pred: string
  readonly gold: string
  /** Verdict of the programs alone. */
  readonly byProgram: StarVerdict
  /** Judgement of Parser and Judge; absent if they were not asked. */
  readonly judge?: StarJudgement
}

export interface StarGrading {
  readonly policy: StarPolicy
  readonly algebra: Algebra
  /** Verifier; null leaves items undecided that programs cannot decide. */
  readonly verifier: StarVerifier | null
  /** Returns whether the verifier is also asked about a match, although its verdict changes nothing. */
  readonly isAudited: (item: StarItem) => boolean
}

/** Mismatches that `strict` keeps; every other one is verified under both policies. */
const KEPT_BY_STRICT: ReadonlySet<StarReason> = new Set([
  'no_answer',
  'unit_missing',
  'unit_dimension',
  'count',
  'keys',
])
const NO_NUMBER = /^[+-]?\s*(?:nan|inf|infinity|\\infty|∞)$/i

type Programmed = Pick<StarGrade, 'verdict' | 'type' | 'reason' | 'pred'>

export async function gradeStarItem(
  item: StarItem,
  output: string,
  grading: StarGrading,
  signal: AbortSignal,
): Promise<StarGrade> {
  const programmed = await byProgram(item, output, grading.algebra, signal)
  const grade: StarGrade = {
    ...programmed,
    stage: 'program',
    gold: item.final,
    byProgram: programmed.verdict,
  }
  const { verifier } = grading
  if (verifier === null || !isVerified(programmed, item, grading)) return grade
  const judge = await verifier.verify({ output, gold: item.final, type: programmed.type }, signal)
  // An audited match stays one: the chain turns wrong into right, never right into wrong.
  if (programmed.verdict === 'correct') return { ...grade, judge }
  return { ...grade, verdict: judge.verdict, stage: 'verifier', judge }
}

function isVerified({ verdict, reason }: Programmed, item: StarItem, grading: StarGrading): boolean {
  if (verdict === 'correct') return grading.isAudited(item)
  return !(grading.policy === 'strict' && verdict === 'incorrect' && KEPT_BY_STRICT.has(reason))
}

async function byProgram(
  item: StarItem,
  output: string,
  algebra: Algebra,
  signal: AbortSignal,
): Promise<Programmed> {
  const { hint, final } = item
  const gold = jsonObjectOf(undressed(final))
  const isJson = gold !== undefined && /\bjson\b/i.test(hint ?? '')
  const pred = finalAnswer(output)
  if (isJson && pred !== '') return gradeJson(item, { output, pred, gold }, algebra, signal)
  const type = NO_NUMBER.test(undressed(final)) ? 'text' : item.type
  return { ...(await gradeValue({ ...item, type }, output, algebra, signal)), type: item.type }
}

async function gradeValue(
  { final, hint, type }: Pick<StarItem, 'final' | 'hint' | 'type'>,
  output: string,
  algebra: Algebra,
  signal: AbortSignal,
): Promise<Omit<Programmed, 'type'>> {
  const isLetter = type === 'text' && /^\(?[A-J]\)?$/.test(undressed(final))
  const { isCorrect, extracted, reason } = await gradeAnswer(
    // The question is left out: an answer that repeats it is for the Judge.
    {
      question: '',
      gold: final,
      answer: output,
      type: isLetter ? 'multipleChoice' : type,
      unit: hintUnit(final, hint),
    },
    { algebra, signal, reading: 'literal', missingUnit: 'refuse' },
  )
  return { verdict: verdictOf(isCorrect), reason, pred: extracted }
}

/** Returns the unit in the hint, if the gold has none. */
function hintUnit(final: string, hint: string | null): string | undefined {
  const hasOwn = readGold(undressed(final))?.some(({ unit }) => unit !== undefined) ?? true
  return hasOwn || hint === null ? undefined : askedUnitText(hint)
}

async function gradeJson(
  item: StarItem,
  { output, pred, gold }: { readonly output: string; readonly pred: string; readonly gold: object },
  algebra: Algebra,
  signal: AbortSignal,
): Promise<Programmed> {
  const wanted = gold as Readonly<Record<string, unknown>>
  const said = jsonObjectOf(pred) ?? lastJsonObject(output)
  if (said === undefined || !hasSameKeys(said, wanted))
    return { verdict: 'incorrect', type: 'json', reason: 'keys', pred }
  const grades = await Promise.all(
    Object.entries(wanted).map(([key, value]) =>
      gradeValue(
        { final: textOf(value), hint: item.hint, type: typeof value === 'number' ? 'numeric' : 'text' },
        textOf(said[key]),
        algebra,
        signal,
      ),
    ),
  )
  const worst =
    grades.find(({ verdict }) => verdict === 'incorrect') ??
    grades.find(({ verdict }) => verdict === 'undecided')
  return {
    verdict: worst?.verdict ?? 'correct',
    type: 'json',
    reason: worst?.reason ?? 'equal',
    pred: JSON.stringify(said),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function verdictOf(isCorrect: boolean | null): StarVerdict {
  if (isCorrect === null) return 'undecided'
  return isCorrect ? 'correct' : 'incorrect'
}

/** An answer as one JSON object: it must have exactly the keys of the gold, each value graded as its gold's type. */
type AnswerObject = Readonly<Record<string, unknown>>

/** Returns the object, or undefined if the text is not a JSON object. */
function jsonObjectOf(text: string): AnswerObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as AnswerObject)
      : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Returns the last object in a text, over any number of lines, or undefined if there is none. */
function lastJsonObject(text: string): AnswerObject | undefined {
  const end = text.lastIndexOf('}')
  // Only openings at the start of a line or after a blank, so that an answer with thousands of braces is searched once.
  const openings = [...text.slice(0, end + 1).matchAll(/(?:^|\s|`|:)\{/g)].slice(-MAX_OPENINGS)
  for (const { index } of openings) {
    const found = jsonObjectOf(text.slice(text.indexOf('{', index), end + 1))
    if (found !== undefined) return found
  }
  return undefined
}

const MAX_OPENINGS = 50

function hasSameKeys(first: AnswerObject, second: AnswerObject): boolean {
  const keys = Object.keys(first)
  return keys.length === Object.keys(second).length && keys.every((key) => Object.hasOwn(second, key))
}
