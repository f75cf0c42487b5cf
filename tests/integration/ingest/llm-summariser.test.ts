import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isGlossError } from '../../../core/index.ts'
import { createLlmSummariser } from '../../../ingest/summarise/index.ts'
import { memoryAnswerCache } from '../../fakes/memory-answer-cache.ts'
import { openOpenAiChat } from '../../fakes/openai-chat.ts'
import { readPaperOf } from '../../fakes/read-paper.ts'
import { openScriptedServer, type ScriptedServer } from '../../fakes/scripted-llm/server.ts'

const signal = new AbortController().signal
const ROW = (quote: string) => `SYNTHESIZED_POINT_SUMMARY,N/A,N/A,N/A,"${quote}"`
const CSV = (...quotes: string[]) =>
  `\`\`\`csv\nname,year,locator,topic,quote\n${quotes.map(ROW).join('\n')}\n\`\`\``
const TEXT = 'Lupeol inhibited ACE with an IC50 of 3.5 µg/ml in vitro. The bark of palms holds much of it.'
const paper = readPaperOf([TEXT], { abstract: TEXT }, true)

describe('llm summariser', () => {
  let server: ScriptedServer
  beforeEach(async () => {
    server = await openScriptedServer()
  })
  afterEach(() => server[Symbol.asyncDispose]())

  const summariser = (more: Partial<Parameters<typeof createLlmSummariser>[0]> = {}) =>
    createLlmSummariser({
      chat: openOpenAiChat({ url: server.url, model: 'tiny', maxRetries: 0 }),
      form: 'csv',
      contextTokens: async () => 8_192,
      cache: null,
      ...more,
    })

  it('fails the paper after a repair without a row, and asks anew next time', async () => {
    const cache = memoryAnswerCache()
    server.reply({ text: 'No.' }, { text: 'Still no.' }, { text: CSV('One.') })
    const failure = summariser({ cache }).summarise(paper, signal)
    await expect(failure).rejects.toSatisfy((error: unknown) => isGlossError(error, 'MODEL_ANSWER_INVALID'))
    expect(server.requests).toHaveLength(2)
    expect((await summariser({ cache }).summarise(paper, signal)).drafts).toHaveLength(1)
  })

  it('keeps the good parts of a paper and counts the parts that gave nothing', async () => {
    const long = readPaperOf([
      Array.from(
        { length: 300 },
        (_, i) => `Compound ${i} inhibited enzyme ${i} by ${i} percent in the broth.`,
      ).join(' '),
    ])
    server.reply({ text: 'no' }, { text: 'no' }, ...Array.from({ length: 9 }, () => ({ text: CSV('One.') })))
    const { drafts, losses } = await summariser({ contextTokens: async () => 5_000 }).summarise(long, signal)
    expect(drafts.length).toBeGreaterThan(0)
    expect(losses).toMatchObject({ part_without_units: 1 })
  })

  it('refuses a window that cannot hold the prompt', async () => {
    const failure = summariser({ contextTokens: async () => 1_000 }).summarise(paper, signal)
    await expect(failure).rejects.toSatisfy((error: unknown) => isGlossError(error, 'CONFIG_INVALID'))
  })
})
