import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../models/index.ts'
import { watchedIn, watchedRates, watchedTogether } from '../../../monitor/index.ts'
import { continuingChat } from '../../../scripts/lib/continuing-chat.ts'
import { eventsOfKind, fakeInquiry, NO, runLoop, YES } from '../../../scripts/lib/fake-thinking.ts'

describe('figures of what was watched (E31)', () => {
  it('per 10,000 characters: 3.64 triggers of 176.17 tokens are 641.3 extra tokens', () => {
    const rates = watchedRates({
      characters: 1_000_000,
      looks: 2_500,
      triggers: 364,
      injections: 364,
      injectedTokens: 364 * 176.17,
    })
    expect(rates?.triggersPer10k).toBeCloseTo(3.64, 10)
    expect(rates?.tokensPerInjection).toBeCloseTo(176.17, 10)
    expect(rates?.extraTokensPer10k.toFixed(1)).toBe('641.3')
  })

  it('count what the model wrote, not what was put in; looks, triggers and injections of the trace', async () => {
    const sentence = 'This is what I recall of it. '
    const ran = await runLoop(
      continuingChat(({ written }) => (written.text === '' ? sentence.repeat(60) : sentence.repeat(40))),
      { inquiry: fakeInquiry([NO, YES]) },
    )
    const said = ran.thoughts.flatMap((thought) => (thought.type === 'text' ? [thought] : []))
    const watched = watchedIn(said, ran.trace)
    const [injection] = eventsOfKind(ran, 'injection')
    expect(watched).toEqual({
      characters: ran.said.length,
      looks: eventsOfKind(ran, 'look').length,
      triggers: 1,
      injections: 1,
      injectedTokens: estimateTokens(injection?.text ?? ''),
    })
    expect(watched.characters).toBeLessThan(ran.text.length)
    expect(watched.looks).toBeGreaterThan(2)
  })

  it('add up over turns, so that a short turn weighs little', () => {
    const one = { characters: 9_000, looks: 20, triggers: 3, injections: 2, injectedTokens: 200 }
    const other = { characters: 1_000, looks: 1, triggers: 1, injections: 0, injectedTokens: 0 }
    const both = watchedTogether([one, other])
    expect(both).toEqual({ characters: 10_000, looks: 21, triggers: 4, injections: 2, injectedTokens: 200 })
    expect(watchedRates(both!)).toEqual({
      triggersPer10k: 4,
      injectionsPer10k: 2,
      tokensPerInjection: 100,
      extraTokensPer10k: 200,
    })
  })

  it('are none where nothing was watched or nothing written', () => {
    expect(watchedTogether([])).toBeNull()
    expect(
      watchedRates({ characters: 0, looks: 0, triggers: 0, injections: 0, injectedTokens: 0 }),
    ).toBeNull()
    const unhelped = { characters: 100, looks: 0, triggers: 0, injections: 0, injectedTokens: 0 }
    expect(watchedRates(unhelped)?.tokensPerInjection).toBeNull()
  })
})
