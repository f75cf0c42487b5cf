/** Detects a model that repeats the same words, which it would do until its limit: tens of thousands of wasted tokens. */
import type { ChatEvent } from '../ports.ts'

/** Chosen, not measured: tables, rules and lists of equal lines are shorter. */
const MIN_REPEATED_CHARACTERS = 1_500
const MIN_REPETITIONS = 5
const LONGEST_PERIOD = 1_000
const KEPT = LONGEST_PERIOD * (MIN_REPETITIONS + 1)
const KEY = 32
const CHARACTERS_BETWEEN_CHECKS = 512

/** Returns whether `text` ends with exact repeats of at most 1,000 characters each: at least five, and 1,500 characters in total. */
export function endsInRepetition(text: string): boolean {
  const key = text.slice(-KEY)
  const before = text.length < 2 * KEY ? -1 : text.lastIndexOf(key, text.length - KEY - 1)
  const period = text.length - KEY - before
  if (before < 0 || period > LONGEST_PERIOD) return false
  const length = Math.max(MIN_REPEATED_CHARACTERS, MIN_REPETITIONS * period)
  const start = text.length - length
  return start >= period && text.slice(start) === text.slice(start - period, -period)
}

/** Ends a stream that repeats itself as if it had reached its token limit; `onCut` is called with its channel's length by then. */
export async function* cutRepetition(
  events: AsyncIterable<ChatEvent>,
  onCut: (characters: number) => void,
): AsyncGenerator<ChatEvent> {
  const channels = {
    text: { tail: '', unchecked: 0, characters: 0 },
    reasoning: { tail: '', unchecked: 0, characters: 0 },
  }
  for await (const event of events) {
    yield event
    if (event.type !== 'text' && event.type !== 'reasoning') continue
    const channel = channels[event.type]
    channel.tail += event.text
    channel.characters += event.text.length
    channel.unchecked += event.text.length
    if (channel.unchecked < CHARACTERS_BETWEEN_CHECKS) continue
    channel.unchecked = 0
    channel.tail = channel.tail.slice(-KEPT)
    if (!endsInRepetition(channel.tail)) continue
    onCut(channel.characters)
    yield { type: 'finish', reason: 'length' }
    return
  }
}
