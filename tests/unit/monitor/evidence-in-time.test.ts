/** Tests where evidence is injected: at the doubt if the stream waits for its helpers, else later, with the distance reported; and at the end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { defined, GlossError } from '../../../core/index.ts'
import {
  createLexicalMonitor,
  type Look,
  type LoopSettings,
  type MonitorVerdict,
  watchLines,
  watchSummary,
} from '../../../monitor/index.ts'
import { continuingChat, eventsOf, pieces, type Saying } from '../../fakes/continuing-chat.ts'
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
    const turns = [...PLACES, 890, 930, 960].map((place) => run(answer(1_000, [place]), {}, true, HELPER_MS))
    const distances = (await Promise.all(turns)).map(
      (ran) => eventsOfKind(ran, 'injection')[0]?.doubt?.behind ?? Number.NaN,
    )
    const [median] = distances.toSorted((one, other) => one - other).slice(4)
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

describe('the end of an answer', () => {
  const doubted = (look: Look) => (look.window.includes(DOUBT.trim()) ? YES : NO)
  const turn = (
    say: (call: number) => Saying,
    settings: Partial<LoopSettings> = {},
    stop?: readonly string[],
  ) => {
    const inquiry = fakeInquiry(doubted)
    const chat = continuingChat((_, call) => say(call))
    return runLoop(chat, { inquiry, settings, ...defined({ stop }) }).then((ran) => ({
      ...ran,
      inquiry,
      chat,
    }))
  }
  const ending = (text: string) => (call: number) => (call === 0 ? text : 'So it ends.')

  it.each([200, 700, 1_000, 1_300])(
    'is looked at, and the answer is continued with evidence: %i characters',
    async (characters) => {
      const text = answer(characters, [characters - 50])
      const ran = await turn(ending(text))
      expect(ran.text).toBe(`${text} [u1] So it ends.`)
      expect(eventsOfKind(ran, 'injection')[0]?.doubt).toEqual({ offset: text.length, behind: 0 })
    },
  )

  it('shows what no look has seen, and the overlap', async () => {
    const text = answer(1_000, [])
    const { inquiry } = await turn(ending(text))
    const seen = inquiry.looks.map(({ window, isLast = false }) => [window, isLast])
    expect(seen).toEqual([
      [text.slice(0, 512), false],
      [text.slice(384, 896), false],
      [text.slice(896 - 128), true],
    ])
  })

  it.each([
    ['of one word', () => 'Yes.', {}],
    ['after a look', () => answer(600, []).slice(0, 512), {}],
    ['without waiting', ending(answer(300, [200])), { hold: 'never' }],
    ['as published', ending(answer(300, [200])), { hasLastLook: false }],
    ['without injections left', ending(answer(300, [200])), { maxInjections: 0 }],
    [
      'by a limit',
      () => [...pieces('text', answer(300, [200]), 9), { type: 'finish', reason: 'length' }],
      {},
    ],
  ] as [string, (call: number) => Saying, Partial<LoopSettings>][])(
    'is not looked at %s',
    async (_name, say, settings) => {
      const { inquiry } = await turn(say, settings)
      expect(inquiry.looks.filter(({ isLast }) => isLast)).toEqual([])
    },
  )

  it('of each continuation shows its new text alone, and a model that always doubts ends', async () => {
    const { inquiry, chat } = await turn((call) => `Number ${call}. ${DOUBT.trim()}`)
    expect(chat.asked).toHaveLength(3)
    expect(inquiry.looks.map(({ window }) => window)).toEqual(
      [0, 1].map((n) => `Number ${n}. ${DOUBT.trim()}`),
    )
  })

  it('that a stop text may have caused is not continued, and the doubt is said with its place', async () => {
    const text = answer(600, [550])
    const ran = await turn(ending(text), {}, ['END'])
    expect(ran.text).toBe(text)
    expect(watchSummary(ran.trace).problems).toEqual([
      `The answer ended before evidence could be put at 1 doubt, before character ${text.length}.`,
    ])
  })

  it('stands where the server refuses to continue it, and the failure is said', async () => {
    const text = answer(600, [550])
    const refusal = new GlossError('MODEL_REFUSED', 'No.')
    const ran = await turn((call) => (call === 0 ? text : [refusal]))
    expect(ran.text).toBe(`${text} [u1]`)
    expect(ran.thoughts.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
    expect(watchSummary(ran.trace).failures).toMatchObject([{ stage: 'continuation', code: 'MODEL_REFUSED' }])
  })

  it('is an error where its continuation breaks off in the midst', async () => {
    const broken = [...pieces('text', 'But then', 4), new GlossError('MODEL_REFUSED', 'No.')]
    await expect(turn((call) => (call === 0 ? answer(300, [200]) : broken))).rejects.toThrow('No.')
  })

  it('needs no full stop to be read by the lexical monitor', async () => {
    const chat = continuingChat((_, call) => (call === 0 ? 'It is 4 or 6, but which I do not know' : 'So.'))
    const inquiry = fakeInquiry([], { monitor: createLexicalMonitor() })
    expect(eventsOfKind(await runLoop(chat, { inquiry }), 'injection')).toHaveLength(1)
  })
})
