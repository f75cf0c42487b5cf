import { describe, expect, it } from 'vitest'
import { createSseReader, type SseEvent } from '../../../models/adapters/sse-reader.ts'

function readInPieces(pieces: readonly Uint8Array[]): SseEvent[] {
  const reader = createSseReader()
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()]
}

const read = (stream: string) => readInPieces([Buffer.from(stream)])
const message = (data: string): SseEvent => ({ type: 'message', data })

describe('the reader of event streams', () => {
  const CASES: { name: string; stream: string; events: SseEvent[] }[] = [
    {
      name: 'events end at a blank line',
      stream: 'data: a\n\ndata: b\n\n',
      events: [message('a'), message('b')],
    },
    {
      name: 'carriage returns and line feeds',
      stream: 'data: a\r\n\r\ndata: b\r\n\r\n',
      events: [message('a'), message('b')],
    },
    { name: 'lone carriage returns', stream: 'data: a\r\rdata: b\r\r', events: [message('a'), message('b')] },
    {
      name: 'line ends of all kinds',
      stream: 'data: a\r\n\ndata: b\r\n\rdata: c\n\r\n',
      events: [message('a'), message('b'), message('c')],
    },
    { name: 'a byte order mark at the start', stream: '\ufeffdata: a\n\n', events: [message('a')] },
    {
      name: 'a byte order mark within the text is text',
      stream: 'data: \ufeff\n\n',
      events: [message('\ufeff')],
    },
    { name: 'comments', stream: ': hello\ndata: a\n:\n\n: bye\n\n', events: [message('a')] },
    { name: 'data over several lines', stream: 'data: {\ndata: }\n\n', events: [message('{\n}')] },
    {
      name: 'one space after the colon is no data, a second is',
      stream: 'data:a\n\ndata:  b\n\n',
      events: [message('a'), message(' b')],
    },
    { name: 'a field without a colon is empty', stream: 'data\n\n', events: [message('')] },
    {
      name: 'named events',
      stream: 'event: ping\ndata: {}\n\ndata: a\n\n',
      events: [{ type: 'ping', data: '{}' }, message('a')],
    },
    { name: 'a name without data is no event', stream: 'event: ping\n\ndata: a\n\n', events: [message('a')] },
    {
      name: 'fields that only look alike',
      stream: 'database: x\nid: 7\nretry: 1\ndata b\ndata: a\n\n',
      events: [message('a')],
    },
    {
      name: 'the error lines of older llama.cpp servers',
      stream: 'error: {"code":500}\n\n',
      events: [{ type: 'error', data: '{"code":500}' }],
    },
    {
      name: 'an event that the stream ends in',
      stream: 'data: a\n\ndata: b',
      events: [message('a'), message('b')],
    },
    { name: 'nothing', stream: '', events: [] },
    {
      name: 'bytes that are no UTF-8 become replacement characters',
      stream: 'data: \u{1f600}\n\n',
      events: [message('\u{1f600}')],
    },
  ]
  it.each(CASES)('reads $name', ({ stream, events }) => {
    expect(read(stream)).toEqual(events)
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
