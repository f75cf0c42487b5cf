/** What tokens cost, from a table that users edit. A model that is not in it has no known cost, which is not zero. */
import type { ChatUsage } from './ports.ts'

/** US dollars for a million tokens. */
export interface Price {
  readonly prompt: number
  readonly completion: number
}

/** By the name that a model is asked for. A name that ends in `*` stands for all that begin so. */
export type PriceTable = ReadonlyMap<string, Price>

export interface ProjectedTokens {
  /** Estimated from characters. */
  readonly promptTokens: number
  readonly completionTokens: number
  /** US dollars; null where the model's price is not known. */
  readonly cost: number | null
}

const TOKENS_PRICED = 1_000_000
const WILDCARD = '*'

/** Returns the price of the very name, else that of the longest prefix with `*`; null where the table has neither. Names differ by case. */
export function priceOf(model: string, prices: PriceTable): Price | null {
  const exact = prices.get(model)
  if (exact !== undefined) return exact
  const [longest] = [...prices.keys()]
    .filter((name) => name.endsWith(WILDCARD) && model.startsWith(name.slice(0, -1)))
    .sort((one, other) => other.length - one.length)
  return longest === undefined ? null : (prices.get(longest) ?? null)
}

/** US dollars; null where the table does not know the model. */
export function costOf(
  usage: Pick<ChatUsage, 'promptTokens' | 'completionTokens'>,
  model: string,
  prices: PriceTable,
): number | null {
  const price = priceOf(model, prices)
  if (price === null) return null
  return (usage.promptTokens * price.prompt + usage.completionTokens * price.completion) / TOKENS_PRICED
}

/** What some work would take, as a sentence that `work` begins: `14 calls of M, about 900 prompt and 300 completion tokens, about $0.02.` */
export function costSentence(
  work: string,
  { promptTokens, completionTokens, cost }: ProjectedTokens,
): string {
  const price = cost === null ? 'no price known for this model' : `about $${cost.toFixed(2)}`
  return `${work}, about ${promptTokens} prompt and ${completionTokens} completion tokens, ${price}.`
}
