/** Reads a model's grades from 0 to 1: how consistent two solutions are (P-CONSISTENCY), and how right each of several is (P-ACCURACY). */
import { isRecord, jsonIn, objectWith } from '../../../../core/index.ts'
import { withoutThoughts } from '../../../../monitor/index.ts'
import { type ParseResult, parsed, parseFailure, scoreOf } from '../../../../solver/index.ts'

export interface AccuracyGrade {
  /** From 0 to 1; null if the grader gave no valid number. */
  readonly accuracy: number | null
  /** Reason of at most 40 words. */
  readonly reason: string
}

const MAX_REASON_WORDS = 40
const NUMBER = String.raw`(?:\d+(?:[.,]\d+)?|[.,]\d+)(?:\s*(?:%|\/\s*1(?:[.,]0+)?))?`
const LABELLED = new RegExp(
  `(?:score|consistency|rating)\\W{0,6}(?:is|of|=|:)?\\W{0,4}(${NUMBER})(?!\\.*\\d)`,
  'gi',
)
const ANY = new RegExp(`(?<![\\w.,-])(${NUMBER})(?![\\w]|[.,]\\d)`, 'g')

/** Reads a number with a label, else one without; the last one counts. Reasons: `no_number`, `out_of_range`. */
export function readConsistency(text: string): ParseResult<number> {
  const said = withoutThoughts(text).replace(/[*_`$]|\\boxed|[{}]/g, '')
  const [, number] = [...said.matchAll(LABELLED)].at(-1) ?? [...said.matchAll(ANY)].at(-1) ?? []
  const share = number === undefined ? null : shareOf(number)
  if (share === null) return parseFailure('no_number')
  return share <= 1 ? parsed(share) : parseFailure('out_of_range')
}

/**
 * Reads one grade for each of `count` responses, in order. Losses, each counted once: `missing_item`, `surplus_item`,
 * `accuracy_not_a_number`, `accuracy_out_of_range`, `long_reason`. Reasons: `no_items`.
 */
export function readAccuracies(text: string, count: number): ParseResult<readonly AccuracyGrade[]> {
  const items = itemsIn(withoutThoughts(text)) ?? itemsIn(text)
  if (items === null) return parseFailure('no_items')
  const losses: string[] = Array.from({ length: Math.max(0, items.length - count) }, () => 'surplus_item')
  const graded = Array.from({ length: count }, (_, place) => gradedAnswer(items[place], losses))
  return parsed(graded, losses)
}

function itemsIn(text: string): readonly unknown[] | null {
  const items = objectWith(text, 'items')?.['items']
  if (Array.isArray(items)) return items
  const lists = jsonIn(text, '[').filter((list): list is unknown[] => Array.isArray(list))
  return lists.findLast((list) => list.some((item) => isRecord(item) && 'accuracy' in item)) ?? null
}

function gradedAnswer(item: unknown, losses: string[]): AccuracyGrade {
  if (item === undefined) {
    losses.push('missing_item')
    return { accuracy: null, reason: '' }
  }
  const { accuracy, reason } = isRecord(item) ? item : { accuracy: item, reason: '' }
  return { accuracy: accuracyOf(accuracy, losses), reason: shortened(reason, losses) }
}

function accuracyOf(value: unknown, losses: string[]): number | null {
  const share = shareOf(value)
  if (share !== null && share >= 0 && share <= 1) return share
  losses.push(share === null ? 'accuracy_not_a_number' : 'accuracy_out_of_range')
  return null
}

function shortened(reason: unknown, losses: string[]): string {
  const words = typeof reason === 'string' ? reason.trim().split(/\s+/) : []
  if (words.length > MAX_REASON_WORDS) losses.push('long_reason')
  return words.slice(0, MAX_REASON_WORDS).join(' ')
}

/** Returns a share from 0 to 1, which may be given in per cent. */
function shareOf(value: unknown): number | null {
  const percent = typeof value === 'string' ? /^([\s\S]+?)\s*%$/.exec(value.trim())?.[1] : undefined
  const share = percent === undefined ? scoreOf(value, 1) : scoreOf(percent, 100)
  return share === null || percent === undefined ? share : share / 100
}
