/** Tests that a failing server is asked three times, and that an unreachable one is detected once for all callers (E28). */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Gloss, loadConfig, openGloss, prepareModel } from '../../../app/index.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import { startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const QUESTION = { messages: [{ role: 'user' as const, content: 'Well?' }], temperature: 0, maxTokens: 8 }
/** Addresses without a server: the discard port, and a domain reserved for names that do not exist (RFC 2606). */
const NOT_THERE = ['http://127.0.0.1:9/v1', 'http://no-such-host.invalid/v1']

async function glossOn(url: string): Promise<Gloss> {
  const env = {
    GLOSS_LLM_URL: url,
    GLOSS_LLM_MODEL: 'm',
    GLOSS_LLM_RETRY_WAIT_MS: '1',
    GLOSS_WORKSPACE: join(temporaryFolder(), '.gloss'),
  }
  const gloss = await openGloss(loadConfig({}, env))
  onTestFinished(() => gloss.close())
  return gloss
}

test('three tries are made before the first piece of an answer, by default', async () => {
  await using server = await startScriptedServer({
    answers: () => ({ fault: { kind: 'status', status: 500 } }),
  })
  const gloss = await glossOn(server.url)
  await expect(gloss.chats.open('A test').complete(QUESTION, NEVER)).rejects.toMatchObject({
    code: 'MODEL_UNAVAILABLE',
  })
  expect(server.requests).toHaveLength(3)
})

test.each(NOT_THERE)(
  'a server at %s that does not answer is reported at once, without a probe of continuation',
  async (url) => {
    const gloss = await glossOn(url)
    await expect(prepareModel(gloss, {}, NEVER)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
  },
)
