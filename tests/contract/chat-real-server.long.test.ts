import { openOpenAiStream } from '../../models/adapters/openai-stream.ts'
import { chatContract } from './chat.contract.ts'

const { GLOSS_TEST_LLM_URL: url = '' } = process.env
chatContract({
  name: `openai protocol, real server${url === '' ? ' (skipped: GLOSS_TEST_LLM_URL is not set)' : ''}`,
  runs: url !== '',
  open: async () => openOpenAiStream({ url, model: 'default' }),
  maxTokens: 24,
  hasLogprobs: true,
})
