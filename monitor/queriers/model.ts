/**
 * The published querier: a small model makes a query of the window (Eigen-1, A.2.4; P-QUERY). It asks for
 * one; several lines are taken as several.
 */
import { inOrder } from '../build-pattern.ts'
import type { HelperModelOptions } from '../monitors/index.ts'
import type { Querier } from '../ports.ts'
import { helperPrompt, roleAndTask, withoutThoughts } from '../prompts.ts'

const MAX_TOKENS = 150
const MAX_QUERIES = 3
// What may surround a query: list marks, labels, quotation marks of any kind, code fences, bold type, a stop
// at its end.
const FENCE = /^```\w*$/
const LIST_MARK = /^(?:[-*•>]\s+|\(?\d{1,2}[.)]\s+)/
const LABEL = new RegExp(
  inOrder(
    '^(?:the\\s+)?(?:(?:best|refined|final|suggested)\\s+)?(?:search(?:ing)?[ _-]?)?',
    '(?:quer(?:y|ies)|keywords?|terms?)(?:\\s*#?\\d)?\\s*[:：]\\s*',
  ),
  'i',
)
const WRAPPED = /^(["'“”‘’«»`*_]+)([\s\S]*?)(["'“”‘’«»`*_]+)$/
const END_STOP = /(?<=[\p{L}\p{N})"”»`*])[.,;]+$/u

export function createModelQuerier({
  chat,
  temperature = 0,
  maxTokens = MAX_TOKENS,
}: HelperModelOptions): Querier {
  const prompt = helperPrompt('P-QUERY')
  return {
    name: `model:${chat.id}:${prompt.hash}`,
    prompt: { name: prompt.name, hash: prompt.hash },
    async queries({ window }, _verdict, signal) {
      const messages = roleAndTask(prompt, { text: window })
      const { text, usage } = await chat.complete({ messages, temperature, maxTokens }, signal)
      return { queries: queriesIn(withoutThoughts(text)), usage }
    },
  }
}

export function queriesIn(said: string): string[] {
  const lines = said.split(/\r?\n|\\n/).map((line) => bare(line))
  return [...new Set(lines)].filter((line) => /[\p{L}\p{N}]/u.test(line)).slice(0, MAX_QUERIES)
}

/** Freed layer by layer: `1. **Search Query:** "…"` has four. */
function bare(line: string): string {
  let left = line.trim()
  for (let before = ''; before !== left; ) {
    before = left
    left = left
      .replace(FENCE, '')
      .replace(LIST_MARK, '')
      .replace(/^\*\*([^*]+)\*\*/, '$1')
      .replace(LABEL, '')
      .replace(END_STOP, '')
      .replace(WRAPPED, '$2')
      .trim()
  }
  return left.replace(/["“”«»`]/g, '').replace(/\s+/g, ' ')
}
