/** One stream call by hand: what is read of it, what its looks are given, and what is left when it is over. */
import { describe, expect, test } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import type { ChatEvent, ContinuingChat } from '../../../models/index.ts'
import { DEFAULT_AGENT } from '../../../monitor/agent.ts'
import type { AssistPorts } from '../../../monitor/assist.ts'
import {
  DEFAULT_LOOP,
  type Evidence,
  type InjectionOrder,
  type MonitorVerdict,
} from '../../../monitor/index.ts'
import { openModelCall } from '../../../monitor/model-call.ts'
import type { LookReport } from '../../../monitor/turn-events.ts'
import { type CallState, firstState, type TurnState } from '../../../monitor/turn-state.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { evidenceOf, lookAt } from '../../fixtures/monitor-looks.ts'

const REQUEST = { messages: [{ role: 'user' as const, content: 'How many?' }] }
const NOTHING = { reasoning: '', text: '' }
const AT = { step: 0, call: 0, channel: 'text', offset: 9 } as const
const YES: MonitorVerdict = { answer: 'yes', reason: '' }

function reading(text: string): TurnState {
  const channel = { text, recent: text, untilLook: 9, logprobs: [] }
  const call: CallState = {
    channels: { reasoning: { ...channel, text: '', recent: '' }, text: channel },
    logprobs: [],
    prepared: null,
    waited: 0,
    isPatient: true,
    reason: 'other',
  }
  const plan = {
    request: REQUEST,
    settings: DEFAULT_LOOP,
    agent: DEFAULT_AGENT,
    isMonitored: true,
    runsCode: false,
  }
  return { ...firstState(plan, NOTHING), phase: { name: 'reading', call } }
}

interface Streaming {
  readonly events?: readonly (ChatEvent | Error)[]
  readonly assist?: Partial<AssistPorts> | null
  readonly signal?: AbortSignal
  /** A stream that cannot be told to close. */
  readonly isUnclosable?: true
}

function opened({
  events = [],
  assist = null,
  signal = new AbortController().signal,
  isUnclosable,
}: Streaming) {
  const clock = createManualClock()
  const seen = { closed: 0, signal: null as AbortSignal | null }
  const reports: LookReport[] = []
  let state = reading('It is so. It may')
  const queue = [...events]
  const chat = {
    stream(_request: unknown, _written: unknown, given: AbortSignal) {
      seen.signal = given
      return {
        [Symbol.asyncIterator]: () => ({
          async next() {
            signal.throwIfAborted()
            const event = queue.shift()
            if (event instanceof Error) throw event
            return event === undefined ? { done: true, value: undefined } : { done: false, value: event }
          },
          ...(isUnclosable ? {} : { return: async () => ({ done: true, value: void seen.closed++ }) }),
        }),
      }
    },
  } as unknown as ContinuingChat
  const ports: AssistPorts | null = assist && {
    monitor: { name: 'm', look: async () => YES },
    querier: null,
    find: async () => [evidenceOf('It is so.')],
    sifter: null,
    injector: null,
    clock,
    ...assist,
  }
  const call = openModelCall(
    { type: 'open', request: REQUEST, written: NOTHING },
    {
      ...{ chat, assist: ports, signal },
      state: () => state,
      stamped: (event) => ({ ...event, atMs: 7 }),
      report: (report) => void reports.push(report),
    },
  )
  return {
    ...{ call, clock, reports, seen },
    become: (next: TurnState) => {
      state = next
    },
    look: () => call.look({ type: 'look', look: lookAt('window', { channel: 'text' }), at: AT }),
  }
}

const text = (said: string): ChatEvent => ({ type: 'text', text: said })
const usage = (completionTokens: number): ChatEvent => ({
  type: 'usage',
  usage: { promptTokens: 3, completionTokens, estimated: false },
})

