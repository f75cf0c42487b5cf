/** The published injector: a model writes the evidence as a continuation of the text (Eigen-1, A.2.5; P-INJECT). */
import { filledPrompt } from '../../core/index.ts'
import type { HelperModelOptions } from '../monitors/index.ts'
import type { Injector } from '../ports.ts'
import { helperPrompt, withoutThoughts } from '../prompts.ts'

/** Token limit as published; models that think aloud need more. */
const MAX_TOKENS = 4_096

export function createModelInjector({ chat, temperature = 0 }: HelperModelOptions): Injector {
  const prompt = helperPrompt('P-INJECT')
  return {
    name: `model:${chat.id}:${prompt.hash}`,
    prompt: { name: prompt.name, hash: prompt.hash },
    async write({ text, queries, evidence }, signal) {
      const found = {
        rag_query: queries.join('; '),
        // A JSON array of strings, as the published retriever returns.
        rag_result: JSON.stringify(evidence.map((unit) => unit.text)),
      }
      const content = filledPrompt(prompt, found, { text })
      const answer = await chat.complete(
        { messages: [{ role: 'user', content }], temperature, maxTokens: MAX_TOKENS },
        signal,
      )
      return { text: withoutThoughts(answer.text), usage: answer.usage }
    },
  }
}
