import { describe, expect, it } from 'vitest'
import { createSseReader, type SseEvent } from '../../../models/adapters/sse-reader.ts'
import { casesIn } from '../../fixtures/case-lines.ts'

function readInPieces(pieces: readonly Uint8Array[]): SseEvent[] {
  const reader = createSseReader()
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()]
}

describe('the reader of event streams', () => {
  // `␍` is a carriage return; an event is its data, with its type in front unless that is `message`.
  it.each(
    casesIn<'name' | 'events' | 'stream'>(
      `
    name → events → stream
    events that end at a blank line → a, b → data: a⏎⏎data: b⏎⏎
    carriage returns and line feeds → a, b → data: a␍⏎␍⏎data: b␍⏎␍⏎
    lone carriage returns → a, b → data: a␍␍data: b␍␍
    line ends of all kinds → a, b, c → data: a␍⏎⏎data: b␍⏎␍data: c⏎␍⏎
    a byte order mark at the start → a → \ufeffdata: a⏎⏎
    a byte order mark within the text → \ufeff → data: \ufeff⏎⏎
    comments → a → : hello⏎data: a⏎:⏎⏎: bye⏎⏎
    data over several lines → {⏎} → data: {⏎data: }⏎⏎
    one space after the colon, which is no data → a,  b → data:a⏎⏎data:  b⏎⏎
    a field without a colon, which is empty →  → data⏎⏎
    named events → ping: {}, a → event: ping⏎data: {}⏎⏎data: a⏎⏎
    a name without data, which is no event → a → event: ping⏎⏎data: a⏎⏎
    fields that only look alike → a → database: x⏎id: 7⏎retry: 1⏎data b⏎data: a⏎⏎
    the error lines of older llama.cpp servers → error: {"code":500} → error: {"code":500}⏎⏎
    an event that the stream ends in → a, b → data: a⏎⏎data: b
    nothing → none
    characters beyond the basic plane → 😀 → data: 😀⏎⏎
  `,
      ' → ',
    ),
  )('reads $name', ({ stream, events }) => {
    const read = readInPieces([Buffer.from(stream.replaceAll('␍', '\r'))])
    const shown = read.map(({ type, data }) => (type === 'message' ? data : `${type}: ${data}`))
    expect(shown.join(', ')).toBe(events === 'none' ? '' : events)
    expect(read.length === 0).toBe(events === 'none')
  })

  it('refuses an event of lines without end', () => {
    const reader = createSseReader(100)
    const more = () => reader.push(Buffer.from(`data: ${'x'.repeat(60)}\n`))
    more()
    expect(more).toThrow(expect.objectContaining({ code: 'MODEL_PROTOCOL' }))
  })

  it('refuses an event that never ends', () => {
    const reader = createSseReader(100)
    reader.push(Buffer.from(`data: ${'x'.repeat(80)}\n\n`))
    reader.push(Buffer.from(`data: ${'x'.repeat(80)}`))
    expect(() => reader.push(Buffer.from('x'.repeat(20)))).toThrow(
      expect.objectContaining({ code: 'MODEL_PROTOCOL' }),
    )
  })
})
