/** Helpers that patterns share: slots, gates and structured answers. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ChatRequest } from '../../../models/index.ts'
import { checkAndRetry } from '../../../solver/check-and-retry.ts'
import { createSlots } from '../../../solver/slots.ts'
import { askStructured, jsonReader } from '../../../solver/structured-answer.ts'

function watched() {
  const reports: { path: string; kind: string; data: unknown }[] = []
  return {
    reports,
    report: (path: string, kind: string, data: unknown) => void reports.push({ path, kind, data }),
  }
}

describe('the slots of a run', () => {
  it('are what was written last, and keep what was written before', () => {
    const { reports, report } = watched()
    const session = createSlots({ report })
    session.write('plan', 'first', 'plan/0')
    session.write('answer', 'x', 'answer/0')
    session.write('plan', 'second', 'plan/1')
    expect(session.read('plan')).toBe('second')
    expect(session.values()).toEqual({ plan: 'second', answer: 'x' })
    expect(session.history().map(({ slot, text }) => `${slot}=${text}`)).toEqual([
      'plan=first',
      'answer=x',
      'plan=second',
    ])
    expect(reports.at(-1)).toEqual({
      path: 'plan/1',
      kind: 'slot-row',
      data: { slot: 'plan', revision: 2, by: 'plan/1', begins: 'second', characters: 6 },
    })
  })

  it('cannot be read before they are written', () => {
    const session = createSlots({ report: () => undefined })
    expect(session.find('plan')).toBeNull()
    expect(() => session.read('plan')).toThrow(/slot plan was read before/)
  })
})

describe('a gate', () => {
  /** Values are how often they were made; those from `least` on pass. */
  async function passed(least: number, retries: number, checksLast: boolean) {
    const calls: string[] = []
    const gated = await checkAndRetry(0, {
      check: async (value, retry) => {
        calls.push(`check ${value}.${retry}`)
        return value >= least
      },
      passes: (verdict) => verdict,
      again: async (value, _, retry) => {
        calls.push(`again ${value}.${retry}`)
        return value + 1
      },
      retries,
      checksLast,
    })
    return { ...gated, calls }
  }

  it.each([
    {
      name: 'lets through what passes',
      least: 0,
      retries: 1,
      checksLast: false,
      value: 0,
      accepted: true,
      calls: 1,
    },
    {
      name: 'has the last one unchecked where it is told so',
      least: 9,
      retries: 1,
      checksLast: false,
      value: 1,
      accepted: null,
      calls: 2,
    },
    {
      name: 'checks the last one, whatever comes of it',
      least: 9,
      retries: 1,
      checksLast: true,
      value: 1,
      accepted: false,
      calls: 3,
    },
    {
      name: 'stops at the retry that passes',
      least: 2,
      retries: 5,
      checksLast: true,
      value: 2,
      accepted: true,
      calls: 5,
    },
    {
      name: 'keeps a rejected value where nothing may be made anew',
      least: 9,
      retries: 0,
      checksLast: false,
      value: 0,
      accepted: false,
      calls: 1,
    },
  ])('$name', async ({ least, retries, checksLast, value, accepted, calls }) => {
    const gated = await passed(least, retries, checksLast)
    expect(gated).toMatchObject({ value, accepted, retried: value })
    expect(gated.calls).toHaveLength(calls)
    expect(new Set(gated.calls).size).toBe(calls)
  })
})

describe('a structured answer', () => {
  const read = jsonReader(z.object({ accept: z.boolean(), confidence: z.number().min(0).max(1) }))

  async function asked(texts: readonly string[], turns?: number) {
    const requests: { path: string; request: ChatRequest }[] = []
    const left = [...texts]
    const turn = await askStructured(
      {
        report: () => undefined,
        async ask(path, _, request) {
          requests.push({ path, request })
          const usage = { promptTokens: 1, completionTokens: 1, estimated: false }
          return { text: left.shift() ?? '', reasoning: '', usage, finish: 'stop' }
        },
      },
      {
        path: 'critique/0',
        role: 'critic',
        request: { messages: [{ role: 'user', content: 'Is it right?' }] },
        read,
        fallback: { accept: false, confidence: 0 },
        ...(turns === undefined ? {} : { turns }),
      },
    )
    return { turn, requests }
  }

  it('is read out of fences and prose, with comments and commas too many', async () => {
    const { turn, requests } = await asked([
      'Here:\n```json\n{"accept": true, // yes\n "confidence": 0.9,}\n```',
    ])
    expect(turn).toMatchObject({ value: { accept: true, confidence: 0.9 }, by: 'answer', losses: [] })
    expect(requests.map(({ path }) => path)).toEqual(['critique/0/turn.0'])
  })

  it('is asked for once more with what was wrong, and no more than that', async () => {
    const { turn, requests } = await asked(['I accept it.', '{"accept": true, "confidence": 1}'])
    expect(turn).toMatchObject({ by: 'repair', value: { accept: true, confidence: 1 } })
    expect(turn.losses).toEqual(['it has no JSON object in it'])
    const told = requests[1]?.request.messages.map(({ content }) => content)
    expect(told?.slice(0, 2)).toEqual(['Is it right?', 'I accept it.'])
    expect(told?.[2]).toContain('it has no JSON object in it')
  })

  it('falls back to what the pattern says, with every reason', async () => {
    const { turn, requests } = await asked(['{"accept": true, "confidence": 7}', ''])
    expect(turn).toMatchObject({ by: 'fallback', value: { accept: false, confidence: 0 }, text: '' })
    expect(turn.losses[0]).toMatch(/^confidence: /)
    expect(requests).toHaveLength(2)
  })

  it('is asked for as often as the pattern wants', async () => {
    expect((await asked([], 5)).requests).toHaveLength(5)
  })
})
