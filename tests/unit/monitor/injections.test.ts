import { describe, expect, test } from 'vitest'
import type { AssistPorts, Evidence } from '../../../monitor/index.ts'
import { continuingChat, eventsOf, pieces, type Saying } from '../../fakes/continuing-chat.ts'
import { eventsOfKind, evidence, fakeInquiry, NO, runLoop, YES } from '../../fakes/fake-thinking.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'

const SENTENCE = 'The estimate rests on the number of segregating sites. '
/** Sentences of 56 characters. */
const prose = (sentences: number) => SENTENCE.repeat(sentences)
const ENDING = 'So the effective size is 100,000.'

type Place = readonly [start: number, end: number, paper?: string] | null

function placed(unit: string, place: Place): Evidence {
  const [start = 0, end = 0, paper = 'p1'] = place ?? []
  return { ...evidence(unit), paper, span: place === null ? null : [start, end] }
}

/** Says `prose` at first and the ending ever after. */
const chatOf = (options = {}, sentences = 40) =>
  continuingChat((_, call) => (call === 0 ? prose(sentences) : ` ${ENDING}`), options)

describe('an injection', () => {
  test('comes behind the next sentence, joins the text on one space, and the same turn goes on', async () => {
    const chat = chatOf()
    const ran = await runLoop(chat, { inquiry: fakeInquiry([YES]) })
    const [event] = eventsOfKind(ran, 'injection')
    expect(ran.text).toBe(`${prose(10).trim()} [u1] ${ENDING}`)
    expect(chat.asked[1]?.written).toEqual({ reasoning: '', text: `${prose(10).trim()} [u1]` })
    expect(chat.left()).toBe(1)
    expect(event).toMatchObject({
      cut: { kind: 'sentence', offset: prose(10).length - 1 },
      queries: ['effective size'],
      units: [{ unit: 'u1', paper: 'p1', title: 'A paper', page: 3, locator: 'Results, p. 3' }],
    })
    expect(ran.text.slice(...(event?.span ?? [0, 0]))).toBe(' [u1]')
    expect(ran.said).toBe(`${prose(10).trim()} ${ENDING}`)
  })

  test.each([1, 3, 50, 600, 5_000])('is the same with deltas of %i characters', async (pieceCharacters) => {
    const ran = await runLoop(chatOf({ pieceCharacters }), { inquiry: fakeInquiry([YES]) })
    expect(ran.text.replaceAll(/\s+/g, ' ')).toBe(`${prose(10).trim()} [u1] ${ENDING}`)
  })

  test('what came behind the cut is told, and not given out', async () => {
    const ran = await runLoop(chatOf({ pieceCharacters: 100 }), { inquiry: fakeInquiry([YES]) })
    const [event] = eventsOfKind(ran, 'injection')
    expect(event?.discarded).toBe(prose(40).slice(event?.cut.offset, 700))
  })

  test('gets the space that a model leaves out after it', async () => {
    const chat = continuingChat((_, call) => (call === 0 ? prose(20) : ENDING))
    const injector = { name: 'fake', write: async () => ({ text: 'I found it.' }) }
    const ran = await runLoop(chat, { inquiry: fakeInquiry([YES], { injector }) })
    expect(ran.text).toContain(`I found it. ${ENDING}`)
  })

  test('comes between two words where no sentence ends', async () => {
    const chat = continuingChat((_, call) => (call === 0 ? 'and so on '.repeat(200) : ` ${ENDING}`))
    const ran = await runLoop(chat, { inquiry: fakeInquiry([YES]) })
    expect(eventsOfKind(ran, 'injection')[0]?.cut.kind).toBe('word')
    expect(ran.text).toMatch(/(?:and|so|on) \[u1\] So the/)
  })

  test.each([
    { name: 'a fenced block', open: '```\n', close: '\n```\n' },
    { name: 'a formula of its own', open: '$$\n', close: '\n$$\n' },
    { name: 'a code tag', open: '<code>', close: '</code>\n' },
  ])('waits for the end of $name', async ({ open, close }) => {
    const inside = `${open}${'x = 1. Y = 2\n'.repeat(90)}${close}`
    const text = `${'and so on '.repeat(50)}${inside}${prose(10)}`
    const chat = continuingChat((_, call) => (call === 0 ? text : ` ${ENDING}`))
    const ran = await runLoop(chat, {
      inquiry: fakeInquiry([YES]),
      settings: { windowCharacters: 480, cutWithinCharacters: 500 },
    })
    const { cut } = eventsOfKind(ran, 'injection')[0] ?? {}
    expect(cut?.offset).toBeGreaterThanOrEqual(text.indexOf(inside) + inside.trimEnd().length)
  })

  test('that is ready too late is not used, and the trace says so', async () => {
    const text = prose(9) + 'x'.repeat(40)
    const ran = await runLoop(
      continuingChat(() => text),
      { inquiry: fakeInquiry([YES]) },
    )
    expect(ran.text).toBe(text)
    expect(eventsOfKind(ran, 'injection')).toEqual([])
    expect(eventsOfKind(ran, 'unused')).toMatchObject([{ reason: 'late' }])
  })

  test('at most two in a step; at the cap the monitor is not asked', async () => {
    const chat = continuingChat(() => prose(40))
    const inquiry = fakeInquiry(() => YES)
    const ran = await runLoop(chat, { inquiry })
    expect(eventsOfKind(ran, 'injection')).toHaveLength(2)
    expect(chat.asked).toHaveLength(3)
    expect(inquiry.looks).toHaveLength(2)
  })

  test('every request holds each piece once, in order, after two of them', async () => {
    const chat = continuingChat((_, call) => (call < 2 ? prose(40) : ` ${ENDING}`))
    const ran = await runLoop(chat, { inquiry: fakeInquiry(() => YES) })
    const [, second, third] = chat.asked.map(({ written }) => written.text)
    expect(third?.startsWith(second ?? '?')).toBe(true)
    expect(third?.match(/\[u\d\]/g)).toEqual(['[u1]', '[u2]'])
    expect(ran.text).toBe(`${third} ${ENDING}`)
  })

  test('the stream call after it makes its first look 512 characters later', async () => {
    const inquiry = fakeInquiry([YES])
    await runLoop(
      continuingChat(() => prose(12), { pieceCharacters: 1 }),
      { inquiry },
    )
    expect(inquiry.looks.map(({ offset }) => offset)).toEqual([512, 512])
    expect(inquiry.looks[1]?.window).toBe(prose(12).slice(0, 512))
  })

  test('no unit is injected twice', async () => {
    const find: AssistPorts['find'] = async () => [evidence('same')]
    const ran = await runLoop(
      continuingChat(() => prose(40)),
      { inquiry: fakeInquiry(() => YES, { find }) },
    )
    expect(eventsOfKind(ran, 'injection')).toHaveLength(1)
    expect(eventsOfKind(ran, 'miss').map(({ reason }) => reason)).toContain('already_injected')
  })

  test.each<{ name: string; first: Place; second: Place; isInjected: boolean }>([
    { name: 'a passage around a unit', first: [100, 300], second: [0, 900], isInjected: false },
    { name: 'a unit within a passage', first: [0, 900], second: [100, 300], isInjected: false },
    {
      name: 'the next passage, which repeats a sentence',
      first: [0, 900],
      second: [820, 1700],
      isInjected: false,
    },
    { name: 'another place', first: [0, 900], second: [900, 1700], isInjected: true },
    { name: 'the same place of another paper', first: [0, 900], second: [0, 900, 'p2'], isInjected: true },
    { name: 'a statement without a place', first: [0, 900], second: null, isInjected: true },
  ])('in a turn that has one, $name: in again is $isInjected', async ({ first, second, isInjected }) => {
    let asked = 0
    const find: AssistPorts['find'] = async () => [asked++ === 0 ? placed('a', first) : placed('b', second)]
    const ran = await runLoop(
      continuingChat(() => prose(40)),
      { inquiry: fakeInquiry(() => YES, { find }) },
    )
    const units = eventsOfKind(ran, 'injection').flatMap((event) => event.units)
    expect(units.map(({ unit }) => unit)).toEqual(isInjected ? ['a', 'b'] : ['a'])
    expect(units[0]).toMatchObject({ span: [first?.[0], first?.[1]] })
    if (!isInjected) expect(eventsOfKind(ran, 'miss')[0]?.reason).toBe('already_injected')
  })

  test('holds a place once that two queries found as unit and as passage', async () => {
    const find: AssistPorts['find'] = async (query) =>
      query === 'a' ? [placed('unit', [100, 300]), evidence('other')] : [placed('passage', [0, 900])]
    const inquiry = fakeInquiry([YES], {
      find,
      querier: { name: 'fake', queries: async () => ({ queries: ['a', 'b'] }) },
    })
    expect((await runLoop(chatOf(), { inquiry })).text).toContain('[unit other]')
  })

  test('goes into thoughts as a thought, where they can be continued', async () => {
    const thinking = (_: unknown, call: number): Saying =>
      call === 0 ? [...pieces('reasoning', prose(20), 4)] : [...eventsOf(ENDING, 4)]
    const chat = continuingChat(thinking)
    const ran = await runLoop(chat, { inquiry: fakeInquiry([YES]) })
    expect(chat.asked[1]?.written).toEqual({ reasoning: `${prose(10).trim()} [u1]`, text: '' })
    expect(ran.reasoning).toContain('[u1]')
    expect(ran.text).toBe(ENDING)
  })

  test('thoughts are not watched where they cannot be continued', async () => {
    const saying: Saying = [...pieces('reasoning', prose(20), 4), ...eventsOf(ENDING, 4)]
    const inquiry = fakeInquiry(() => YES)
    const ran = await runLoop(
      continuingChat(() => saying, { ability: { continuesReasoning: false } }),
      { inquiry },
    )
    expect(inquiry.looks).toEqual([])
    expect(ran).toMatchObject({ reasoning: prose(20), text: ENDING })
  })

  test('ends the turn where the tokens of the request are used up', async () => {
    const chat = chatOf()
    const ran = await runLoop(chat, { inquiry: fakeInquiry([YES]), maxTokens: 100 })
    expect(chat.asked).toHaveLength(1)
    expect(ran.thoughts.at(-1)).toEqual({ type: 'finish', reason: 'length' })
  })

  test('leaves the next call what the request still allows', async () => {
    const chat = chatOf()
    await runLoop(chat, { inquiry: fakeInquiry([YES]), maxTokens: 1_000 })
    const left = chat.asked[1]?.request.maxTokens ?? 0
    expect(left).toBeGreaterThan(700)
    expect(left).toBeLessThan(900)
  })

  test('counts the tokens and the time of each stage', async () => {
    const clock = createManualClock()
    const usage = { promptTokens: 5, completionTokens: 2, estimated: false }
    const later = <Value>(ms: number, value: Value) =>
      new Promise<Value>((resolve) => void clock.after(ms, () => resolve(value)))
    const inquiry = fakeInquiry([], {
      clock,
      monitor: { name: 'm', look: () => later(10, { ...YES, usage }) },
      querier: { name: 'q', queries: () => later(20, { queries: [' a ', ' '], usage }) },
      sifter: { name: 's', sift: () => later(30, { worths: [2], usage }) },
      injector: { name: 'i', write: () => later(40, { text: 'So.', usage }) },
    })
    const saying: Saying = [
      ...pieces('text', prose(10), 8),
      () => clock.advance(200),
      ...pieces('text', prose(4), 8),
    ]
    const chat = continuingChat((_, call) => (call === 0 ? saying : ` ${ENDING}`))
    const ran = await runLoop(chat, { inquiry, clock, settings: { maxInjections: 1 } })
    const spent = ran.trace.flatMap((event) =>
      'tookMs' in event && 'tokens' in event ? [[event.kind, event.tookMs, event.tokens]] : [],
    )
    expect(spent).toEqual([
      ['look', 10, 7],
      ['query', 20, 7],
      ['evidence', 30, 7],
      ['injection', 100, 7],
    ])
    expect(eventsOfKind(ran, 'query')).toMatchObject([{ queries: ['a'] }])
  })
})

test('the same stream, answers and clock give the same thoughts and the same trace', async () => {
  const run = () => {
    const clock = createManualClock()
    const say = (_: unknown, call: number): Saying => [
      ...pieces('text', prose(10 + call), 7),
      () => clock.advance(40),
      ...eventsOf(prose(6), 7),
    ]
    return runLoop(continuingChat(say), { inquiry: fakeInquiry([NO, YES, NO, YES], { clock }), clock })
  }
  expect((await run()).thoughts).toEqual((await run()).thoughts)
})
