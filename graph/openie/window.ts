/** Limits the text shown to a model and the length of its answers: HippoRAG's limits, or less if the model's context is short. */
import { GlossError } from '../../core/index.ts'
import { estimateMessageTokens, estimateTokens } from '../../models/index.ts'
import { tripleRequest } from './prompts.ts'

export interface OpenIeLimits {
  readonly entityTokens: number
  readonly tripleTokens: number
  /** Tokens of the text itself. */
  readonly textTokens: number
}

/** HippoRAG's limits for its offline models (vllm): room for some 50 names, or 60 triples. */
const ENTITY_TOKENS = 512
const TRIPLE_TOKENS = 2_048
/** The repair round shows the bad answer and some 70 tokens of instruction. */
const REPAIR_TOKENS = 100
/** Twice a published unit, which has 87 on average. Chosen, not measured. */
const MIN_TEXT_TOKENS = 200

/** Returns the limits. `contextTokens`: question and answer. Throws `CONFIG_INVALID` if prompt, text, answer and repair do not fit. */
export function openIeLimits(contextTokens: number): OpenIeLimits {
  const entityTokens = Math.min(ENTITY_TOKENS, Math.floor(contextTokens / 16))
  const tripleTokens = Math.min(TRIPLE_TOKENS, Math.floor(contextTokens / 4))
  const promptTokens = estimateMessageTokens(tripleRequest('', [], tripleTokens).messages)
  const textTokens = contextTokens - promptTokens - entityTokens - 2 * tripleTokens - REPAIR_TOKENS
  if (textTokens < MIN_TEXT_TOKENS)
    throw new GlossError(
      'CONFIG_INVALID',
      `A window of ${contextTokens} tokens is too small for OpenIE: set GLOSS_LLM_CONTEXT to 2048 or more, as the server allows.`,
    )
  return { entityTokens, tripleTokens, textTokens }
}

/** Returns the text, or as much of its beginning as fits, cut at a space. */
export function fittingText(text: string, maxTokens: number): string {
  const tokens = estimateTokens(text)
  if (tokens <= maxTokens) return text
  const cut = text.slice(0, Math.floor((text.length * maxTokens) / tokens))
  const space = cut.lastIndexOf(' ')
  return space > 0 ? cut.slice(0, space) : cut
}
