/** What clients get of a run's events: everything once, in order, and no more kept than is needed. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEventLog } from '../../../../api/http/event-log.ts'
import { createCandidateNumbers } from '../../../../api/runs/run-candidates.ts'
import { createRunEvents } from '../../../../api/runs/run-events.ts'
import { createTextFrames, type Frame } from '../../../../api/runs/text-frames.ts'
import type { AgentTranscript, RunEvent, RunRecord } from '../../../../app/index.ts'
import { EIGEN1_PAGE } from '../../../../solver/eigen1/page.ts'
import { NO_BUDGET } from '../../../../solver/index.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const RECORD: RunRecord = {
  id: 'abc',
  startedAt: '2026-01-01T00:00:00.000Z',
  status: 'running',
  outcome: null,
  conditions: [],
  plan: {
    question: { id: 'q', text: 'How many?' },
    pattern: 'eigen1',
    settings: { proposers: 2 },
    corpus: 'main',
    backend: 'auto',
    monitor: 'lexical',
    budget: NO_BUDGET,
  },
}
const thought = (path: string, text: string): RunEvent => ({
  type: 'thought',
  path,
  thought: { type: 'text', channel: 'text', by: 'model', text },
})
const agentOf = (path: string): AgentTranscript => ({
  path,
  role: 'proposer',
  segments: [{ channel: 'text', by: 'model', text: 'the whole' }],
  steps: 1,
  finish: 'stop',
  hasAnswer: true,
})
const ended = (path: string) => ({ type: 'agent', path }) as const
const candidate = (path: string, text: string) =>
  ({ type: 'report', path, kind: 'candidate', data: { index: 0, path, text } }) as const

describe('frames of text', () => {
  const piece = fc.record({
    path: fc.constantFrom('propose/0', 'propose/1'),
    channel: fc.constantFrom('text' as const, 'reasoning' as const),
    text: fc.string({ minLength: 1, maxLength: 4 }),
    isPause: fc.boolean(),
  })

  test('join to the text that was written, path by path and channel by channel', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const taken: Frame[] = []
        const frames = createTextFrames((frame) => taken.push(frame))
        for (const { path, channel, text, isPause } of pieces) {
          frames.add(path, { type: 'text', channel, by: 'model', text })
          if (isPause) vi.advanceTimersByTime(100)
        }
        frames.flush()
        for (const path of ['propose/0', 'propose/1']) {
          const said = (all: readonly Pick<Frame, 'path' | 'channel' | 'text'>[]) =>
            all.flatMap((one) =>
              one.path === path ? [...one.text].map((sign) => `${one.channel} ${sign}`) : [],
            )
          expect(said(taken)).toEqual(said(pieces))
        }
      }),
    )
  })

  test('come ten times a second at the most, however fast a model writes', () => {
    let taken = 0
    const frames = createTextFrames(() => taken++)
    for (let at = 0; at < 1_000; at++) {
      frames.add('propose/0', { type: 'text', channel: 'text', by: 'model', text: 'word ' })
      vi.advanceTimersByTime(2)
    }
    frames.flush()
    expect(taken).toBeLessThanOrEqual(21)
  })
})

describe('a log', () => {
  test('gives a client that takes it up anywhere what comes behind, without what was overtaken', async () => {
    const log = createEventLog()
    for (let at = 0; at < 200; at++) log.push(at % 2 === 0 ? 'text' : 'stage', { at }, `p/${at % 3}`)
    log.drop(['text'], 'p/0')
    const numbers: number[] = []
    for (let last = 10; ; ) {
      const events = await log.after(last)
      if (events.length === 0) break
      numbers.push(...events.map(({ number }) => number))
      last = numbers.at(-1) ?? last
    }
    const expected = Array.from({ length: 190 }, (_, at) => at + 11).filter(
      (number) => (number - 1) % 6 !== 0,
    )
    expect(numbers).toEqual(expected)
    expect((await log.after(1_000))[0]).toMatchObject({ number: 2 })
  })

  test('keeps no text of agents that have ended, and reads it when it is sent', async () => {
    const read: string[] = []
    const log = createRunEvents(RECORD, async (path) => {
      read.push(path)
      return agentOf(path)
    })
    log.add({ type: 'stage', stage: 'propose' })
    for (let at = 0; at < 50; at++) {
      log.add(thought('propose/0', 'word '))
      log.add(thought('propose/1', 'other '))
      vi.advanceTimersByTime(100)
    }
    log.add(ended('propose/0'))
    expect(read).toEqual([])
    const events = await log.after(0)
    const texts = events.filter(({ type }) => type === 'text')
    expect(texts.every(({ data }) => (data as { path: string }).path === 'propose/1')).toBe(true)
    expect(read).toEqual(['propose/0'])
    expect(events.find(({ type }) => type === 'agent')?.data).toMatchObject({
      candidate: 0,
      segments: [{ text: 'the whole' }],
    })
  })

  test('has the ledger once, the newest', async () => {
    const log = createRunEvents(RECORD, async () => null)
    const row = { role: 'total', calls: 0 } as never
    for (let steps = 1; steps <= 5; steps++)
      log.add({ type: 'ledgers', ledgers: { byRole: [], byStage: [], total: row, steps } })
    const ledgers = (await log.after(0)).filter(({ type }) => type === 'ledger')
    expect(ledgers).toMatchObject([{ number: 6, data: { steps: 5 } }])
  })
})

describe('a candidate', () => {
  test.each([
    { name: 'keeps its place', failed: [], path: 'correct/1', at: 1 },
    {
      name: 'keeps the place of who proposed it, where one before it failed',
      failed: [0],
      path: 'correct/0',
      at: 1,
    },
    { name: 'keeps it through rounds', failed: [1], path: 'evaluate.0/1', at: 2 },
    { name: 'is the proposer while it proposes', failed: [0], path: 'propose/0', at: 0 },
    { name: 'is nobody for a ranker', failed: [], path: 'rank/0', at: null },
    { name: 'is nobody for a ranker that is asked again', failed: [], path: 'rank/repair/0', at: null },
  ])('$name', ({ failed, path, at }) => {
    const candidates = createCandidateNumbers(EIGEN1_PAGE.stages)
    candidates.add({ type: 'stage', stage: 'propose' })
    for (const place of [2, 0, 1])
      if (!failed.includes(place as never)) candidates.add(ended(`propose/${place}`))
    candidates.add({ type: 'stage', stage: 'correct' })
    expect(candidates.at(path)).toBe(at)
  })

  test('whose proposer wrote nothing is left out', () => {
    const candidates = createCandidateNumbers(EIGEN1_PAGE.stages)
    candidates.add({ type: 'stage', stage: 'propose' })
    for (const path of ['propose/0', 'propose/1']) {
      candidates.add(ended(path))
      candidates.add(candidate(path, path === 'propose/0' ? '' : 'It is so.'))
    }
    expect(candidates.at('correct/0')).toBe(1)
    expect(candidates.ofPlace(0)).toBe(1)
  })
})
