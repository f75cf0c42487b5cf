/** The published querier: a small model makes one query from the window (Eigen-1, A.2.4; P-QUERY). */
import type { HelperModelOptions } from '../monitors/index.ts'
import type { Querier } from '../ports.ts'
import { helperPrompt, roleAndTask, withoutThoughts } from '../prompts.ts'
import { readQuery } from './read-query.ts'

/** Token limit as published; models that think aloud need more. */
const MAX_TOKENS = 150

/** Creates a querier with one query, or none if the model said nothing to search for. Throws the errors of the model. */
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
