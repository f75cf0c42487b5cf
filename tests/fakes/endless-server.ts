/**
 * A server that answers each request in the form named by its path: `/FORM/…`. `endless` forms never end and are written as fast as
 * they are read; `elsewhere` redirects to another origin.
 */
import type { ServerResponse } from 'node:http'
import { openLoopback } from './loopback.ts'

const PIECE_CHARACTERS = 64 * 1_024
const delta = (field: string) => `data: {"choices":[{"delta":{"${field}":"${'word '.repeat(2_000)}"}}]}\n\n`
const CALL = `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"${'x'.repeat(8_000)}"}}]}}]}\n\n`

interface Form {
  readonly type: string
  readonly start?: string
  readonly piece: string
  /** Interval between pieces, however fast they are read. */
  readonly everyMs?: number
}

const FORMS: Readonly<Record<string, Form>> = {
  json: { type: 'application/json', start: '{"data":[', piece: `"${'x'.repeat(PIECE_CHARACTERS)}",` },
  list: { type: 'application/json', start: '{"data":[', piece: '{"id":"a"},'.repeat(4_000) },
  blanks: { type: 'application/json', piece: ' '.repeat(PIECE_CHARACTERS) },
  line: { type: 'text/event-stream', start: 'data: {"', piece: 'x'.repeat(PIECE_CHARACTERS) },
  words: { type: 'text/event-stream', piece: delta('content') },
  thoughts: { type: 'text/event-stream', piece: delta('reasoning_content') },
  calls: { type: 'text/event-stream', piece: CALL },
  page: { type: 'text/html', piece: '<p>word '.repeat(8_000) },
  file: { type: 'application/octet-stream', piece: 'x'.repeat(PIECE_CHARACTERS) },
  drip: { type: 'application/json', piece: ' ', everyMs: 20 },
}

export type EndlessForm = keyof typeof FORMS

export async function openEndlessServer() {
  const open = new Set<ServerResponse>()
  let elsewhere = 0
  const other = await openLoopback((_, response) => {
    elsewhere++
    response.end('{}')
  })
  const server = await openLoopback((request, response) => {
    const [, name = ''] = (request.url ?? '').split('/')
    request.resume()
    if (name === 'elsewhere') return void response.writeHead(307, { location: other.origin }).end()
    const { type, start = '', piece, everyMs } = FORMS[name]!
    open.add(response)
    response.once('close', () => open.delete(response))
    response.writeHead(200, { 'content-type': type })
    response.write(start)
    const pour = () => {
      if (response.destroyed) return
      const hasRoom = response.write(piece)
      if (everyMs !== undefined) setTimeout(pour, everyMs)
      else if (hasRoom) setImmediate(pour)
      else response.once('drain', pour)
    }
    pour()
  })
  return {
    /** Returns the base address for answers of a form. */
    of: (form: string) => `${server.origin}/${form}`,
    /** Returns how many answers are being written. */
    open: () => open.size,
    /** Returns how many requests reached the other origin. */
    elsewhere: () => elsewhere,
    async close() {
      await Promise.all([server.close(), other.close()])
    },
  }
}
