/** The child's side of a child pool: what it sends to its parent, and when it ends. */
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ChildMessage, serveParent } from '../../../core/serve-parent.ts'

type Listener = (given?: unknown) => void

/** This process with its channel, its end and its stderr replaced. */
let listeners: Map<string, Listener>
let sent: ChildMessage<unknown>[]
let ends: (number | string | null | undefined)[]
let written: string[]
const channel = Object.getOwnPropertyDescriptor(process, 'send')

beforeEach(() => {
  listeners = new Map()
  sent = []
  ends = []
  written = []
  vi.spyOn(process, 'on').mockImplementation(((event: string, listener: Listener) => {
    listeners.set(event, listener)
    return process
  }) as never)
  vi.spyOn(process, 'exit').mockImplementation(((status?: number) => ends.push(status)) as never)
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const send = (message: ChildMessage<unknown>) => sent.push(message) > 0
  Object.defineProperty(process, 'send', { value: send, configurable: true, writable: true })
})

afterEach(() => {
  vi.restoreAllMocks()
  if (channel === undefined) Reflect.deleteProperty(process, 'send')
  else Object.defineProperty(process, 'send', channel)
})

const settled = () => new Promise((resolve) => setImmediate(resolve))
async function requested(request: unknown): Promise<void> {
  listeners.get('message')!(request)
  await settled()
}

describe('a child of a pool', () => {
  it('answers each request, with its progress before and the memory that it holds', async () => {
    vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(3.5 * 2 ** 20)
    serveParent(async (request: number, onProgress) => {
      onProgress()
      return request * 2
    })
    await requested(2)
    await requested(3)
    const done = (answer: number) => ({ kind: 'done', answer, residentMb: 3.5 })
    expect(sent).toEqual([{ kind: 'progress' }, done(4), { kind: 'progress' }, done(6)])
    expect([ends, written]).toEqual([[], []])
  })

  it.each([
    { name: 'an error', thrown: new Error('out of pages'), said: /^Error: out of pages\n {4}at .*\n$/s },
    { name: 'something else', thrown: 'out of pages', said: /^out of pages\n$/ },
  ])('ends with status 1 and says why where answering throws $name', async ({ thrown, said }) => {
    serveParent(() => Promise.reject(thrown))
    await requested(1)
    expect([sent, ends]).toEqual([[], [1]])
    expect(written.join('')).toMatch(said)
  })

  it('goes on with its work where nobody listens any more', async () => {
    Object.defineProperty(process, 'send', { value: undefined, configurable: true, writable: true })
    let isDone = false
    serveParent(async (_, onProgress) => {
      onProgress()
      isDone = true
    })
    await requested(1)
    expect([isDone, ends]).toEqual([true, []])
  })

  it('ends when its parent is gone, and not by Ctrl-C, which its parent gets too', () => {
    serveParent(async () => null)
    listeners.get('SIGINT')!()
    expect(ends).toEqual([])
    listeners.get('disconnect')!()
    expect(ends).toEqual([0])
  })
})
