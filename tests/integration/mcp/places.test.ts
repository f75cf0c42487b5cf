/** Questions that `ask` puts to a model are bounded like those over HTTP, whichever way they come. */
import { expect, it } from 'vitest'
import { samplePaper } from '../../../scripts/lib/served-samples.ts'
import { listenToSamples, type McpClient, openMcp, type ToolAnswer } from '../../fixtures/mcp-clients.ts'
import { silentModel } from '../../fixtures/silent-model.ts'

const QUESTION = 'Which isoform of AKT does lupeol spare?'
const PAPERS = [samplePaper('akt-isoform-silencing')]

it('over /mcp and the other routes together there are as many as GLOSS_CHATS', async () => {
  await using model = await silentModel()
  const served = await listenToSamples({ llmUrl: model.url, llmModel: 'silent', chats: 1 }, PAPERS)
  try {
    await using client = await openMcp({ url: served.url })
    await expectOnePlace(client, model)
    const first = model.asked()
    const leaving = new AbortController()
    const held = client.call('ask', { question: QUESTION }, leaving.signal).catch(() => null)
    await first
    const chat = await fetch(new URL('/ask', served.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: QUESTION }),
    })
    expect([chat.status, await chat.json()]).toMatchObject([503, { code: 'QUEUE_FULL' }])
    leaving.abort()
    await held
  } finally {
    await served.close()
  }
})

it('over stdio there are as many as GLOSS_CHATS', async () => {
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

/** The second is refused while the first is asked; when that has gone, the next one gets its place. */
async function expectOnePlace(
  client: McpClient,
  model: Awaited<ReturnType<typeof silentModel>>,
): Promise<void> {
  const leaving = new AbortController()
  const asked = model.asked()
  const first = client.call('ask', { question: QUESTION }, leaving.signal).catch((error: unknown) => error)
  const gone = new Promise((resolve) => void asked.then((response) => response.once('close', resolve)))
  await asked
  expectRefused(await client.call('ask', { question: QUESTION }))
  expect((await client.call('papers')).isError).toBe(false)
  leaving.abort()
  await Promise.all([first, gone])
  const again = model.asked()
  const stopping = new AbortController()
  const next = client.call('ask', { question: QUESTION }, stopping.signal).catch((error: unknown) => error)
  await again
  stopping.abort()
  await next
}

function expectRefused({ isError, value }: ToolAnswer): void {
  expect([isError, value]).toMatchObject([
    true,
    { error: { code: 'QUEUE_FULL', retry: true, retryAfterSeconds: expect.any(Number) } },
  ])
}
