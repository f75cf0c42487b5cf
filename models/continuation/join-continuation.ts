/**
 * Where an answer begins that goes on with a text: how much of its head is a repetition of what stands there already. Each rule is asked with
 * the head so far until it knows; what it knows is a number of UTF-16 characters to leave out.
 */
import type { ChatEvent } from '../ports.ts'

/** Null: more of the answer is needed. `isEnd` says that there is no more; the answer is then a number. */
export type HeadRule = (head: string, isEnd: boolean) => number | null

// A repetition that is shorter may be the text's own: words come again, whole clauses hardly do. Chosen, not measured.
const MIN_OVERLAP = 12
// A model in a loop says for ever what stands there already: its answer is not held back longer than this. Chosen, not measured.
const MAX_OVERLAP = 20_000

/** The server begins with all of `prefix`, or not at all. */
export function echoRule(prefix: string): HeadRule {
  return (head, isEnd) => {
    if (head.startsWith(prefix)) return prefix.length
    if (!prefix.startsWith(head)) return 0
    return isEnd ? head.length : null
  }
}

/**
 * `held` was kept from the server, so that the answer begins with it again, or, where the model takes another course, with something else:
 * then only blanks are left out that would be next to white space that was held.
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
 * A model that was asked in words to go on often begins with the end of what it had: the longest head that is also the end of `written`,
 * from `MIN_OVERLAP` characters on and from the beginning of a word, `MAX_OVERLAP` at the most.
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

/** Asks the second of what the first leaves. */
export function oneAfterOther(first: HeadRule, second: HeadRule): HeadRule {
  return (head, isEnd) => {
    const length = first(head, isEnd)
    if (length === null) return null
    const rest = head.slice(length)
    const more = rest === '' && !isEnd ? null : second(rest, isEnd)
    return more === null ? null : length + more
  }
}

/**
 * `events` without the repetition at the head of `channel`. Its events wait in their order until the rule knows; what comes before them,
 * and counts, go through at once. Log probabilities of tokens that are left out whole are left out, too.
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
 * `events` with the space that a new message never begins with, where `written` ends with a sentence and another one begins. A full stop
 * after a capital letter may be one of an abbreviation.
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
