/** Extracts keywords from a question: low-level ones name things, high-level ones say what is asked about them (specs/lightrag.md, A.5). */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { contentId, defuseControlMarks, parsedJson, words } from '../../core/index.ts'
import { canonicalWords, type LinkedName } from '../../graph/index.ts'
import type { AnswerSchema, ChatMessage } from '../../models/index.ts'
import type { MeteredChat } from '../model-usage.ts'

export interface Keywords {
  readonly low: readonly string[]
  readonly high: readonly string[]
}

const Prompt = z.object({
  messages: z.array(z.object({ role: z.enum(['system', 'user']), content: z.string() })),
})
const Answer = z.object({
  high_level_keywords: z.array(z.string()),
  low_level_keywords: z.array(z.string()),
})
const TEXTS = { type: 'array', items: { type: 'string' } }
const SCHEMA: AnswerSchema = {
  name: 'keywords',
  schema: {
    type: 'object',
    properties: { high_level_keywords: TEXTS, low_level_keywords: TEXTS },
    required: ['high_level_keywords', 'low_level_keywords'],
    additionalProperties: false,
  },
}
/** Enough for some forty keywords. Chosen, not measured. */
const ANSWER_TOKENS = 256
const QUESTION = '{question}'
/** Question words, which name nothing. */
const ASKING = new Set(
  'what which who whom whose when where why how do does did has have had can could many much'.split(' '),
)

const promptText = readFileSync(new URL('./prompts/keywords.json', import.meta.url), 'utf8')
const prompt = Prompt.parse(JSON.parse(promptText))
export const KEYWORDS_PROMPT = { name: 'lightrag-keywords', hash: contentId(promptText) } as const

/**
 * Returns the names in the question as low-level keywords, and all its content words as high-level ones. Without the words of the names,
 * which a relation's two names contain too, `global` falls from .587 to .282 nDCG@10 on MuSiQue, the other modes by .005 to .02 (static).
 */
export function lexicalKeywords(question: string, linked: readonly LinkedName[]): Keywords {
  const content = canonicalWords(question)
    .map(({ form }) => form)
    .filter((form) => !ASKING.has(form) && words(form).length > 0)
  const low = [...new Set(linked.map(({ asked }) => asked))]
  return { low: low.length > 0 ? low : content, high: content }
}

/** Returns the model's keywords; null if the answer cannot be parsed or names nothing. Throws what the chat throws. */
export async function modelKeywords(
  question: string,
  { chat }: MeteredChat,
  signal: AbortSignal,
): Promise<Keywords | null> {
  const shown = defuseControlMarks(question)
  const messages = prompt.messages.map(
    ({ role, content }): ChatMessage => ({ role, content: content.replace(QUESTION, () => shown) }),
  )
  const answer = await chat.ask(
    { messages, temperature: 0, maxTokens: ANSWER_TOKENS, schema: SCHEMA },
    signal,
  )
  const read = Answer.safeParse(objectIn(answer))
  if (!read.success) return null
  const { low_level_keywords: low, high_level_keywords: high } = read.data
  return low.length + high.length === 0 ? null : { low, high }
}

/** Parses the text from the first brace to the last: models add fences and sentences around it. Returns undefined if that is not JSON. */
function objectIn(answer: string): unknown {
  return parsedJson(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
}
