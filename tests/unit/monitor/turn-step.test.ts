/** The state machine of a turn, without a driver: events go in by hand, states are frozen. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_AGENT } from '../../../monitor/agent.ts'
import type { EffectResult, LookReport } from '../../../monitor/turn-events.ts'
import { openCall } from '../../../monitor/turn-moves.ts'
import { firstState, type TurnPhase } from '../../../monitor/turn-state.ts'
import { step } from '../../../monitor/turn-step.ts'
import {
  ABILITY,
  brokenStream,
  CODE_CUT,
  ENDED,
  failed,
  heard,
  INJECTION_CUT,
  type Move,
  PLACE,
  PROCEED,
  planOf,
  play,
  prepared,
  received,
  text,
} from '../../fixtures/played-turn.ts'

/** Moves that lead to each phase. */
const WAYS: Readonly<Record<TurnPhase['name'], readonly Move[]>> = {
  opening: [],
  reading: [PROCEED],
  pieces: [PROCEED, text('some')],
  heard: [PROCEED, received({ type: 'finish', reason: 'stop' })],
  cutting: CODE_CUT,
  interrupted: [...CODE_CUT, ENDED],
  injected: [...INJECTION_CUT, ENDED, PROCEED],
  running: [...CODE_CUT, ENDED, PROCEED],
  ran: [...CODE_CUT, ENDED, PROCEED, { type: 'ran', result: '8', searches: [], failure: null }],
  stepped: [PROCEED, ENDED],
  over: [PROCEED, ...heard('Yes.'), ENDED, PROCEED],
}
const RESULTS: Readonly<Record<EffectResult['type'], EffectResult>> = {
  proceed: PROCEED,
  received: text('It'),
  ended: ENDED,
  failed: failed(new Error('no')),
  ran: { type: 'ran', result: '8', searches: [], failure: null },
}
const WAITED_FOR: Readonly<Record<TurnPhase['name'], readonly EffectResult['type'][]>> = {
  opening: ['proceed'],
  reading: ['received', 'ended', 'failed'],
  pieces: ['proceed'],
  heard: ['proceed'],
  cutting: ['ended', 'failed'],
  interrupted: ['proceed'],
  injected: ['proceed'],
  running: ['ran'],
  ran: ['proceed'],
  stepped: ['proceed'],
  over: [],
}
const PHASES = Object.keys(WAYS) as TurnPhase['name'][]
const PAIRS = PHASES.flatMap((phase) =>
  (Object.keys(RESULTS) as EffectResult['type'][]).map((type) => ({
    phase,
    type,
    isWaitedFor: WAITED_FOR[phase].includes(type),
  })),
)

describe('a phase of a turn', () => {
  it.each(PHASES)('"%s" can be reached', (phase) => {
    expect(play(planOf(), WAYS[phase]).transition.state.phase.name).toBe(phase)
  })

  it.each(PAIRS.filter(({ isWaitedFor }) => isWaitedFor))('"$phase" takes the event "$type"', (pair) => {
    expect(() => play(planOf(), [...WAYS[pair.phase], RESULTS[pair.type]])).not.toThrow()
  })

  it.each(PAIRS.filter(({ isWaitedFor }) => !isWaitedFor))(
    '"$phase" refuses the event "$type" and names both',
    (pair) => {
      expect(() => play(planOf(), [...WAYS[pair.phase], RESULTS[pair.type]])).toThrow(
        `phase "${pair.phase}" got the event "${pair.type}"`,
      )
    },
  )

  it.each(PHASES)('"%s" takes reports of looks only where a stream is read', (phase) => {
    const [result] = WAITED_FOR[phase].map((type) => RESULTS[type])
    const isReading = ['reading', 'pieces', 'heard', 'cutting'].includes(phase)
    if (result === undefined) return
    const run = () => play(planOf(), [...WAYS[phase], prepared(result)])
    if (isReading) expect(run).not.toThrow()
    else expect(run).toThrow('got the report of a look')
  })

  it.each(PHASES)('"%s" comes to the same with the same events', (phase) => {
    expect(play(planOf(), WAYS[phase])).toEqual(play(planOf(), WAYS[phase]))
  })
})

