/** The published querier: a small model makes one query of the window (Eigen-1, A.2.4; P-QUERY). */
import type { HelperModelOptions } from '../monitors/index.ts'
import type { Querier } from '../ports.ts'
import { helperPrompt, roleAndTask, withoutThoughts } from '../prompts.ts'
import { readQuery } from './read-query.ts'

/** As published; models that think aloud need more. */
const MAX_TOKENS = 150

/** Gives one query, or none where the model said nothing that can be looked for. Throws what the model throws. */
export function createModelQuerier({ chat, temperature = 0 }: HelperModelOptions): Querier {
  const prompt = helperPrompt('P-QUERY')
  return {
    name: `model:${chat.id}:${prompt.hash}`,
    prompt: { name: prompt.name, hash: prompt.hash },
    async queries({ window }, _verdict, signal) {
      const messages = roleAndTask(prompt, { text: window })
      const { text, usage } = await chat.complete({ messages, temperature, maxTokens: MAX_TOKENS }, signal)
      const query = readQuery(withoutThoughts(text), { prompt: prompt.text, window })
      return { queries: query === '' ? [] : [query], usage }
    },
  }
}
