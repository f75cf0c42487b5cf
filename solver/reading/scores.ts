/** Reads QAIR's scores of a solution, in any form that a model may use (P-QUALITY; Eigen-1, 3.3). */
import { isRecord, jsonIn, objectWith } from '../../core/index.ts'
import { withoutThoughts } from '../../monitor/index.ts'
import { type ParseResult, parsed, parseFailure } from './parse-result.ts'

/** Scores from 0 to 5. */
export type Scores = readonly [logic: number, answer: number, explanation: number]

export interface ScoredSolution {
  readonly scores: Scores
  /** Suggestion, or empty. */
  readonly suggestion: string
}

const KEY = 'quality_scores'
const DIMENSIONS = [/^logic/i, /^answer/i, /^expl/i] as const
const HIGHEST = 5
// For an object that was cut off, or whose suggestion contains quotation marks.
const TORN_SCORES = /"?quality_scores"?\s*[:=]\s*(\[[^[\]{}]*\])/gi
const TORN_SUGGESTION = /"?suggestion"?\s*[:=]\s*"?([\s\S]*?)"?\s*(?:\}\s*(?:```\s*)?)?$/i

/** Losses: `torn_json`, `no_suggestion`. Failures: `no_scores`, `wrong_length`, `score_not_a_number`, `score_out_of_range`. */
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

/** Relative weights: 1, 3, 1 are the published 0.2, 0.6, 0.2. */
export type ScoreWeights = Scores

const PUBLISHED_WEIGHTS: ScoreWeights = [1, 3, 1]

// 0.2 · 4 + 0.6 · 3 + 0.2 · 2 is 2.9999999999999996 in floating point and would fail at 3: sums are exact to nine decimals.
const DECIMALS = 1e9

/** Returns the weighted mean, (logic + 3 · answer + explanation) / 5 as published. */
export function compositeScore(scores: Scores, weights: ScoreWeights = PUBLISHED_WEIGHTS): number {
  const [logic, answer, explanation] = scores
  const total = weights[0] + weights[1] + weights[2]
  const sum = weights[0] * logic + weights[1] * answer + weights[2] * explanation
  return Math.round((sum / total) * DECIMALS) / DECIMALS
}

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)$/
const OUT_OF = /^(.+?)\s*(?:\/|out of)\s*(.+)$/

/** Returns a score on a scale up to `most`; null for text that is not a score, or a score on another scale. */
export function scoreOf(value: unknown, most: number): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const said = value.replace(/[*_`]/g, '').trim().toLowerCase()
  const [, score = said, scale] = OUT_OF.exec(said) ?? []
  return scale === undefined || plainNumber(scale) === most ? plainNumber(score) : null
}

/** Returns a number written in digits, or in words from one to `WORDS.length - 1`. */
export function plainNumber(said: string): number | null {
  const trimmed = said.trim()
  const word = WORDS.indexOf(trimmed)
  if (word >= 0) return word
  return NUMBER.test(trimmed) ? Number(trimmed.replace(',', '.')) : null
}
