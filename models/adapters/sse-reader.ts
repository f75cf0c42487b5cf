/**
 * Bytes of a server-sent event stream to its events, by the package eventsource-parser, however the network cut them. Two additions, both for
 * real servers: an event that the stream ends in is given out, though no blank line follows it, and a line `error: …`, as older
 * llama.cpp servers write it, is an event of type `error`.
 */
import { createParser, type ParseError } from 'eventsource-parser'
import { GlossError } from '../../core/index.ts'

export interface SseEvent {
  /** `message` where the stream names none. */
  readonly type: string
  readonly data: string
}

export interface SseReader {
  /** The events that `bytes` complete. Throws `MODEL_PROTOCOL` where one grows over the limit. */
  push(bytes: Uint8Array): readonly SseEvent[]
  /** What the end of the stream completes. */
  end(): readonly SseEvent[]
}

// A whole answer of a model with a long window in one event has some 2 MB. Chosen, not measured.
const MAX_EVENT_CHARACTERS = 16_000_000

export function createSseReader(maxEventCharacters = MAX_EVENT_CHARACTERS): SseReader {
  // The parser drops the byte order mark.
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

  /** Feeds whole lines only: the parser drops the rest of a line in parts whose field it does not know, such as `error`. */
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
