/** Tests where evidence of slow helpers is injected: at the doubt if the stream waits for them, else later, with the distance reported. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type LoopSettings, type MonitorVerdict, watchLines, watchSummary } from '../../../monitor/index.ts'
import { continuingChat, eventsOf, pieces } from '../../fakes/continuing-chat.ts'
import { eventsOfKind, evidence, fakeInquiry, NO, runLoop, YES } from '../../fakes/fake-thinking.ts'

// Twenty times as fast as in practice, which is 240 characters and one answer of a helper a second.
const HELPER_MS = 50
const PIECE = 48
const PIECE_MS = 10
const DOUBT = 'I am not sure about this one. '
const SENTENCE = 'It is known that so it goes on here. '

/** Returns an answer of about `characters` characters with doubts at the given places. */
function answer(characters: number, doubts: readonly number[]): string {
  let text = ''
  const open = [...doubts]
  while (text.length < characters) {
    if (open[0] !== undefined && text.length >= open[0]) {
      open.shift()
      text += DOUBT
    } else text += SENTENCE
  }
  return text.trim()
}

async function run(text: string, settings: Partial<LoopSettings>, isModel: boolean, monitorMs = 0) {
  const late = <Value>(value: Value) => sleep(HELPER_MS, value)
  let seen = 0
  const look = async ({ window }: { readonly window: string }): Promise<MonitorVerdict> => {
    if (monitorMs > 0) await sleep(monitorMs)
    const found = window.includes(DOUBT.trim()) && seen++ === 0
    return found ? YES : NO
  }
  const inquiry = fakeInquiry(look, {
    ...(isModel ? { querier: { name: 'slow', queries: () => late({ queries: ['effective size'] }) } } : {}),
    sifter: { name: 'slow', sift: (_, found) => late({ worths: found.map(() => 2 as const) }) },
    injector: { name: 'slow', write: () => late({ text: 'Wait a minute, it is so.' }) },
    find: async () => [evidence('u1')],
  })
  const chat = continuingChat((_, call) => {
    if (call > 0) return 'So it ends.'
    const paced = [...pieces('text', text, PIECE)].flatMap((event) => [() => sleep(PIECE_MS), event])
    return [...paced, ...[...eventsOf('', PIECE)].slice(-1)]
  })
  return await runLoop(chat, { inquiry, settings })
}

const PLACES = [60, 300, 450, 700, 850]

describe('helpers that take a second each', () => {
  it.each(PLACES)(
    'hold a published turn, so that evidence stands behind the sentence looked at: doubt at %i',
    async (place) => {
      const ran = await run(answer(1_600, [place]), { hold: 'look', holdMs: 30_000 }, true, HELPER_MS)
      const [event] = eventsOfKind(ran, 'injection')
      expect(event?.doubt).toMatchObject({ offset: event?.at.offset, behind: 0 })
    },
  )

  it('hold it behind a sentence that ends where the look ends, too, in pieces of one character', async () => {
    const text = `So it goes. ${DOUBT}It goes on from there. ${SENTENCE}`
    const end = text.indexOf(DOUBT) + DOUBT.trim().length
    const chat = continuingChat((_, call) =>
      call > 0 ? 'So it ends.' : [...eventsOf(text, 1)].filter((event) => 'type' in event),
    )
    const inquiry = fakeInquiry([YES], { find: async () => [evidence('u1')] })
    const settings = { hold: 'look', windowCharacters: end } as const
    const [event] = eventsOfKind(await runLoop(chat, { inquiry, settings }), 'injection')
    expect(event?.doubt).toEqual({ offset: end, behind: 0 })
  })

  it('are waited for at a doubt by default: no answer of 1,000 characters ends without its evidence', async () => {
    const turns = PLACES.map((place) => run(answer(1_000, [place]), {}, true, HELPER_MS))
    const distances = (await Promise.all(turns)).map(
      (ran) => eventsOfKind(ran, 'injection')[0]?.doubt?.behind ?? Number.NaN,
    )
    const [median] = distances.toSorted((one, other) => one - other).slice(2)
    expect(
      distances.every((distance) => distance < 600),
      distances.join(', '),
    ).toBe(true)
    expect(median).toBeLessThan(600)
  })

  it('are not waited for longer than allowed: the text goes on, and says how far behind the doubt evidence came', async () => {
    const ran = await run(answer(2_400, [300]), { holdMs: 20 }, true)
    const [event] = eventsOfKind(ran, 'injection')
    expect(event?.doubt?.behind).toBeGreaterThan(100)
    expect(event?.cut.offset).toBeGreaterThan((event?.doubt?.offset ?? 0) + (event?.doubt?.behind ?? 0) - 1)
    const summary = watchSummary(ran.trace)
    expect(summary.behind).toEqual({ median: event?.doubt?.behind, most: event?.doubt?.behind })
    expect(watchLines(summary).join()).toContain(`most ${event?.doubt?.behind}`)
  })

  it('lose the evidence of a short answer where the stream never waits', async () => {
    const ran = await run(answer(1_000, [850]), { hold: 'never' }, true, HELPER_MS)
    expect(eventsOfKind(ran, 'injection')).toEqual([])
  })
})
