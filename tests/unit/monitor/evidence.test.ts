/** Which evidence goes into a stream, and what keeps noise out of it. */
import { describe, expect, test } from 'vitest'
import { type AssistPorts, type Evidence, FLOORS, type Floor } from '../../../monitor/index.ts'
import { LEAST_TOPICALITY } from '../../../retrieval/index.ts'
import { continuingChat } from '../../fakes/continuing-chat.ts'
import { eventsOfKind, evidence, fakeInquiry, runLoop, YES } from '../../fakes/fake-thinking.ts'

const PROSE = 'The estimate rests on the number of segregating sites. '.repeat(40)

async function ranOver(found: readonly Evidence[], floor?: Floor) {
  const find: AssistPorts['find'] = async () => found
  const chat = continuingChat((_, call) => (call === 0 ? PROSE : ' So it is done.'))
  const settings = floor === undefined ? {} : { floor }
  return runLoop(chat, { inquiry: fakeInquiry([YES], { find }), settings })
}

const far = { similarity: 0.05, topicality: 0.9 }
const foreign = { similarity: 0.6, topicality: LEAST_TOPICALITY - 0.01 }

test.each(FLOORS)(
  'hits that are unlike the query go in where the corpus is about it, by %s',
  async (floor) => {
    const ran = await ranOver([evidence('seed'), { ...evidence('bridge'), ...far }], floor)
    expect(ran.text).toContain('[seed bridge]')
  },
)

test('nothing goes in where the corpus is not about it, and the trace has the verdict', async () => {
  const ran = await ranOver([{ ...evidence('u'), ...foreign }])
  expect(ran.text).toBe(PROSE)
  expect(eventsOfKind(ran, 'miss').map(({ reason }) => reason)).toEqual(['off_topic'])
  expect(eventsOfKind(ran, 'evidence')[0]).toMatchObject({
    found: [{ unit: 'u', topicality: foreign.topicality }],
    kept: [],
  })
})

test('without a floor everything goes in, as published', async () => {
  const ran = await ranOver([{ ...evidence('u'), ...foreign }], 'none')
  expect(ran.text).toContain('[u]')
})

const prose = (sentences: number) =>
  'The estimate rests on the number of segregating sites. '.repeat(sentences)
const ENDING = 'So the effective size is 100,000.'
const chatOf = (options = {}, sentences = 40) =>
  continuingChat((_, call) => (call === 0 ? prose(sentences) : ` ${ENDING}`), options)

describe('nothing to put in', () => {
  const miss = async (ports: Partial<AssistPorts>, settings = {}) => {
    const chat = chatOf({}, 12)
    const ran = await runLoop(chat, { inquiry: fakeInquiry([YES], ports), settings })
    expect(ran.text).toBe(prose(12))
    expect(chat.asked).toHaveLength(1)
    expect(eventsOfKind(ran, 'injection')).toEqual([])
    return ran
  }
  const querier = (...queries: string[]) => ({ name: 'fake', queries: async () => ({ queries }) })

  test.each<{ name: string; ports: Partial<AssistPorts>; settings?: object; reason: string }>([
    { name: 'no query', ports: { querier: querier() }, reason: 'no_query' },
    { name: 'a blank query', ports: { querier: querier('  ') }, reason: 'no_query' },
    { name: 'nothing found', ports: { find: async () => [] }, reason: 'nothing_found' },
    {
      name: 'a corpus on other things',
      ports: { find: async () => [{ ...evidence('u'), topicality: 0.4 }] },
      reason: 'off_topic',
    },
    {
      name: 'all sifted out',
      ports: { sifter: { name: 'fake', sift: async () => ({ worths: [0] }) } },
      reason: 'sifted_out',
    },
    {
      name: 'an injector without words',
      ports: { injector: { name: 'fake', write: async () => ({ text: ' ' }) } },
      reason: 'empty_injection',
    },
  ])('$name: no cut, a miss in the trace', async ({ ports, settings, reason }) => {
    const ran = await miss(ports, settings)
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

  test('the sifter keeps 2 and 1, drops 0 and -1, and its scores are in the trace', async () => {
    const find: AssistPorts['find'] = async () => ['a', 'b', 'c', 'd'].map((unit) => evidence(unit))
    const sifter = { name: 'fake', sift: async () => ({ worths: [2, 0, -1, 1] as const }) }
    const ran = await runLoop(chatOf(), {
      inquiry: fakeInquiry([YES], { find, sifter }),
      settings: { k: 4 },
    })
    expect(ran.text).toContain('[a d]')
    expect(eventsOfKind(ran, 'evidence')[0]?.found.map(({ worth }) => worth)).toEqual([2, 0, -1, 1])
  })

  test('k reaches the retriever, and several queries share it', async () => {
    const ks: number[] = []
    const find: AssistPorts['find'] = async (query, k) => {
      ks.push(k)
      return [1, 2, 3].map((n) => evidence(`${query}${n}`))
    }
    const ran = await runLoop(chatOf(), { inquiry: fakeInquiry([YES], { querier: querier('a', 'b'), find }) })
    expect(ks).toEqual([3, 3])
    expect(ran.text).toContain('[a1 b1 a2]')
  })

  test('without a querier the window is the query; without an injector the units go in as they are', async () => {
    const queries: string[] = []
    const find: AssistPorts['find'] = async (query) => {
      queries.push(query)
      return [evidence('a', 'First.'), evidence('b', 'Second.')]
    }
    const ran = await runLoop(chatOf(), {
      inquiry: fakeInquiry([YES], { querier: null, injector: null, find }),
    })
    expect(queries).toEqual([prose(10).slice(0, 512)])
    expect(ran.text).toContain(' First. Second. ')
  })
})
