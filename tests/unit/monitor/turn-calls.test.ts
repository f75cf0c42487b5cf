/** What the stream calls of a turn are asked for, what is told of them, and where their looks and injections fall. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_AGENT } from '../../../monitor/agent.ts'
import { DEFAULT_LOOP } from '../../../monitor/index.ts'
import type { TurnPlan } from '../../../monitor/turn-state.ts'
import {
  ABILITY,
  brokenStream,
  CODE_CUT,
  ENDED,
  failed,
  heard,
  INJECTION,
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

const USER = { role: 'user' as const, content: 'How many?' }
const settingsOf = (settings: Partial<TurnPlan['settings']>) => ({
  settings: { ...planOf().settings, ...settings },
})
const thought = (said: string) => received({ type: 'reasoning', text: said })
const BROKEN = [PROCEED, failed(brokenStream())]

/** The events that were told, without what each holds. */
const kindsIn = ({ output }: ReturnType<typeof play>) =>
  output.flatMap((one) => (one.type === 'trace' ? [one.event.kind] : []))
const lastEvent = ({ output }: ReturnType<typeof play>) =>
  output.flatMap((one) => (one.type === 'trace' ? [one.event] : [])).at(-1)

it('the defaults are the published ones: windows of 512, 128 of them overlap, three units, two injections', () => {
  expect(DEFAULT_LOOP).toEqual({
    windowCharacters: 512,
    strideCharacters: 512 - 128,
    k: 3,
    maxInjections: 2,
    floor: 'topic',
    inquiryMs: 30_000,
    holdsStream: false,
    cutWithinCharacters: 600,
    maxResumptions: 2,
  })
  expect(DEFAULT_AGENT).toEqual({ maxSteps: 150, maxEmpties: 5, answerTag: null })
})

describe('the tokens of a request', () => {
  const behind = (maxTokens: number | undefined, moves: readonly Move[]) => {
    const request = { messages: [USER], ...(maxTokens === undefined ? {} : { maxTokens }) }
    const { effect } = play(planOf({ request }), moves).transition
    return effect.type === 'open' ? effect.request : effect.type
  }
  // Each call takes five.
  const injected = [...INJECTION_CUT, ENDED, PROCEED, PROCEED]

  it('are shared by the calls of a turn', () => {
    expect(behind(100, [])).toEqual({ messages: [USER], maxTokens: 100 })
    expect(behind(100, injected)).toMatchObject({ maxTokens: 95 })
    expect(behind(100, [...injected, ...BROKEN])).toMatchObject({ maxTokens: 90 })
    expect(behind(undefined, injected)).toEqual({ messages: [USER] })
  })

  it('are one at least where a stream broke off when they were used up', () => {
    expect(behind(6, BROKEN)).toMatchObject({ maxTokens: 1 })
    expect(behind(5, BROKEN)).toMatchObject({ maxTokens: 1 })
    expect(behind(2, BROKEN)).toMatchObject({ maxTokens: 1 })
  })

  it('are used up at their last one, not before', () => {
    expect(behind(6, injected)).toMatchObject({ maxTokens: 1 })
    expect(behind(5, injected)).toBe('proceed')
  })
})

