/** The question in a model's answer, or why it has no question that can stand alone. */

export interface ReadQuestion {
  /** Empty if the answer has no question. */
  readonly text: string
  /** `no_question`, `question_too_long` or `refers_to_text`; null for a usable one. */
  readonly loss: string | null
}

// The prompt asks for 30 words; twice as many of ordinary length are still one question. Chosen, not measured.
const MAX_CHARACTERS = 400
const LEAST_CHARACTERS = 10
/** Thoughts that some models put in front. */
const THOUGHTS = /<think>[\s\S]*?(?:<\/think>|$)/gi
const LABEL = /^(?:[-*•>\s]|\d+[.)]\s)*(?:\**question\**\s*:\**\s*)?/i
const QUOTES = /^["'“”‘’«»`*]+|(?<!["'“”‘’«»`*])["'“”‘’«»`*]+$/g
/** A reader who has only the question cannot know which text is meant. */
const REFERENCES =
  /\b(?:(?:the|this|that|these|given|above)\s+(?:\w+\s+)?(?:text|statement|passage|excerpt|paper|study|studies|article|authors?|abstract))\b/i

export function questionIn(answer: string): ReadQuestion {
  const lines = answer
    .replace(THOUGHTS, '')
    .split(/\r?\n/)
    .map((line) => line.replace(LABEL, '').replace(QUOTES, '').replace(/\s+/g, ' ').trim())
  const line = lines.find((one) => one.includes('?')) ?? ''
  const text = line.slice(0, line.lastIndexOf('?') + 1).replace(QUOTES, '')
  if (text.length < LEAST_CHARACTERS) return { text: '', loss: 'no_question' }
  if (text.length > MAX_CHARACTERS) return { text, loss: 'question_too_long' }
  return { text, loss: REFERENCES.test(text) ? 'refers_to_text' : null }
}
