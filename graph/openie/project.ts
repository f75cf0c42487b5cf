/** Projects the cost of OpenIE of some texts before the model is asked. */
import {
  type AnswerCache,
  costOf,
  estimateMessageTokens,
  estimateTokens,
  type PriceTable,
  type ProjectedTokens,
  requestHash,
} from '../../models/index.ts'
import { withoutEchoedEntities } from './example-echo.ts'
import type { OpenIeUnit } from './extract-all.ts'
import { entityRequest, tripleRequest } from './prompts.ts'
import { readEntities } from './read-answer.ts'
import { fittingText, openIeLimits } from './window.ts'

export interface ProjectedOpenIe extends ProjectedTokens {
  readonly units: number
  /** Calls still to be made, without those whose answers are cached. */
  readonly calls: number
  readonly cachedCalls: number
}

export interface OpenIeProjectionOptions {
  readonly model: string
  readonly contextTokens: number
  readonly prices: PriceTable
  readonly cache: AnswerCache | null
}

/**
 * Answer tokens per token of the text. Measured with our estimate of tokens on the published answers: gpt-4o on 1,412 units .44 and 1.60,
 * gpt-3.5-turbo on 1,890 paragraphs .37 and 1.15; the higher ones, so that a projected cost is not exceeded.
 */
const ENTITY_SHARE = 0.44
const TRIPLE_SHARE = 1.6

/** Projects calls, tokens and cost, without repairs: one more call for each unreadable answer. A repaired answer counts as not cached. */
export async function projectOpenIe(
  units: AsyncIterable<OpenIeUnit>,
  { model, contextTokens, prices, cache }: OpenIeProjectionOptions,
): Promise<ProjectedOpenIe> {
  const limits = openIeLimits(contextTokens)
  const sums = { units: 0, calls: 0, cachedCalls: 0, promptTokens: 0, completionTokens: 0 }
  const known = async (request: ReturnType<typeof entityRequest>) =>
    (await cache?.get(requestHash(model, request))) ?? ''
  const toAsk = (promptTokens: number, answerTokens: number) => {
    sums.calls++
    sums.promptTokens += promptTokens
    sums.completionTokens += answerTokens
  }
  for await (const unit of units) {
    sums.units++
    if (unit.text.trim() === '') continue
    const text = fittingText(unit.text, limits.textTokens)
    const textTokens = estimateTokens(text)
    const entityTokens = Math.min(Math.ceil(ENTITY_SHARE * textTokens), limits.entityTokens)
    const tripleTokens = Math.min(Math.ceil(TRIPLE_SHARE * textTokens), limits.tripleTokens)
    const naming = entityRequest(text, limits.entityTokens)
    const { items: entities } = withoutEchoedEntities(readEntities(await known(naming)), text)
    if (entities === null) toAsk(estimateMessageTokens(naming.messages), entityTokens)
    else sums.cachedCalls++
    const stating = tripleRequest(text, entities ?? [], limits.tripleTokens)
    if (entities !== null && (await known(stating)) !== '') sums.cachedCalls++
    else toAsk(estimateMessageTokens(stating.messages) + (entities === null ? entityTokens : 0), tripleTokens)
  }
  return { ...sums, cost: costOf(sums, model, prices) }
}
