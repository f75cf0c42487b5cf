/** Reads the words that limit a quantity: "at least 5 mg", "about 3", "18 years or more". */
import { matchAt } from './read-unit.ts'

export type Bound = 'at least' | 'at most' | 'about' | null

const BEFORE: readonly (readonly [RegExp, Bound])[] = [
  [
    /(?:(?:greater|more|higher|larger|longer|older|better) than|at least|a minimum of|minimum of|no less than|not less than|exceeding|above|over|[>≥⩾≳])$/i,
    'at least',
  ],
  [
    /(?:(?:less|fewer|lower|smaller|shorter|younger) than|at most|a maximum of|no more than|up to|as (?:much|many|high|long) as|within|below|under|almost|nearly|[<≤⩽≲])$/i,
    'at most',
  ],
  [
    /(?:approximately|approx\.|about|around|roughly|circa|c(?:a\.?)?|close to|near|in the order of|of the order of|on the order of|an average of|[∼~≈≃≅⁓])$/i,
    'about',
  ],
  [/(?:range(?:s|d)? (?:of|from)|ranging (?:from|between)|between|from|after|before|\+|±)$/i, null],
]
const MAX_WORDS_BEFORE = 3
const WORD_REACH = 24
const RANGE_WORDS = /^(?:rang|between|from)/i
const BEHIND: readonly (readonly [RegExp, Bound])[] = [
  [/\s(?:or|and) (?:more|above|higher|greater|older|over)(?!\p{L})/iuy, 'at least'],
  [/\s(?:or|and) (?:less|fewer|below|lower|younger)(?!\p{L})/iuy, 'at most'],
]

/** Reads the limiting words before a number; there may be several: "below around 1000 km". */
export function wordsBefore(
  text: string,
  at: number,
  isRange: boolean,
): { readonly start: number; readonly bound: Bound } {
  let start = at
  let bound: Bound = null
  for (let turn = 0; turn < MAX_WORDS_BEFORE; turn++) {
    const word = wordBefore(text, start, isRange)
    if (word === null) break
    start = word.start
    bound = word.bound === 'at least' || word.bound === 'at most' ? word.bound : (bound ?? word.bound)
  }
  return { start, bound }
}

function wordBefore(text: string, at: number, isRange: boolean) {
  const whole = text.slice(Math.max(0, at - WORD_REACH), at)
  const before = whole.trimEnd()
  if (whole.length - before.length > 2) return null
  for (const [pattern, bound] of BEFORE) {
    const word = pattern.exec(before)?.[0]
    if (word === undefined) continue
    const isPartOfWord = /^\p{L}/u.test(word) && /[\p{L}\p{N}]$/u.test(before.slice(0, -word.length))
    if (isPartOfWord || /^c$/i.test(word) || (!isRange && RANGE_WORDS.test(word))) return null
    return { start: at - (whole.length - before.length) - word.length, bound }
  }
  return null
}

export function wordsBehind(text: string, at: number): { readonly end: number; readonly bound: Bound } {
  for (const [pattern, bound] of BEHIND) {
    const match = matchAt(pattern, text, at)
    if (match !== null) return { end: at + match[0].length, bound }
  }
  return { end: at, bound: null }
}
