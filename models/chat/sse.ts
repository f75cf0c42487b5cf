/**
 * Bytes of a server-sent event stream to its events (WHATWG HTML, section 9.2), however the network cut them: inside a character, a line end
 * or a field. Two departures, both for real servers: an event that the stream ends in is given out, though no blank line follows it,
 * and a line `error: …`, as older llama.cpp servers write it, is an event of type `error`.
 */
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
const DEFAULT_TYPE = 'message'

export function createSseReader(maxEventCharacters = MAX_EVENT_CHARACTERS): SseReader {
  // It drops a byte order mark at the start, and only there.
  const decoder = new TextDecoder()
  let line: string[] = []
  let lines: string[] = []
  let type = DEFAULT_TYPE
  let characters = 0
  let isAfterReturn = false

  function endEvent(events: SseEvent[]): void {
    if (lines.length > 0) events.push({ type, data: lines.join('\n') })
    lines = []
    type = DEFAULT_TYPE
    characters = 0
  }

  function endLine(events: SseEvent[]): void {
    const text = line.length === 1 ? line[0]! : line.join('')
    line = []
    if (text === '') {
      endEvent(events)
      return
    }
    const { name, value } = fieldOf(text)
    if (name === 'event') type = value || DEFAULT_TYPE
    if (name === 'error') type = 'error'
    if (name === 'data' || name === 'error') lines.push(value)
  }

  function keep(part: string): void {
    line.push(part)
    characters += part.length
    if (characters > maxEventCharacters)
      throw new GlossError(
        'MODEL_PROTOCOL',
        `One event of the stream is over ${maxEventCharacters} characters long`,
        { fault: 'event_too_long' },
      )
  }

  function read(text: string): readonly SseEvent[] {
    const events: SseEvent[] = []
    if (text === '') return events
    let from = isAfterReturn && text.startsWith('\n') ? 1 : 0
    for (let at = lineEnd(text, from); at >= 0; at = lineEnd(text, from)) {
      keep(text.slice(from, at))
      endLine(events)
      from = text.startsWith('\r\n', at) ? at + 2 : at + 1
    }
    isAfterReturn = text.endsWith('\r')
    if (from < text.length) keep(text.slice(from))
    return events
  }

  return {
    push: (bytes) => read(decoder.decode(bytes, { stream: true })),
    end() {
      const events = [...read(decoder.decode())]
      if (line.length > 0) endLine(events)
      endEvent(events)
      return events
    },
  }
}

/** Comments have no name. */
function fieldOf(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { name: line, value: '' }
  return { name: line.slice(0, colon), value: line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1) }
}

/** Where the next line feed or carriage return is; -1 if nowhere. */
function lineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from)
  // Streams with lone carriage returns are rare, so the second search ends at the feed that the first one found.
  const searched = feed < 0 ? text.slice(from) : text.slice(from, feed)
  const back = searched.indexOf('\r')
  return back < 0 ? feed : from + back
}
