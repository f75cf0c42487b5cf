/** QAIR's scores of a solution, in any form a model may give them in (P-QUALITY; Eigen-1, 3.3). */
import { isRecord, jsonIn, objectWith } from '../../core/index.ts'
import { withoutThoughts } from '../../monitor/index.ts'
import { scoreOf } from './numbers.ts'
import { type ParseResult, parsed, parseFailure } from './parse-result.ts'

/** Logic, answer, explanation; each from 0 to 5. */
export type Scores = readonly [logic: number, answer: number, explanation: number]

export interface ScoredSolution {
  readonly scores: Scores
  /** Empty where none was given. */
  readonly suggestion: string
}

const KEY = 'quality_scores'
const DIMENSIONS = [/^logic/i, /^answer/i, /^expl/i] as const
const HIGHEST = 5
// Of an object that was cut off, or whose suggestion contains quotation marks.
const TORN_SCORES = /"?quality_scores"?\s*[:=]\s*(\[[^[\]{}]*\])/gi
const TORN_SUGGESTION = /"?suggestion"?\s*[:=]\s*"?([\s\S]*?)"?\s*(?:\}\s*(?:```\s*)?)?$/i

/** Losses: `torn_json`, `no_suggestion`. Reasons: `no_scores`, `wrong_length`, `score_not_a_number`, `score_out_of_range`. */
export function readScores(text: string): ParseResult<ScoredSolution> {
  const said = withoutThoughts(text)
  const whole = objectWith(said, KEY) ?? objectWith(text, KEY)
  const torn = whole === null
  const given = whole?.[KEY] ?? tornScores(said)
  if (given === undefined) return parseFailure('no_scores')
  const values = isRecord(given) ? DIMENSIONS.map((dimension) => scoreIn(given, dimension)) : given
  if (!Array.isArray(values) || values.length !== DIMENSIONS.length) return parseFailure('wrong_length')
  const scores = values.map((value) => scoreOf(value, HIGHEST)).filter((score) => score !== null)
  const [logic, answer, explanation] = scores
  if (logic === undefined || answer === undefined || explanation === undefined)
    return parseFailure('score_not_a_number')
  if (scores.some((score) => score < 0 || score > HIGHEST)) return parseFailure('score_out_of_range')
  const suggestion = (torn ? (TORN_SUGGESTION.exec(said)?.[1] ?? '') : textOf(whole['suggestion'])).trim()
  const losses = [...(torn ? ['torn_json'] : []), ...(suggestion === '' ? ['no_suggestion'] : [])]
  return parsed({ scores: [logic, answer, explanation], suggestion }, losses)
}

function tornScores(said: string): unknown {
  const list = [...said.matchAll(TORN_SCORES)].at(-1)?.[1]
  return list === undefined ? undefined : jsonIn(list, '[')[0]
}

function scoreIn(given: Readonly<Record<string, unknown>>, dimension: RegExp): unknown {
  return Object.entries(given).find(([name]) => dimension.test(name))?.[1]
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  return typeof value === 'string' ? value : ''
}
