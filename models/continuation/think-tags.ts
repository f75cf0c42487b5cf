/** Splits thoughts that end within a text: the text before `</think>` is reasoning, the text after it is the answer. */
import type { ChatEvent } from '../ports.ts'

const CLOSE = '</think>'

/** Splits the events of an answer that continues open thoughts. If the server separates the two, nothing is changed. */
export async function* splitThoughts(events: AsyncIterable<ChatEvent>): AsyncGenerator<ChatEvent> {
  const splitter = createSplitter()
  for await (const event of events) {
    if (event.type === 'reasoning') splitter.leave()
    if (event.type === 'finish') yield* splitter.end()
    if (event.type === 'text') yield* splitter.push(event.text)
    else yield event
  }
}

/** Renames reasoning to text, for servers that label a continued text as a thought. */
export async function* renamed(events: AsyncIterable<ChatEvent>): AsyncGenerator<ChatEvent> {
  for await (const event of events)
    yield event.type === 'reasoning' ? { type: 'text', text: event.text } : event
}

/** Stages: `thought`, then `gap` from the tag to the first word, then `text`. */
type Stage = 'thought' | 'gap' | 'text'

function createSplitter() {
  let stage: Stage = 'thought'
  /** Possible beginning of the tag, with the white space before it. */
  let kept = ''

  function* said(text: string): Iterable<ChatEvent> {
    const rest = stage === 'gap' ? text.trimStart() : text
    if (rest === '') return
    stage = 'text'
    yield { type: 'text', text: rest }
  }

  function* thought(text: string): Iterable<ChatEvent> {
    if (text !== '') yield { type: 'reasoning', text }
  }

  return {
    *push(text: string): Iterable<ChatEvent> {
      if (stage !== 'thought') return yield* said(text)
      const all = kept + text
      const at = all.indexOf(CLOSE)
      if (at < 0) {
        const length = all.length - tailLength(all)
        kept = all.slice(length)
        return yield* thought(all.slice(0, length))
      }
      kept = ''
      yield* thought(all.slice(0, at).trimEnd())
      stage = 'gap'
      yield* said(all.slice(at + CLOSE.length))
    },
    *end(): Iterable<ChatEvent> {
      yield* thought(kept)
      kept = ''
    },
    leave() {
      if (kept === '') stage = 'text'
    },
  }
}

/** Returns how many characters at the end may be white space before the tag plus the beginning of the tag. */
function tailLength(text: string): number {
  let length = Math.min(CLOSE.length - 1, text.length)
  while (!text.endsWith(CLOSE.slice(0, length))) length--
  return text.length - text.slice(0, text.length - length).trimEnd().length
}
