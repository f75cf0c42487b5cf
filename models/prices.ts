/** Computes the cost of tokens from a table that users edit. A model that is not in it has an unknown cost, not zero. */
import type { ChatUsage } from './ports.ts'

/** US dollars per million tokens. */
export interface Price {
  readonly prompt: number
  readonly completion: number
}

/** Prices by the model's name. A name that ends in `*` matches all names with that prefix. */
export type PriceTable = ReadonlyMap<string, Price>

export interface ProjectedTokens {
  /** Tokens, estimated from characters. */
  readonly promptTokens: number
  readonly completionTokens: number
  /** US dollars; null if the model's price is unknown. */
  readonly cost: number | null
}

const TOKENS_PRICED = 1_000_000
const WILDCARD = '*'

/** Returns the price of the exact name, else of the longest prefix with `*`; null if the table has neither. Names are case-sensitive. */
export function priceOf(model: string, prices: PriceTable): Price | null {
  const exact = prices.get(model)
  if (exact !== undefined) return exact
  const [longest] = [...prices.keys()]
    .filter((name) => name.endsWith(WILDCARD) && model.startsWith(name.slice(0, -1)))
    .sort((one, other) => other.length - one.length)
  return longest === undefined ? null : (prices.get(longest) ?? null)
}

/** Returns US dollars; null if the model is not in the table. */
export function costOf(
  usage: Pick<ChatUsage, 'promptTokens' | 'completionTokens'>,
  model: string,
  prices: PriceTable,
): number | null {
  const price = priceOf(model, prices)
  if (price === null) return null
  return (usage.promptTokens * price.prompt + usage.completionTokens * price.completion) / TOKENS_PRICED
}

/** Returns a sentence that begins with `work`: `14 calls of M, about 900 prompt and 300 completion tokens, about $0.02.` */
export function costSentence(
  work: string,
  { promptTokens, completionTokens, cost }: ProjectedTokens,
): string {
  const price = cost === null ? 'no price known for this model' : `about $${cost.toFixed(2)}`
  return `${work}, about ${promptTokens} prompt and ${completionTokens} completion tokens, ${price}.`
}
