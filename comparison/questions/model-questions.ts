/** Makes questions with a chat model: one for each sampled unit, which is then the right answer. */
import { contentId, defuseControlMarks } from '../../core/index.ts'
import { readingOf, type Unit } from '../../corpus/index.ts'
import {
  type CachedChat,
  type ChatRequest,
  costOf,
  estimateMessageTokens,
  type PriceTable,
  type ProjectedTokens,
} from '../../models/index.ts'
import type { GeneratedQuestion, QuestionSource } from './ports.ts'

/** A statement to ask about, with its paper's title, from which the model learns what "it" refers to. */
export interface QuestionUnit {
  readonly unit: Pick<Unit, 'id' | 'text'>
  readonly title: string
}

export interface ModelQuestionsOptions {
  /** Name of the model. */
  readonly model: string
  readonly chat: CachedChat
  /** Units in the order in which questions are made. */
  readonly units: readonly QuestionUnit[]
}

const PROMPT = `You write test questions for a search engine over scientific papers. You are given one statement from a paper. Write one question that somebody would ask who does not know the statement and to whom the statement is the answer.
- Name the thing asked about: the question is read alone, without the statement and without the paper.
- Never mention "the text", "the statement", "the study", "the authors" or "the paper".
- Ask what, which, how, how much, where, when or why; no question that yes or no answers.
- Use your own words where you can; at most 30 words; the language of the statement.
Answer with the question alone.`

/** A question has some 20 tokens; the rest is for models that write out their thoughts. */
const MAX_ANSWER_TOKENS = 512
const EXPECTED_ANSWER_TOKENS = 30
// A context of 2,048 tokens fits this with prompt and answer.
const MAX_STATEMENT_CHARACTERS = 3_000

export interface QuestionProjection extends ProjectedTokens {
  readonly calls: number
}

/** Creates the source. Costs a call per question, none if the answer is cached. If the model fails, throws what its port throws. */
export function createModelQuestions({ model, chat, units }: ModelQuestionsOptions): QuestionSource {
  return {
    made: `model:${model}:${contentId(PROMPT)}`,
    async make(count, signal) {
      const questions: GeneratedQuestion[] = []
      const losses: Record<string, number> = {}
      const known = new Set<string>()
      for (const asked of units.slice(0, count)) {
        signal.throwIfAborted()
        const { text, loss } = questionIn(await chat.ask(questionRequest(asked), signal))
        const reason = loss ?? (known.has(text.toLowerCase()) ? 'repeated_question' : null)
        if (reason !== null) losses[reason] = (losses[reason] ?? 0) + 1
        else {
          known.add(text.toLowerCase())
          questions.push({ text, units: [asked.unit.id], hops: 1 })
        }
      }
      return { questions, losses }
    },
  }
}

/** Estimates the most tokens that questions about these units need; cached answers are free. */
export function projectQuestions(
  units: readonly QuestionUnit[],
  model: string,
  prices: PriceTable,
): QuestionProjection {
  const tokens = {
    promptTokens: units.reduce((sum, unit) => sum + estimateMessageTokens(questionRequest(unit).messages), 0),
    completionTokens: units.length * EXPECTED_ANSWER_TOKENS,
  }
  return { calls: units.length, ...tokens, cost: costOf(tokens, model, prices) }
}

export function questionRequest({ unit, title }: QuestionUnit): ChatRequest {
  const statement = readingOf(unit).slice(0, MAX_STATEMENT_CHARACTERS)
  const content = title === '' ? `Statement: ${statement}` : `Paper: ${title}\nStatement: ${statement}`
  return {
    messages: [
      { role: 'system', content: PROMPT },
      { role: 'user', content: defuseControlMarks(content) },
    ],
    temperature: 0,
    maxTokens: MAX_ANSWER_TOKENS,
  }
}

// The prompt asks for 30 words; twice that number of ordinary length is still one question. Chosen, not measured.
const MAX_CHARACTERS = 400
const MIN_CHARACTERS = 10
/** Thoughts that some models write first. */
const THOUGHTS = /<think>[\s\S]*?(?:<\/think>|$)/gi
const LABEL = /^(?:[-*•>\s]|\d+[.)]\s)*(?:\**question\**\s*:\**\s*)?/i
const QUOTES = /^["'“”‘’«»`*]+|(?<!["'“”‘’«»`*])["'“”‘’«»`*]+$/g
/** References to a text that a reader of the question alone cannot see. */
const REFERENCES =
  /\b(?:(?:the|this|that|these|given|above)\s+(?:\w+\s+)?(?:text|statement|passage|excerpt|paper|study|studies|article|authors?|abstract))\b/i

function questionIn(answer: string) {
  const lines = answer
    .replace(THOUGHTS, '')
    .split(/\r?\n/)
    .map((line) => line.replace(LABEL, '').replace(QUOTES, '').replace(/\s+/g, ' ').trim())
  const line = lines.find((one) => one.includes('?')) ?? ''
  const text = line.slice(0, line.lastIndexOf('?') + 1).replace(QUOTES, '')
  if (text.length < MIN_CHARACTERS) return { text: '', loss: 'no_question' }
  if (text.length > MAX_CHARACTERS) return { text, loss: 'question_too_long' }
  return { text, loss: REFERENCES.test(text) ? 'refers_to_text' : null }
}
