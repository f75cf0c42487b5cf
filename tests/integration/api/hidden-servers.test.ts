/** Tests that clients with a key, who are not the operator, learn what went wrong in a run but not where its models are. */
import { expect, it } from 'vitest'
import {
  allEvents,
  asking,
  BODY,
  dataOf,
  jsonOf,
  openServedSolver,
  startedRun,
} from '../../fixtures/served-solver.ts'

const KEY = 'correct horse battery'
const AUTHORISED = { 'x-api-key': KEY }
const DEAD = 'http://127.0.0.1:9/v1'
const PLACE = /127\.0\.0\.1|:9\/v1/

const textOf = async (address: string, options: RequestInit = { headers: AUTHORISED }) => {
  const response = await fetch(address, options)
  expect(response.status).toBe(200)
  return await response.text()
}

/** Starts a run whose only model does not answer. */
async function failedRun(settings: object) {
  const { origin } = await openServedSolver({}, { settings: { llmUrl: DEAD, llmRoles: {}, ...settings } })
  return { origin, asked: asking(BODY, AUTHORISED) }
}

it('no answer about a run names the address of a model server, and all name its role', async () => {
  const { origin, asked } = await failedRun({ key: KEY })
  const solved = await textOf(`${origin}/solve`, asked)
  const { id } = JSON.parse(solved)
  const streamed = await textOf(
    `${origin}/solve`,
    asking(BODY, { ...AUTHORISED, accept: 'text/event-stream' }),
  )
  const read = ['', '/events', '/trace', '/trace?format=markdown', '/trace?format=html'].map((part) =>
    textOf(`${origin}/runs/${id}${part}`),
  )
  for (const text of [solved, streamed, await textOf(`${origin}/runs`), ...(await Promise.all(read))])
    expect(text).not.toMatch(PLACE)
  const { failure, failures, conditions } = JSON.parse(solved)
  expect(failure.message).toContain('the model server')
  expect(failures[0].message).toMatch(/the model server did not answer.*ECONNREFUSED/)
  expect(conditions[0].models[0].server).toBe('the model server')
})

it('without a key, who asks is who runs the service, and is told the address', async () => {
  const { origin, asked } = await failedRun({})
  expect((await jsonOf(`${origin}/solve`, asked)).failures[0].message).toMatch(PLACE)
  const id = await startedRun({ origin })
  const events = await allEvents(`${origin}/runs/${id}/events`)
  expect(JSON.stringify(dataOf(events, 'failure'))).toMatch(PLACE)
})

it('the events of a question have no address, either', async () => {
  const { origin } = await failedRun({ key: KEY })
  const question = { question: 'Which IC50 did the bark extract show?' }
  const events = await allEvents(
    `${origin}/ask`,
    asking(question, { ...AUTHORISED, accept: 'text/event-stream' }),
  )
  const told = JSON.stringify(events)
  expect(told).not.toMatch(PLACE)
  expect(dataOf(events, 'failure')).toMatchObject([{ message: expect.stringContaining('the model server') }])
})
