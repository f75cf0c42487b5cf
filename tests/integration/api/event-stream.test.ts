/** Tests streams of events to clients that read slowly, disconnect, or connect after the end. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import Fastify, { type RouteHandlerMethod } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type EventSource, type EventStreamOptions, streamEvents } from '../../../api/http/event-stream.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'

const EVENTS = 300
const EVENT_CHARACTERS = 100_000

/** Returns a source of large events, one at a time; `waiting` records how much the server still had to send at each. */
function largeSource(waitingNow: () => number): EventSource & { readonly waiting: number[] } {
  const waiting: number[] = []
  return {
    waiting,
    after(number) {
      if (number >= EVENTS) return []
      waiting.push(waitingNow())
      return [{ number: number + 1, type: 'text', data: 'x'.repeat(EVENT_CHARACTERS) }]
    },
    watch: () => () => undefined,
    isEnded: () => true,
  }
}

/** Serves a handler at `/events` and returns the address. */
async function listening(handler: RouteHandlerMethod): Promise<string> {
  const server = Fastify()
  onTestFinished(() => server.close())
  server.get('/events', handler)
  return `${await server.listen({ host: '127.0.0.1', port: 0 })}/events`
}

async function openStream(signal = NEVER, options: Partial<EventStreamOptions> = {}) {
  let waitingNow = () => 0
  const source = largeSource(() => waitingNow())
  const address = await listening((_, reply) => {
    waitingNow = () => reply.raw.writableLength
    reply.header('x-request-id', 'one')
    streamEvents(reply, source, { lastNumber: 0, signal, ...options })
  })
  const request = get(address)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { source, request, response }
}

describe('a stream of events', () => {
  test('ends at once if its client left before it began', async () => {
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const options = { lastNumber: 0, signal: NEVER, onEnd: ended.resolve }
    const none = largeSource(() => 0)
    const address = await listening(async (request, reply) => {
      begun.resolve()
      await once(request.raw.socket, 'close')
      // As late as a busy handler.
      await new Promise(setImmediate)
      streamEvents(reply, none, options)
    })
    const request = get(address)
    request.on('error', () => undefined)
    await begun.promise
    request.destroy()
    await ended.promise
  })

  test('waits for a client that reads slowly, and loses nothing', async () => {
    const { source, response } = await openStream()
    expect(response.headers).toMatchObject({
      'x-request-id': 'one',
      'content-type': 'text/event-stream; charset=utf-8',
    })
    let characters = 0
    let numbers = 0
    for await (const chunk of response.setEncoding('utf8')) {
      characters += chunk.length
      numbers += (chunk.match(/^id: \d+$/gm) ?? []).length
      await new Promise(setImmediate)
    }
    expect(characters).toBeGreaterThan(EVENTS * EVENT_CHARACTERS)
    expect(numbers).toBeGreaterThan(0)
    expect(Math.max(...source.waiting)).toBeLessThan(2 * EVENT_CHARACTERS)
  })

  test('is read no further when its client has left', async () => {
    const { source, request, response } = await openStream()
    await once(response, 'readable')
    request.destroy()
    await once(request, 'close')
    await expect.poll(() => source.waiting.length).toBeLessThan(EVENTS)
  })

  test('to a client that reads nothing is cut off, which frees its place', async () => {
    const { promise: ended, resolve: onEnd } = Promise.withResolvers<void>()
    const { source, response } = await openStream(NEVER, { stalledMs: 100, onEnd })
    const broken = once(response, 'error').catch((error: unknown) => [error])
    await ended
    expect(source.waiting.length).toBeLessThan(EVENTS)
    response.resume()
    expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' })
  })

  test('ends when the server stops', async () => {
    const stopping = new AbortController()
    const { source, response } = await openStream(stopping.signal)
    stopping.abort()
    response.resume()
    await once(response, 'end')
    expect(source.waiting.length).toBeLessThan(EVENTS)
  })
})
