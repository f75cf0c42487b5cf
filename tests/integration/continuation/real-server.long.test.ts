import { describe, expect, it } from 'vitest'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import { openServerInquiry } from '../../../models/adapters/server-inquiry.ts'
import { type ChatRequest, createContinuingChat, foldAnswer } from '../../../models/index.ts'

const { GLOSS_TEST_LLM_URL: url = '' } = process.env
const name = 'going on with the answers of a real server'
const never = new AbortController().signal
const QUESTION = 'Write a text about this.'
const OPENINGS = [
  'Honey bees live in large colonies with one queen.',
  'The printing press changed how people learn.',
  'Rivers carry water from the mountains to the sea.',
]
/** Few, because two busy cores write some five tokens a second. */
const ANSWER_TOKENS = 48
const MIN_CHARACTERS_AFTER = 24
const CUTS = 10
const SEAM_CHARACTERS = 12
const TIMEOUT_MS = 600_000
/** Keeps it in prose: it has seen more web pages than answers. */
const PROSE = { logit_bias: ['<', '</', '\n', '\n\n'].map((text) => [text, false]) }
const REQUEST: ChatRequest = {
  messages: [{ role: 'user', content: QUESTION }],
  temperature: 0,
  maxTokens: ANSWER_TOKENS,
  extraBody: PROSE,
}

/** Offsets behind a full stop, with enough behind them to compare. */
function sentenceEnds(text: string, from: number): number[] {
  return [...text.matchAll(/[.!?](?=\s)/g)]
    .map(({ index }) => index + 1)
    .filter((offset) => offset > from && offset <= text.length - MIN_CHARACTERS_AFTER)
}

describe.skipIf(url === '')(url === '' ? `${name} (skipped: GLOSS_TEST_LLM_URL is not set)` : name, () => {
  // A suite that is skipped is read all the same.
  const address = url === '' ? 'http://127.0.0.1:9/v1' : url
  const server = openOpenAiStream({ url: address, model: 'default' })
  const chat = createContinuingChat({ chat: server, inquiry: openServerInquiry({ url: address }) })

  it(
    'finds out that it takes a prefix',
    async () => {
      await expect(chat.prepare(never)).resolves.toMatchObject({
        provider: 'llama.cpp',
        rung: 'prefix',
        echoes: false,
        trims: false,
        counts: true,
      })
    },
    TIMEOUT_MS,
  )

  const answerTo = async (text: string) =>
    text + (await foldAnswer(chat.stream(REQUEST, { text, reasoning: '' }, never))).text

  /** The server's own words for the text that it continues, which it sends back before the next token. */
  const echoOf = async (content: string) => {
    const asked = {
      ...REQUEST,
      messages: [...REQUEST.messages, { role: 'assistant' as const, content }],
      maxTokens: 1,
      extraBody: { continue_final_message: true, add_generation_prompt: false, echo: true },
    }
    return (await foldAnswer(server.stream(asked, never))).text
  }

  // How many are equal depends on the arithmetic of the server; more than half hold anywhere.
  it(
    'cut behind a sentence, most answers are the same, and none is cut or doubled at the seam',
    async () => {
      const outcomes: boolean[] = []
      for (const opening of OPENINGS) {
        const answer = await answerTo(opening)
        for (const offset of sentenceEnds(answer, opening.length).slice(0, CUTS / OPENINGS.length)) {
          const written = answer.slice(0, offset)
          outcomes.push((await answerTo(written)).startsWith(answer))
          const echo = await echoOf(written)
          expect(echo.startsWith(written)).toBe(true)
          expect(echo.slice(written.length)).not.toContain(written.slice(-SEAM_CHARACTERS))
        }
      }
      expect(outcomes.length).toBeGreaterThan(0)
      expect(outcomes.filter(Boolean).length).toBeGreaterThan(outcomes.length / 2)
    },
    TIMEOUT_MS,
  )

  it(
    'goes on the same way by its own template, raw',
    async () => {
      const raw = createContinuingChat({ chat: server, inquiry: openServerInquiry({ url }), method: 'raw' })
      const request = {
        messages: [{ role: 'user' as const, content: QUESTION }],
        temperature: 0,
        maxTokens: 12,
      }
      const written = { reasoning: '', text: OPENINGS[0] ?? '' }
      await raw.prepare(never)
      const answers = [
        await foldAnswer(raw.stream(request, written, never)),
        await foldAnswer(chat.stream(request, written, never)),
      ]
      expect(answers[0]?.text).toBe(answers[1]?.text)
      expect(answers[0]?.usage.promptTokens).toBe(answers[1]?.usage.promptTokens)
    },
    TIMEOUT_MS,
  )
})
