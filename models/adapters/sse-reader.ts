/**
 * Parses a stream of server-sent events with the package eventsource-parser, however the network splits its bytes. Two additions, both for
 * real servers: an event at the end of the stream is returned even if no blank line follows, and a line `error: …`, as written by older
 * llama.cpp servers, is an event of type `error`.
 */
import { createParser, type ParseError } from 'eventsource-parser'
import { GlossError } from '../../core/index.ts'

export interface SseEvent {
  /** Type of the event, `message` if the stream names none. */
  readonly type: string
  readonly data: string
}

export interface SseReader {
  /** Returns the events that `bytes` complete. Throws `MODEL_PROTOCOL` if one exceeds the limit. */
  push(bytes: Uint8Array): readonly SseEvent[]
  /** Returns the events that the end of the stream completes. */
  end(): readonly SseEvent[]
}

// A whole answer from a model with a long window, in one event, has some 2 MB. Chosen, not measured.
const MAX_EVENT_CHARACTERS = 16_000_000

export function createSseReader(maxEventCharacters = MAX_EVENT_CHARACTERS): SseReader {
  // Keeps the byte order mark, which the parser drops.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let events: SseEvent[] = []
  let line: string[] = []
  let lineCharacters = 0
  const parser = createParser({
    maxBufferSize: maxEventCharacters,
    onEvent: ({ event = 'message', data }) => events.push({ type: event, data }),
    onError({ type, field, value = '' }: ParseError) {
      if (type === 'max-buffer-size-exceeded') throw eventTooLong(maxEventCharacters)
      if (field === 'error') events.push({ type: 'error', data: value })
    },
  })

  /** Feeds only whole lines: if a line with an unknown field such as `error` is split, the parser drops the rest of it. */
  function read(text: string): readonly SseEvent[] {
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
    if (end > 0) {
      parser.feed(line.join('') + text.slice(0, end))
      line = []
      lineCharacters = 0
    }
    if (end < text.length) line.push(text.slice(end))
    lineCharacters += text.length - end
    if (lineCharacters > maxEventCharacters) throw eventTooLong(maxEventCharacters)
    const complete = events
    events = []
    return complete
  }

  return {
    push: (bytes) => read(decoder.decode(bytes, { stream: true })),
    end: () => read(`${decoder.decode()}\n\n`),
  }
}

function eventTooLong(maxCharacters: number): GlossError {
  return new GlossError(
    'MODEL_PROTOCOL',
    `One event of the stream is over ${maxCharacters} characters long`,
    { fault: 'event_too_long' },
  )
}
