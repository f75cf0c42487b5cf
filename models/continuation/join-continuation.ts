/**
 * Finds how much of the head of a continuation repeats the text before it. A rule is called with the growing head until it can decide;
 * its result is a number of UTF-16 characters to leave out.
 */
import type { ChatEvent } from '../ports.ts'

/** Returns the length to leave out, or null if it needs more of the answer; never null at its end (`isEnd`). */
export type HeadRule = (head: string, isEnd: boolean) => number | null

// A shorter repetition may be part of the text: words recur, whole clauses rarely do. Chosen, not measured.
const MIN_OVERLAP = 12
// A model in a loop repeats the text forever: its answer is held back no longer than this. Chosen, not measured.
const MAX_OVERLAP = 20_000

/** Returns a rule for a server that repeats all of `prefix` or none of it. */
export function echoRule(prefix: string): HeadRule {
  return (head, isEnd) => {
    if (head.startsWith(prefix)) return prefix.length
    if (!prefix.startsWith(head)) return 0
    return isEnd ? head.length : null
  }
}

/**
 * Returns a rule for text (`held`) that was not sent to the server: the answer begins with it again or, if the model continues differently,
 * with something else. Then only blanks are left out that would follow white space in `held`.
 */
export function heldRule(held: string): HeadRule {
  return (head, isEnd) => {
    if (head.startsWith(held)) return held.length
    if (held.startsWith(head) && !isEnd) return null
    const shared = sharedLength(held, head)
    const isBlank = held.trim() === ''
    return isBlank ? shared + (/^[ \t]*/.exec(head.slice(shared))?.[0].length ?? 0) : shared
  }
}

/**
 * Returns a rule for a model that was asked in words to continue, which often repeats the end of its text: the longest head that is also
 * the end of `written`, of `MIN_OVERLAP` to `MAX_OVERLAP` characters and from the beginning of a word.
 */
export function overlapRule(written: string): HeadRule {
  const end = written.slice(-MAX_OVERLAP)
  return (head, isEnd) => {
    if (!isEnd && end.includes(head)) return null
    const longest = Math.min(head.length, end.length)
    for (let length = longest; length >= MIN_OVERLAP; length--) {
      const at = written.length - length
      if (written.endsWith(head.slice(0, length)) && isWordStart(written, at)) return length
    }
    return 0
  }
}

/** Returns a rule that applies the second rule to the rest of the first. */
export function chainedRules(first: HeadRule, second: HeadRule): HeadRule {
  return (head, isEnd) => {
    const length = first(head, isEnd)
    if (length === null) return null
    const rest = head.slice(length)
    const more = rest === '' && !isEnd ? null : second(rest, isEnd)
    return more === null ? null : length + more
  }
}

/**
 * Yields `events` without the repetition at the head of `channel`. The channel's events wait in order until the rule decides; earlier ones,
 * and counts, are passed on immediately. If all of a token is left out, so is its log probability.
 */
export async function* withoutRepetition(
  events: AsyncIterable<ChatEvent>,
  channel: 'text' | 'reasoning',
  rule: HeadRule,
): AsyncGenerator<ChatEvent> {
  const waiting: ChatEvent[] = []
  let head = ''
  let isKnown = false
  for await (const event of events) {
    const isAhead = waiting.length === 0 && event.type !== channel && event.type !== 'logprobs'
    if (isKnown || isAhead || event.type === 'usage') {
      yield event
      continue
    }
    waiting.push(event)
    if (event.type === channel) head += event.text
    else if (event.type === 'logprobs') continue
    const length = rule(head, event.type !== channel)
    if (length === null) continue
    isKnown = true
    yield* leavingOut(waiting, channel, length)
  }
  if (!isKnown) yield* leavingOut(waiting, channel, rule(head, true) ?? 0)
}

/**
 * Yields `events`, with a space if `written` ends with a sentence and another one begins, as a new message never begins with a space.
 * A full stop after a capital letter may belong to an abbreviation.
 */
export async function* withSeam(
  events: AsyncIterable<ChatEvent>,
  channel: 'text' | 'reasoning',
  written: string,
): AsyncGenerator<ChatEvent> {
  let isOver = !/[^\p{Lu}\s][.!?]["'”’)]*$/u.test(written)
  for await (const event of events) {
    const isFirst = !isOver && event.type === channel
    isOver ||= isFirst
    yield isFirst && /^["'“‘(]*\p{Lu}/u.test(event.text) ? { ...event, text: ` ${event.text}` } : event
  }
}

function* leavingOut(
  events: readonly ChatEvent[],
  channel: 'text' | 'reasoning',
  length: number,
): Iterable<ChatEvent> {
  let left = length
  let leftOfTokens = length
  for (const event of events) {
    if (event.type === 'logprobs') {
      const tokens = event.tokens.filter(({ token }) => {
        const isKept = token.length > leftOfTokens
        leftOfTokens = Math.max(0, leftOfTokens - token.length)
        return isKept
      })
      if (tokens.length > 0) yield { ...event, tokens }
    } else if (event.type === channel) {
      const text = event.text.slice(left)
      left = Math.max(0, left - event.text.length)
      if (text !== '') yield { ...event, text }
    } else yield event
  }
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length++
  return length
}

function isWordStart(text: string, at: number): boolean {
  return !/^[\p{L}\p{N}]{2}$/u.test(text.slice(Math.max(0, at - 1), at + 1)) || at === 0
}
