import { afterAll } from 'vitest'
import { createExtractiveSummariser } from '../../ingest/index.ts'
import { createLlmSummariser } from '../../ingest/summarise/index.ts'
import { openOpenAiChat } from '../fakes/openai-chat.ts'
import { openScriptedServer, type ScriptedServer } from '../fakes/scripted-llm/server.ts'
import { summariserContract } from './summariser.contract.ts'

const servers: ScriptedServer[] = []
afterAll(() => Promise.all(servers.map((server) => server[Symbol.asyncDispose]())))

const llm = (form: 'csv' | 'claims', answer: string) => async () => {
  const server = await openScriptedServer()
  servers.push(server)
  server.reply({ text: answer })
  const chat = openOpenAiChat({ url: server.url, model: 'tiny', maxRetries: 0 })
  return createLlmSummariser({ chat, form, contextTokens: async () => 8_192, cache: null })
}
const STATEMENT = 'Lupeol inhibits angiotensin-converting enzyme (ACE) in vitro with an IC50 of 3.5 µg/ml.'
const ELSEWHERE = 'Plant triterpenes may become drugs against hypertension one day.'

summariserContract('extractive', async () => createExtractiveSummariser())
summariserContract(
  'llm, csv',
  llm(
    'csv',
    `\`\`\`csv\nname,year,locator,topic,quote\nSYNTHESIZED_POINT_SUMMARY,N/A,N/A,N/A,"${STATEMENT}"\nSYNTHESIZED_POINT_SUMMARY,N/A,N/A,N/A,"${ELSEWHERE}"\n\`\`\``,
  ),
)
summariserContract('llm, claims', llm('claims', JSON.stringify({ claims: [STATEMENT, ELSEWHERE] })))
