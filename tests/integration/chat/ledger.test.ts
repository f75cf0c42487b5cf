/** Tests that the ledger equals the servers' counts, for answers that end, are left, or fail. */
import { expect, it } from 'vitest'
import { systemClock } from '../../../core/index.ts'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import { completing, createLedger, createRetries, foldAnswer, withLedger } from '../../../models/index.ts'
import { type Script, startScriptedServer } from '../../fakes/scripted-llm/server.ts'

const signal = new AbortController().signal
const request = {
  messages: [{ role: 'user' as const, content: 'Is lupeol a triterpene?' }],
  temperature: 0,
  maxTokens: 20,
}
const SAID = { reasoning: 'Let me think.', text: 'Yes, it is one of the lupane type.' }

it('a ledger adds up to the bill of the servers', async () => {
  const failed: Script = { fault: { kind: 'status', status: 503 } }
  const scripts: Script[] = [
    SAID,
    failed,
    { ...SAID, usage: 'every' },
    { ...SAID, toolCalls: [{ name: 'search', arguments: '{}' }] },
  ]
  await using server = await startScriptedServer({ answers: (_, n) => scripts[n] ?? SAID })
  const ledger = createLedger(new Map([['tiny', { prompt: 1, completion: 2 }]]))
  const retries = createRetries({ firstWaitMs: 1 }, systemClock, () => 0)
  const asked = openOpenAiStream({ url: server.url, model: 'tiny' })
  for (const role of ['proposer', 'monitor', 'judge']) {
    const chat = completing(withLedger(asked, ledger, role, systemClock), retries)
    for await (const _ of chat.stream(request, signal));
  }
  const { promptTokens, completionTokens, reasoningTokens } = server.counted()
  const total = ledger.total()
  const tokens = { promptTokens, completionTokens, reasoningTokens }
  expect(total).toMatchObject({ ...tokens, calls: 4, failedCalls: 1, estimated: false })
  expect(total.cost).toBeCloseTo((promptTokens + 2 * completionTokens) / 1e6, 12)
  expect(ledger.rows().map(({ role, calls }) => [role, calls])).toEqual([
    ['proposer', 1],
    ['monitor', 2],
    ['judge', 1],
  ])
})

it('a ledger counts an answer that its reader left as far as the server had counted it', async () => {
  await using server = await startScriptedServer({
    answers: () => ({ ...SAID, usage: 'every', fault: { kind: 'stall', afterFrames: 8 } }),
  })
  const ledger = createLedger(new Map())
  const asked = openOpenAiStream({ url: server.url, model: 'tiny' })
  const chat = withLedger(asked, ledger, 'proposer', systemClock)
  const said: string[] = []
  for await (const event of chat.stream(request, signal)) {
    if (event.type === 'text' || event.type === 'reasoning') said.push(event.text)
    if (said.length === 7) break
  }
  await server.requests[0]!.ended
  // It may have written more than it had sent: the count is marked as a lower bound.
  expect(ledger.total()).toMatchObject({ ...server.counted(), cost: null, estimated: true })
})

it('a ledger counts what a server counted that broke off before its first word', async () => {
  await using server = await startScriptedServer({
    answers: () => ({ ...SAID, usage: 'every', fault: { kind: 'hang-up', afterFrames: 1 } }),
  })
  const ledger = createLedger(new Map())
  const asked = openOpenAiStream({ url: server.url, model: 'tiny' })
  const chat = withLedger(asked, ledger, 'proposer', systemClock)
  await expect(foldAnswer(chat.stream(request, signal))).rejects.toThrow('did not answer')
  expect(server.counted().promptTokens).toBeGreaterThan(0)
  expect(ledger.total()).toMatchObject({ ...server.counted(), failedCalls: 1, estimated: false })
})
