/** Tests that questions of agents to a model are limited like those over HTTP, on both transports. */
import { expect, it } from 'vitest'
import { listenToSamples, type McpClient, openMcp, type ToolAnswer } from '../../fixtures/mcp-clients.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { asking } from '../../fixtures/served-solver.ts'
import { silentModel } from '../../fixtures/silent-model.ts'

const QUESTION = 'Which isoform of AKT does lupeol spare?'
const MAX_TRIES = 200
type SilentModel = Awaited<ReturnType<typeof silentModel>>

const PAPERS = [samplePaper('akt-isoform-silencing')]

it('over /mcp and the other routes together are at most GLOSS_CHATS', async () => {
  await using model = await silentModel()
  const served = await listenToSamples({ llmUrl: model.url, llmModel: 'silent', chats: 1 }, PAPERS)
  try {
    await using client = await openMcp({ url: served.url })
    await expectOnePlace(client, model)
    const leave = await askModel(client, model)
    const chat = await fetch(new URL('/ask', served.url), asking({ question: QUESTION }))
    expect([chat.status, await chat.json()]).toMatchObject([503, { code: 'QUEUE_FULL' }])
    await leave()
  } finally {
    await served.close()
  }
})

it('over stdio are at most GLOSS_CHATS', async () => {
  await using model = await silentModel()
  const served = await listenToSamples({}, PAPERS)
  try {
    const env = { GLOSS_LLM_URL: model.url, GLOSS_LLM_MODEL: 'silent', GLOSS_CHATS: '1' }
    await using client = await openMcp({ workspace: served.workspace, env })
    await expectOnePlace(client, model)
  } finally {
    await served.close()
  }
})

/** Checks that a second question is refused while the first is answered, and accepted when its client has left. */
async function expectOnePlace(client: McpClient, model: SilentModel): Promise<void> {
  const leave = await askModel(client, model)
  expectRefused(await client.call('ask', { question: QUESTION }))
  expect((await client.call('papers')).isError).toBe(false)
  await leave()
  const leaveAgain = await askModel(client, model)
  await leaveAgain()
}

/** Asks until the question reaches the model, as a place is freed a moment after its client left; returns how to leave. */
async function askModel(client: McpClient, model: SilentModel): Promise<() => Promise<void>> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const leaving = new AbortController()
    const answer = client.call('ask', { question: QUESTION }, leaving.signal).catch(() => null)
    const isAsked = model.asked().then(() => true)
    if (await Promise.race([isAsked, answer.then(() => false)]))
      return async () => {
        leaving.abort()
        await answer
      }
  }
  throw new Error(`The question was refused ${MAX_TRIES} times: no place has become free.`)
}

function expectRefused({ isError, value }: ToolAnswer): void {
  expect([isError, value]).toMatchObject([
    true,
    { error: { code: 'QUEUE_FULL', retry: true, retryAfterSeconds: expect.any(Number) } },
  ])
}