describe('what a step of a turn asks for', () => {
  it('is a look at the end of the window, at once, and the rest of the delta after it', () => {
    const run = play(planOf(), [PROCEED, text('twenty characters, and more'), PROCEED])
    expect(run.transition.effect).toEqual({
      type: 'look',
      at: PLACE,
      look: {
        window: 'twenty characters, a',
        offset: 20,
        channel: 'text',
        question: 'How many?',
        logprobs: [],
      },
    })
    expect(run.output.at(-1)).toMatchObject({ text: 'twenty characters, a' })
  })

  it('is to wait for the look within a delta as long as a stride, until a look has failed', () => {
    const failure: LookReport = {
      type: 'traced',
      event: { kind: 'failure', stage: 'monitor', what: 'INTERNAL', message: 'no', atMs: 1 },
    }
    const moves = [PROCEED, text('twenty characters, and more'), PROCEED]
    expect(play(planOf(), [...moves, PROCEED]).effects.at(-1)).toBe('settle')
    const impatient = play(planOf(), [...moves, { reported: PROCEED, reports: [failure] }])
    expect(impatient.effects.at(-1)).toBe('proceed')
    expect(impatient.output.at(-1)).toMatchObject({ text: 'nd more' })
  })

  it('is never a look where the turn is not monitored', () => {
    const run = play(planOf({ isMonitored: false }), [
      PROCEED,
      text('twenty characters, a'),
      PROCEED,
      PROCEED,
    ])
    expect(run.effects).not.toContain('look')
  })

  it('is to close the stream where an injection has its place, and then to continue behind it', () => {
    const run = play(planOf(), [...INJECTION_CUT, ENDED, PROCEED, PROCEED])
    expect(run.effects).toEqual(['open', 'read', 'close', 'proceed', 'proceed', 'open'])
    expect(run.transition.effect).toMatchObject({ written: { reasoning: '', text: 'It is. [It is so.]' } })
    expect(
      run.output.map((thought) => (thought.type === 'trace' ? thought.event.kind : thought.type)),
    ).toEqual(['call', 'text', 'text', 'injection'])
    expect(run.output.at(-1)).toMatchObject({
      event: { span: [6, 18], discarded: ' And', cut: { offset: 6, kind: 'sentence' }, atMs: 5 },
    })
  })

  it('is to run a block of code, whose time counts until its result has been given out', () => {
    const run = play(planOf(), [...WAYS.ran, PROCEED])
    expect(run.effects).toEqual(['open', 'read', 'close', 'proceed', 'run', 'proceed', 'proceed'])
    expect(run.output.at(-1)).toMatchObject({
      event: { kind: 'code', code: '1', result: '8', discarded: ' more', tookMs: 2 },
    })
  })

  it('is to continue a stream that broke off, and to fail at the fourth', () => {
    const again: Move[] = [PROCEED, ...heard('Half'), failed(brokenStream())]
    const resumed = play(planOf(), [...again, ...again])
    expect(resumed.transition.effect).toMatchObject({ type: 'open', written: { text: 'HalfHalf' } })
    const given = play(planOf(), [...again, ...again, ...again])
    expect(given.transition.effect.type).toBe('fail')
    expect(given.output.at(-1)).toMatchObject({ event: { kind: 'failure', stage: 'continuation' } })
  })

  it('is to end with "length" where the tokens of the request are used up', () => {
    const request = { messages: [], maxTokens: 5 }
    const run = play(planOf({ request }), [...INJECTION_CUT, ENDED, PROCEED, PROCEED, PROCEED])
    expect(run.output.at(-1)).toEqual({ type: 'finish', reason: 'length' })
    expect(run.transition.effect).toEqual({ type: 'finish' })
  })

  it('is one step more with a sentence that asks for the answer, where the answer lacks its tag', () => {
    const plan = planOf({ agent: { ...DEFAULT_AGENT, answerTag: 'answer' } })
    const turn: Move[] = [PROCEED, ...heard('It is 8.'), ENDED, PROCEED]
    const run = play(plan, turn)
    expect(run.transition.effect).toMatchObject({
      written: { text: expect.stringContaining('<answer></answer>') },
    })
    expect(play(plan, [...turn, ...turn]).transition.effect).toEqual({ type: 'finish' })
  })
})

it('a step of a turn costs microseconds', () => {
  const moves = Array.from({ length: 3_000 }, () => heard('some ')).flat()
  const startedMs = performance.now()
  let transition = openCall(firstState(planOf({ isMonitored: false }), { reasoning: '', text: '' }))
  for (const move of [PROCEED, ...moves]) {
    const event = { ...(move as EffectResult), atMs: 0, ability: ABILITY, reports: [] }
    transition = step(transition.state, event)
  }
  // Some 2 µs on an idle core; a copy of the text or of the trace in each step would take thousands.
  expect((performance.now() - startedMs) / moves.length).toBeLessThan(0.2)
})
