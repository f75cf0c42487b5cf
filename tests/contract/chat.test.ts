import { afterAll } from 'vitest'
import { systemClock } from '../../core/index.ts'
import { openOpenAiStream } from '../../models/adapters/openai-stream.ts'
import {
  completing,
  createLedger,
  createLimits,
  createRetries,
  withLedger,
  withLimits,
} from '../../models/index.ts'
import { startScriptedServer } from '../fakes/scripted-llm/server.ts'
import { chatContract } from './chat.contract.ts'

const TEXT = 'One, two, three, four, five, six, seven, eight, nine, ten.'
const server = await startScriptedServer({
  answers: ({ body }) => ({
    text: TEXT,
    paceMs: 1,
    logprobs: body['logprobs'] === true,
    wire: { cutSeed: 1 },
  }),
})
afterAll(() => server[Symbol.asyncDispose]())

const scripted = () => openOpenAiStream({ url: server.url, model: 'scripted' })

chatContract({
  name: 'openai protocol, scripted server',
  runs: true,
  open: async () => scripted(),
  maxTokens: 100,
  hasLogprobs: true,
})

chatContract({
  name: 'the same with ledger, limits and retries around it',
  runs: true,
  async open() {
    const limited = withLimits(
      scripted(),
      createLimits({ maxConcurrent: 1, tokensPerMinute: 1_000_000 }, systemClock),
    )
    const counted = withLedger(limited, createLedger(new Map()), 'proposer', systemClock)
    return completing(counted, createRetries({}, systemClock, Math.random))
  },
  maxTokens: 100,
  hasLogprobs: true,
})
