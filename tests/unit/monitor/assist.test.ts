/** One look and what follows from a yes: what is traced, what time it may take, and what becomes of failures. */
import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { failureOf } from '../../../monitor/assist.ts'
import { DEFAULT_LOOP } from '../../../monitor/index.ts'
import { AT, asking, assisted, begun, monitorSaying, unit } from '../../fixtures/assisted-look.ts'

const USAGE = { promptTokens: 5, completionTokens: 2, estimated: false }

describe('a look', () => {
  it.each(['no', 'unreadable'] as const)('that says %s leads to nothing', async (answer) => {
    const { prepared, trace, asked } = await assisted({
      ports: { monitor: monitorSaying(answer) },
      found: [unit('a')],
    })
    expect([prepared, asked]).toEqual([null, []])
    expect(trace).toEqual([
      { kind: 'look', at: AT, window: 'the window', answer, reason: 'why', marks: [], tokens: 0, tookMs: 0 },
    ])
  })

  it('that says yes leads to what was found, as it is, with the window for a query', async () => {
    const { prepared, kinds, asked } = await assisted({ found: [unit('a'), unit('b')] })
    expect(prepared).toMatchObject({
      at: AT,
      text: 'a text b text',
      queries: ['the window'],
      tokens: 0,
      tookMs: 0,
    })
    expect(kinds).toEqual(['look', 'query', 'evidence'])
    expect(asked).toEqual([['the window', DEFAULT_LOOP.k]])
  })

  it('asks queries without white space around them, and none that is empty', async () => {
    const { asked, trace } = await assisted({ ports: { querier: asking(' a ', ' ', 'b') } })
    expect(asked.map(([query]) => query)).toEqual(['a', 'b'])
    expect(trace[1]).toEqual({ kind: 'query', at: AT, queries: ['a', 'b'], tokens: 0, tookMs: 0 })
  })

  it('counts tokens and time of each stage', async () => {
    const run = begun({ found: [unit('a')] })
    const later = <T>(ms: number, value: T) =>
      new Promise<T>((resolve) => run.clock.after(ms, () => resolve(value)))
    const timed = begun({
      found: [unit('a')],
      ports: {
        clock: run.clock,
        monitor: { name: 'm', look: () => later(10, { answer: 'yes' as const, reason: '', usage: USAGE }) },
        querier: { name: 'q', queries: () => later(20, { queries: ['a'], usage: USAGE }) },
        sifter: { name: 's', sift: () => later(30, { worths: [2], usage: USAGE }) },
        injector: { name: 'i', write: () => later(40, { text: 'So.', usage: USAGE }) },
      },
    })
    await run.clock.advance(100)
    expect(await timed.result).toMatchObject({ text: 'So.', tokens: 7, tookMs: 100 })
    const spent = timed.trace.map((event) =>
      'tookMs' in event && 'tokens' in event ? [event.kind, event.tookMs, event.tokens] : [],
    )
    expect(spent).toEqual([
      ['look', 10, 7],
      ['query', 20, 7],
      ['evidence', 30, 7],
    ])
  })
})

describe('what fails', () => {
  const down = async () => Promise.reject(new GlossError('MODEL_UNAVAILABLE', 'Down.'))
  it.each([
    { stage: 'monitor', ports: { monitor: { name: 'm', look: down } } },
    { stage: 'querier', ports: { querier: { name: 'q', queries: down } } },
    { stage: 'retriever', ports: { find: down } },
    { stage: 'injector', ports: { injector: { name: 'i', write: down } } },
  ])('leads to nothing, and is traced as the $stage', async ({ stage, ports }) => {
    const { prepared, trace } = await assisted({ found: [unit('a')], ports })
    expect(prepared).toBeNull()
    expect(trace.at(-1)).toEqual({ kind: 'failure', stage, what: 'MODEL_UNAVAILABLE', message: 'Down.' })
  })

  it('is given up after its time, also what ignores its signal, and not traced any more', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<{ answer: 'yes'; reason: string }>()
    const run = begun({ ports: { monitor: { name: 'm', look: () => promise } }, settings: { inquiryMs: 50 } })
    await run.clock.advance(49)
    expect(run.trace).toEqual([])
    await run.clock.advance(1)
    expect(await run.result).toBeNull()
    answer({ answer: 'yes', reason: '' })
    await run.clock.advance(1)
    expect(run.trace).toMatchObject([{ kind: 'failure', stage: 'monitor', what: 'MODEL_TIMEOUT' }])
    expect(run.trace).toMatchObject([{ message: 'The inquiry took longer than 50 ms.' }])
  })

  it('is given up where the sifter hangs, and traced as that', async () => {
    const sifter = { name: 's', sift: () => new Promise<never>(() => undefined) }
    const run = begun({ found: [unit('a')], ports: { sifter }, settings: { inquiryMs: 50 } })
    await run.clock.advance(50)
    expect(await run.result).toBeNull()
    expect(run.trace.at(-1)).toMatchObject({ kind: 'failure', stage: 'sifter', what: 'MODEL_TIMEOUT' })
  })

  it('asks for nothing more once its signal has ended the sifting', async () => {
    const stop = new AbortController()
    const asked: string[] = []
    const sifter = {
      name: 's',
      sift: async () => {
        stop.abort(new Error('enough'))
        return Promise.reject(new Error('stopped'))
      },
    }
    const injector = { name: 'i', write: async () => ({ text: `${asked.push('injector')}` }) }
    const run = begun({ found: [unit('a')], ports: { sifter, injector }, signal: stop.signal })
    await expect(run.result).rejects.toThrow('enough')
    await run.clock.advance(0)
    expect(asked).toEqual([])
  })

  it('rejects with the reason of its signal, and traces nothing', async () => {
    const stop = new AbortController()
    const monitor = {
      name: 'm',
      look: async () => {
        stop.abort(new Error('enough'))
        return { answer: 'yes' as const, reason: '' }
      },
    }
    const run = begun({ ports: { monitor, find: down }, signal: stop.signal })
    await expect(run.result).rejects.toThrow('enough')
    expect(run.trace).toEqual([])
  })

  it.each([
    {
      name: 'an error of ours',
      error: new GlossError('GRAPH_MISSING', 'No.'),
      what: 'GRAPH_MISSING',
      message: 'No.',
    },
    { name: 'another', error: new TypeError('x'), what: 'INTERNAL', message: 'x' },
    { name: 'no error at all', error: 'text', what: 'INTERNAL', message: 'text' },
  ])('is told by its code and message: $name', ({ error, what, message }) => {
    expect(failureOf(error)).toEqual({ what, message })
  })
})