describe('a stream that is read', () => {
  test('gives its events, then its end with the tokens that it took', async () => {
    const { call, seen } = opened({ events: [text('It is'), usage(7)] })
    expect(await call.read()).toEqual({ type: 'received', event: text('It is') })
    expect(await call.read()).toEqual({ type: 'received', event: usage(7) })
    expect(seen.signal?.aborted).toBe(false)
    expect(await call.read()).toEqual({ type: 'ended', completionTokens: 7, late: [] })
    expect(seen.signal?.aborted).toBe(true)
  })

  test('is closed before its end, and what the server still does for it is stopped', async () => {
    const { call, seen } = opened({ events: [usage(2), text('It')] })
    await call.read()
    expect(await call.close()).toEqual({ type: 'ended', completionTokens: 2, late: [] })
    expect(seen.closed).toBe(1)
    expect(seen.signal?.aborted).toBe(true)
  })

  test('tells its failure, with the tokens up to it', async () => {
    const error = new GlossError('MODEL_STREAM_BROKEN', 'It ended.')
    const { call, seen } = opened({ events: [usage(4), error] })
    await call.read()
    expect(await call.read()).toEqual({ type: 'failed', error, completionTokens: 4, late: [] })
    expect(seen.signal?.aborted).toBe(true)
  })

  test('rejects where the turn itself was stopped', async () => {
    const stop = new AbortController()
    const { call, seen } = opened({ events: [text('It')], signal: stop.signal })
    stop.abort(new Error('gone'))
    await expect(call.read()).rejects.toThrow('gone')
    expect(seen.signal?.aborted).toBe(true)
  })

  test('may be one that cannot be closed', async () => {
    const { call } = opened({ events: [text('It')], isUnclosable: true })
    expect(await call.close()).toMatchObject({ type: 'ended' })
    await opened({ isUnclosable: true }).call.leave()
  })

  test('has no looks where nobody watches', async () => {
    const { call, look, reports } = opened({ events: [text('It')] })
    look()
    await call.settle()
    expect(reports).toEqual([])
  })
})

describe('a reader who leaves', () => {
  test('closes a stream that is open, and stops what runs beside it', async () => {
    let looking: AbortSignal | null = null
    const monitor = {
      name: 'm',
      look: (_: unknown, given: AbortSignal) => {
        looking = given
        return new Promise<never>(() => undefined)
      },
    }
    const { call, seen, look } = opened({ events: [text('It')], assist: { monitor } })
    look()
    await call.leave()
    expect(seen.closed).toBe(1)
    expect(seen.signal?.aborted).toBe(true)
    expect(looking!.aborted).toBe(true)
  })

  test('has nothing to close where the stream is over', async () => {
    const { call, seen, become } = opened({})
    await call.read()
    become({ ...reading(''), phase: { name: 'over' } })
    await call.leave()
    expect(seen.closed).toBe(0)
  })
})

describe('a look at the stream', () => {
  test('tells what it does with its time, and what it prepared', async () => {
    const { call, look, reports } = opened({ assist: {} })
    look()
    await call.settle()
    const kinds = reports.map((report) =>
      report.type === 'traced' ? [report.event.kind, report.event.atMs] : [report.type],
    )
    expect(kinds).toEqual([['look', 7], ['query', 7], ['evidence', 7], ['prepared']])
    expect(reports.at(-1)).toMatchObject({ injection: { at: AT, text: 'It is so.' } })
  })

  test('that is not answered when the stream ends is told with it', async () => {
    const { call, look } = opened({
      assist: { monitor: { name: 'm', look: () => new Promise(() => undefined) } },
    })
    look()
    expect(await call.read()).toEqual({ type: 'ended', completionTokens: 0, late: [AT] })
  })

  test('gives the injector whole sentences of the call, also when the call is over by then', async () => {
    const orders: InjectionOrder[] = []
    const { promise, resolve } = Promise.withResolvers<readonly Evidence[]>()
    const injector = {
      name: 'i',
      write: async (order: InjectionOrder) => {
        orders.push(order)
        return { text: 'So.' }
      },
    }
    const { call, look, become, clock } = opened({ assist: { find: () => promise, injector } })
    look()
    await clock.advance(0)
    await call.read()
    become({ ...reading(''), phase: { name: 'over' } })
    resolve([evidenceOf('It is so.')])
    await clock.advance(0)
    expect(orders.map((order) => order.text)).toEqual(['It is so.'])
  })

  test('is not told twice what the turn has already', async () => {
    const { call, look, become, reports } = opened({ assist: {} })
    const { unit, paper, span } = evidenceOf('It is so.')
    become({ ...reading('It is so.'), injected: [{ unit, paper, span }] })
    look()
    await call.settle()
    expect(reports.at(-1)).toMatchObject({ event: { kind: 'miss', reason: 'already_injected' } })
  })
})
