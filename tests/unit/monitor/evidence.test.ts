/** Which evidence goes into a stream, and what keeps noise out of it. */
import { describe, expect, test } from 'vitest'
import type { AssistPorts } from '../../../monitor/index.ts'
import { continuingChat } from '../../fakes/continuing-chat.ts'
import { eventsOfKind, evidence, fakeInquiry, runLoop, YES } from '../../fakes/fake-thinking.ts'

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
})
