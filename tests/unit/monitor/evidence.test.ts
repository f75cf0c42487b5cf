/** Tests which evidence is injected into a stream, where, and how noise is kept out. */
import { describe, expect, test } from 'vitest'
import type { AssistPorts, Evidence } from '../../../monitor/index.ts'
import { continuingChat } from '../../fakes/continuing-chat.ts'
import { eventsOfKind, evidence, fakeInquiry, runLoop, YES } from '../../fakes/fake-thinking.ts'

const SENTENCE = 'The estimate rests on the number of segregating sites. '
/** Returns sentences of 56 characters. */
const prose = (sentences: number) => SENTENCE.repeat(sentences)
const ENDING = 'So the effective size is 100,000.'

type Place = readonly [start: number, end: number, paper?: string] | null

function placed(unit: string, place: Place): Evidence {
  const [start = 0, end = 0, paper = 'p1'] = place ?? []
  return { ...evidence(unit), paper, span: place === null ? null : [start, end] }
}

/** Returns a chat that writes `prose` first and the ending from then on. */
const chatOf = (options = {}, sentences = 40) =>
  continuingChat((_, call) => (call === 0 ? prose(sentences) : ` ${ENDING}`), options)

describe('an injection', () => {
  test.each([1, 3, 50, 600, 5_000])('is the same with deltas of %i characters', async (pieceCharacters) => {
    const ran = await runLoop(chatOf({ pieceCharacters }), { inquiry: fakeInquiry([YES]) })
    expect(ran.text.replaceAll(/\s+/g, ' ')).toBe(`${prose(10).trim()} [u1] ${ENDING}`)
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
})

describe('nothing to put in', () => {
  const querier = (...queries: string[]) => ({ name: 'fake', queries: async () => ({ queries }) })

  const offTopic = { ...evidence('u'), topicality: 0.4 }
  test.each<[name: string, reason: string, ports: Partial<AssistPorts>]>([
    ['no query', 'no_query', { querier: querier() }],
    ['a blank query', 'no_query', { querier: querier('  ') }],
    ['nothing found', 'nothing_found', { find: async () => [] }],
    ['a corpus on other things', 'off_topic', { find: async () => [offTopic] }],
    ['all sifted out', 'sifted_out', { sifter: { name: 'fake', sift: async () => ({ worths: [0] }) } }],
    [
      'an injector without words',
      'empty_injection',
      { injector: { name: 'fake', write: async () => ({ text: ' ' }) } },
    ],
  ])('%s: no cut, a miss in the trace', async (_, reason, ports) => {
    const ran = await runLoop(chatOf({}, 12), { inquiry: fakeInquiry([YES], ports) })
    expect(ran.text).toBe(prose(12))
    expect(eventsOfKind(ran, 'injection')).toEqual([])
    expect(eventsOfKind(ran, 'miss').map((event) => event.reason)).toEqual([reason])
  })

  test('a miss uses up no retrieval', async () => {
    let asked = 0
    const find: AssistPorts['find'] = async () => (asked++ < 3 ? [] : [evidence(`u${asked}`)])
    const ran = await runLoop(
      continuingChat(() => prose(60)),
      { inquiry: fakeInquiry(() => YES, { find }) },
    )
    expect(eventsOfKind(ran, 'miss')).toHaveLength(3)
    expect(eventsOfKind(ran, 'injection')).toHaveLength(2)
  })
})
