import { describe, expect, test } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { BrokenAnswerError } from '../../../models/index.ts'
import { continuingChat, eventsOf, pieces, type Saying } from '../../fakes/continuing-chat.ts'
import { eventsOfKind, fakeInquiry, NO, runLoop, YES } from '../../fakes/fake-thinking.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'

const SENTENCE = 'The estimate rests on the number of segregating sites. '
/** Returns sentences of 56 characters. */
const prose = (sentences: number) => SENTENCE.repeat(sentences)
const ENDING = 'So the effective size is 100,000.'

/** Returns a chat that writes `prose` first and the ending from then on. */
const chatOf = (options = {}, sentences = 40) =>
  continuingChat((_, call) => (call === 0 ? prose(sentences) : ` ${ENDING}`), options)

describe('failures beside the stream', () => {
  const hangs = () => new Promise<never>(() => undefined)
  const PORTS = {
    monitor: (work: () => Promise<never>) => ({ monitor: { name: 'fake', look: work } }),
    querier: (work: () => Promise<never>) => ({ querier: { name: 'fake', queries: work } }),
    retriever: (work: () => Promise<never>) => ({ find: work }),
    injector: (work: () => Promise<never>) => ({ injector: { name: 'fake', write: work } }),
  }

  test.each(Object.keys(PORTS) as (keyof typeof PORTS)[])(
    'a %s that hangs is given up, and the answer is whole',
    async (stage) => {
      const clock = createManualClock()
      const inquiry = fakeInquiry([YES], { ...PORTS[stage](hangs), clock })
      const waits = () => clock.advance(31_000)
      const saying: Saying = [...pieces('text', prose(10), 8), waits, ...eventsOf(ENDING, 8)]
      const ran = await runLoop(
        continuingChat(() => saying),
        { inquiry, clock, settings: { hold: 'never' } },
      )
      expect(ran.text).toBe(prose(10) + ENDING)
      expect(eventsOfKind(ran, 'failure')[0]).toMatchObject({ stage, what: 'MODEL_TIMEOUT' })
    },
  )

  test('one that still hangs when the turn ends holds nothing up', async () => {
    const ran = await runLoop(chatOf({}, 12), { inquiry: fakeInquiry(hangs), settings: { holdMs: 20 } })
    expect(ran.text).toBe(prose(12))
    expect(eventsOfKind(ran, 'skip').map(({ reason }) => reason)).toEqual(['late', 'late'])
  })

  test('looks in the midst of one long piece are waited for until one of them fails', async () => {
    const clock = createManualClock()
    const inquiry = fakeInquiry(hangs, { clock })
    const running = runLoop(
      continuingChat(() => prose(40), { pieceCharacters: 10_000 }),
      { inquiry, clock, settings: { hold: 'never' } },
    )
    await clock.advance(31_000)
    expect((await running).text).toBe(prose(40))
    expect(inquiry.looks.length).toBeGreaterThan(1)
  })

  test('the looks of a slow monitor wait for each other, and the text does not', async () => {
    const clock = createManualClock()
    const inquiry = fakeInquiry(
      async () => {
        await new Promise<void>((resolve) => clock.after(1_000, resolve))
        return NO
      },
      { clock },
    )
    const saying: Saying = [
      ...pieces('text', prose(30), 8),
      () => clock.advance(1_500),
      ...pieces('text', prose(1), 8),
      () => clock.advance(5_000),
      ...eventsOf(ENDING, 8),
    ]
    const ran = await runLoop(
      continuingChat(() => saying),
      { inquiry, clock, settings: { hold: 'never' } },
    )
    expect(inquiry.looks.map(({ offset }) => offset)).toEqual([512, 896, 1_280, 1_664])
    expect(ran.text).toBe(prose(31) + ENDING)
  })
})

describe('failures of the stream', () => {
  const broken = () =>
    new BrokenAnswerError(new GlossError('MODEL_STREAM_BROKEN', 'The connection ended.'), {
      text: 'x',
      reasoning: '',
      usage: null,
    })

  test('a block of code that it breaks off in is run once it is closed, and nothing is put into it', async () => {
    const said = `${prose(8)}<code>print(`
    const chat = continuingChat((_, call) => {
      if (call === 0) return [...pieces('text', said, 8), broken()]
      return [...eventsOf(call === 1 ? `"${prose(12)}")</code> and more` : ENDING, 8)]
    })
    const execute = async () => '{}'
    const ran = await runLoop(chat, { execute, inquiry: fakeInquiry(() => YES) })
    const [block] = eventsOfKind(ran, 'code')
    expect(block?.code).toBe(`print("${prose(12)}")`)
    expect(ran.text).toContain(`<code>${block?.code}</code><execution_results>`)
  })

  test.each([
    [900_000, 2],
    [1_100_000, 1],
  ])('an answer of %i characters that it breaks off is written in %i calls', async (characters, calls) => {
    const chat = continuingChat((_, call) =>
      call === 0 ? [...pieces('text', 'x'.repeat(characters), 50_000), broken()] : [...eventsOf(ENDING, 8)],
    )
    const ran = runLoop(chat)
    if (calls === 1) await expect(ran).rejects.toThrow('The connection ended.')
    else expect((await ran).text).toContain(ENDING)
    expect(chat.asked).toHaveLength(calls)
  })

  test('a client that leaves stops the stream and what runs beside it', async () => {
    const leaving = new AbortController()
    let wasAborted = false
    const inquiry = fakeInquiry([YES], {
      find: (_, __, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            wasAborted = true
            reject(signal.reason)
          })
        }),
    })
    const saying: Saying = [
      ...pieces('text', prose(10), 8),
      async () => leaving.abort(new Error('gone')),
      ...eventsOf(ENDING, 8),
    ]
    const chat = continuingChat(() => saying)
    await expect(
      runLoop(chat, { inquiry, signal: leaving.signal, settings: { hold: 'never' } }),
    ).rejects.toThrow('gone')
    expect(wasAborted).toBe(true)
    expect(chat.left()).toBe(1)
  })
})