describe('a call', () => {
  it('is told with the way in which a text is continued, and without one where there is nothing to continue', () => {
    expect(lastEvent(play(planOf(), [PROCEED]))).toMatchObject({ kind: 'call', call: 0, rung: null })
    const again = (first: Move) => [PROCEED, first, PROCEED, PROCEED, ...BROKEN.slice(1), PROCEED]
    const told = { kind: 'call', step: 0, call: 1, rung: 'prefix' }
    expect(lastEvent(play(planOf(), again(text('Half'))))).toMatchObject(told)
    expect(lastEvent(play(planOf(), again(thought('Half'))))).toMatchObject(told)
    expect(lastEvent(play(planOf(), again(text('Half')), null))).toMatchObject({ ...told, rung: null })
  })

  it('that broke off is told as of the stream while it is continued, and where it was the first', () => {
    const failure = (maxResumptions: number, times: number) => {
      const plan = planOf(settingsOf({ maxResumptions }))
      const run = play(plan, Array.from({ length: times }, () => BROKEN).flat())
      const event = lastEvent(run)
      return [event?.kind === 'failure' && event.stage, run.transition.effect.type]
    }
    expect(failure(0, 1)).toEqual(['stream', 'fail'])
    expect(failure(1, 1)).toEqual(['stream', 'open'])
    expect(failure(1, 2)).toEqual(['continuation', 'fail'])
    expect(failure(2, 2)).toEqual(['stream', 'open'])
  })

  it('that fails otherwise is not continued', () => {
    const run = play(planOf(), [PROCEED, failed(new Error('no'))])
    expect(run.transition.effect).toMatchObject({ type: 'fail' })
    expect(lastEvent(run)).toMatchObject({
      kind: 'failure',
      stage: 'stream',
      what: 'INTERNAL',
      message: 'no',
    })
  })

  it('tells of the looks that it ended before, and of an injection that found no place', () => {
    const late = [PLACE, { ...PLACE, offset: 35 }]
    const run = play(planOf(), [PROCEED, prepared(text('and')), PROCEED, PROCEED, { ...ENDED, late } as Move])
    expect(kindsIn(run)).toEqual(['call', 'skip', 'skip', 'unused'])
    expect(lastEvent(run)).toMatchObject({ at: INJECTION.at, reason: 'late' })
  })

  it('that code ends has no use for an injection any more', () => {
    const run = play(planOf(), [PROCEED, prepared(text('a <code>1</code>')), ENDED])
    expect(kindsIn(run)).toEqual(['call', 'unused'])
  })

  it('that an injection ends has used it, though it breaks off as it is closed', () => {
    expect(kindsIn(play(planOf(), [...INJECTION_CUT, ENDED]))).toEqual(['call'])
    expect(kindsIn(play(planOf(), [...INJECTION_CUT, failed(brokenStream())]))).toEqual(['call', 'failure'])
    expect(kindsIn(play(planOf(), [...CODE_CUT, failed(brokenStream())]))).toEqual(['call', 'failure'])
  })

  it('ends as its server says, and otherwise where it says nothing', () => {
    const finish = (...moves: Move[]) =>
      play(planOf(), [PROCEED, ...heard('Yes.'), ...moves, ENDED, PROCEED]).output.at(-1)
    expect(finish(received({ type: 'finish', reason: 'stop' }), PROCEED)).toEqual({
      type: 'finish',
      reason: 'stop',
    })
    expect(finish()).toEqual({ type: 'finish', reason: 'other' })
  })

  it('hands tool calls on, and nothing else that is no text', () => {
    const call = { id: 'c', name: 'search', arguments: '{}' }
    const usage = { promptTokens: 1, completionTokens: 1, estimated: false }
    const handed = (event: Parameters<typeof received>[0]) =>
      play(planOf(), [PROCEED, received(event)]).transition.output
    expect(handed({ type: 'tool-call', call })).toEqual([{ type: 'tool-call', call }])
    expect(handed({ type: 'usage', usage })).toEqual([])
    expect(handed({ type: 'finish', reason: 'stop' })).toEqual([])
  })
})

describe('a look', () => {
  /** Windows have 20 characters, and strides 15. */
  const LONG = 'twenty characters, a'
  const effectOf = (moves: readonly Move[], plan: Partial<TurnPlan> = {}) =>
    play(planOf(plan), moves).transition.effect

  it('is told what the user asked last, and nothing where nobody asked', () => {
    const asked = (...messages: TurnPlan['request']['messages']) => {
      const effect = effectOf([PROCEED, text(LONG), PROCEED], { request: { messages } })
      return effect.type === 'look' ? effect.look.question : null
    }
    expect(asked(USER, { role: 'assistant', content: 'Two.' }, { ...USER, content: 'Why?' })).toBe('Why?')
    expect(asked(USER, { role: 'assistant', content: 'Two.' })).toBe('How many?')
    expect(asked({ role: 'system', content: 'Be brief.' })).toBe('')
  })

  it('is given the tokens of its window, where the server sends them and somebody watches', () => {
    const tokens = (...said: string[]) =>
      received({
        type: 'logprobs',
        tokens: said.map((token) => ({ token, logprob: -1, alternatives: [] })),
      })
    const moves = [
      ...[PROCEED, tokens('It is. '), PROCEED, ...heard('It is. ')],
      ...[tokens('twenty characters, ', 'a'), PROCEED, text('twenty characters, a'), PROCEED],
    ]
    const seen = effectOf(moves, settingsOf({ windowCharacters: 27 }))
    expect(seen.type === 'look' && seen.look.logprobs.map(({ token }) => token)).toEqual([
      'It is. ',
      'twenty characters, ',
      'a',
    ])
    const { transition } = play(planOf({ isMonitored: false }), moves)
    expect(JSON.stringify(transition.state.phase)).not.toContain('"token":"It is. "')
  })

  it('is waited for within a delta of a stride, and not at its end', () => {
    const behind = (said: string, plan: Partial<TurnPlan> = {}) =>
      effectOf([PROCEED, ...heard('ten of it '), text(said), PROCEED, PROCEED], plan).type
    expect(behind('fifteen of them')).toBe('settle')
    expect(behind('fourteen of it')).not.toBe('settle')
    expect(effectOf([PROCEED, text(LONG), PROCEED, PROCEED]).type).not.toBe('settle')
    expect(effectOf([PROCEED, text(`${LONG}b`), PROCEED, PROCEED]).type).toBe('settle')
    const held = settingsOf({ holdsStream: true })
    expect(effectOf([PROCEED, text(LONG), PROCEED, PROCEED], held).type).toBe('settle')
  })

  it('is not taken where nothing may be injected any more', () => {
    const look = [PROCEED, text(LONG), PROCEED]
    expect(effectOf(look, settingsOf({ maxInjections: 0 })).type).not.toBe('look')
    expect(effectOf(look, settingsOf({ maxInjections: 1 })).type).toBe('look')
    const behind = [...INJECTION_CUT, ENDED, PROCEED, PROCEED, ...look]
    expect(effectOf(behind, settingsOf({ maxInjections: 1 })).type).not.toBe('look')
    expect(effectOf(behind, settingsOf({ maxInjections: 2 })).type).toBe('look')
  })

  it('is taken at thoughts only where they can be continued', () => {
    const effects = (ability: Parameters<typeof play>[2]) =>
      play(planOf(), [PROCEED, thought(LONG), PROCEED], ability).effects
    expect(effects({ ...ABILITY, continuesReasoning: true })).toContain('look')
    expect(effects({ ...ABILITY, continuesReasoning: false })).not.toContain('look')
    expect(effects(null)).not.toContain('look')
  })

  it('is left out while an injection waits for its place, which is told', () => {
    const run = play(planOf(), [PROCEED, prepared(text(LONG)), PROCEED, PROCEED])
    expect(lastEvent(run)).toMatchObject({ kind: 'skip', at: PLACE, reason: 'pending' })
    expect(run.effects).not.toContain('look')
  })
})

