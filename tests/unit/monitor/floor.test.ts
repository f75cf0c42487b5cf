/** What keeps noise out of a stream, and lets in what a graph found. */
import { expect, test } from 'vitest'
import { type AssistPorts, type Evidence, FLOORS, type Floor } from '../../../monitor/index.ts'
import { LEAST_TOPICALITY } from '../../../retrieval/index.ts'
import { continuingChat } from '../../../scripts/lib/continuing-chat.ts'
import { eventsOfKind, evidence, fakeInquiry, runLoop, YES } from '../../../scripts/lib/fake-thinking.ts'

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
