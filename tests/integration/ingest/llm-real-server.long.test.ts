import { describe, expect, it } from 'vitest'
import { isGlossError } from '../../../core/index.ts'
import { createLlmSummariser, type LlmForm } from '../../../ingest/summarise/index.ts'
import { openOpenAiChat } from '../../fakes/openai-chat.ts'
import { readPaperOf } from '../../fakes/read-paper.ts'

const { GLOSS_TEST_LLM_URL: url = '' } = process.env
const name = 'llm summariser on a real server'

/** Few, because two busy cores write some three tokens a second. */
const ANSWER_TOKENS = 32

const TEXT =
  'Lupeol inhibited angiotensin-converting enzyme with an IC50 of 3.5 µg/ml in vitro. The bark of Phoenix paludosa holds much of it.'

// A small base model follows few instructions, so only the mechanics can be asserted.
describe.skipIf(url === '')(url === '' ? `${name} (skipped: GLOSS_TEST_LLM_URL is not set)` : name, () => {
  it.each(['csv', 'claims'] as const)(
    'ends as units or as a named failure with counted losses: %s',
    async (form: LlmForm) => {
      const usages: number[] = []
      const chat = openOpenAiChat({ url, model: 'default', maxRetries: 0, timeoutMs: 250_000 })
      const summariser = createLlmSummariser({
        chat,
        form,
        contextTokens: async () => 8_192,
        maxAnswerTokens: ANSWER_TOKENS,
        cache: null,
        onAsked: ({ usage }) => usages.push(usage.completionTokens),
      })
      try {
        const { drafts } = await summariser.summarise(
          readPaperOf([TEXT], { abstract: TEXT }),
          new AbortController().signal,
        )
        for (const draft of drafts) expect(draft.text).not.toBe('')
      } catch (error) {
        if (!isGlossError(error, 'MODEL_ANSWER_INVALID')) throw error
        expect(error.facts).toMatchObject({ part_without_units: 1 })
        expect(usages).toHaveLength(2)
      }
      expect(Math.max(...usages)).toBeLessThanOrEqual(ANSWER_TOKENS)
    },
    600_000,
  )
})