describe('an injection', () => {
  const behindIt = [...INJECTION_CUT, ENDED, PROCEED, PROCEED, PROCEED]

  it('is parted from the next word by a space, which the model did not write', () => {
    const { output, transition } = play(planOf(), [...behindIt, text('But'), PROCEED])
    expect(transition.state.written.text).toBe('It is. [It is so.] But')
    expect(output.slice(-2)).toEqual([
      { type: 'text', channel: 'text', text: ' ', by: 'injection' },
      { type: 'text', channel: 'text', text: 'But', by: 'model' },
    ])
    expect(play(planOf(), [...behindIt, text(' But')]).transition.state.written.text).toBe(
      'It is. [It is so.] But',
    )
    expect(play(planOf(), [...behindIt, ...heard('But'), text('ter')]).transition.state.written.text).toBe(
      'It is. [It is so.] Butter',
    )
  })

  it('waits for the end of a sentence so many characters, then only for that of a word', () => {
    const plan = planOf(settingsOf({ cutWithinCharacters: 8 }))
    const cutIn = (...said: [string, ...string[]]) => {
      const [first, ...more] = said
      const moves = [PROCEED, prepared(text(first)), ...more.flatMap((one) => [PROCEED, PROCEED, text(one)])]
      const { phase } = play(plan, moves).transition.state
      return phase.name === 'cutting' && phase.cut.how === 'injection' ? phase.cut.point : null
    }
    expect(cutIn('a b c de')).toBeNull()
    expect(cutIn('a b c def')).toEqual({ at: 1, kind: 'word' })
    expect(cutIn('abcd', ' efg')).toBeNull()
    expect(cutIn('abcd', ' efgh')).toEqual({ at: 0, kind: 'word' })
  })

  it('for the thoughts is of no use once the text has begun', () => {
    const at = { ...PLACE, channel: 'reasoning' as const }
    const reports = [{ type: 'prepared' as const, injection: { ...INJECTION, at } }]
    const run = play(planOf(), [PROCEED, { reported: text('It is. And'), reports }, PROCEED, PROCEED, ENDED])
    expect(run.effects).not.toContain('close')
    expect(kindsIn(run)).toEqual(['call', 'unused'])
    expect(lastEvent(run)).toMatchObject({ at })
  })

  it('tells what the model had written behind it, in later pieces too', () => {
    const long = 'It is. And then it goes on for long, and on. So'
    const run = play(planOf(), [PROCEED, prepared(text(long)), ENDED, PROCEED, PROCEED])
    expect(lastEvent(run)).toMatchObject({ kind: 'injection', discarded: long.slice('It is.'.length) })
  })
})
