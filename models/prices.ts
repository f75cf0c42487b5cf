/** What tokens cost, from a table that users edit. A model that is not in it has no known cost, which is not zero. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { GlossError } from '../core/index.ts'
import type { ChatUsage } from './ports.ts'

const BUNDLED = new URL('./prices.json', import.meta.url)

const Table = z.strictObject({
  about: z.string().optional(),
  models: z.record(
    z.string(),
    z.strictObject({ prompt: z.number().nonnegative(), completion: z.number().nonnegative() }),
  ),
})

/** US dollars for a million tokens. */
export interface Price {
  readonly prompt: number
  readonly completion: number
}

export type PriceTable = ReadonlyMap<string, Price>

export interface ProjectedTokens {
  /** Estimated from characters. */
  readonly promptTokens: number
  readonly completionTokens: number
  /** US dollars; null where the model's price is not known. */
  readonly cost: number | null
}

const TOKENS_PRICED = 1_000_000

/** Reads a table from a file of the form of prices.json, the bundled one by default. Throws `CONFIG_INVALID`. */
export function readPrices(file: string | URL = BUNDLED): PriceTable {
  try {
    return new Map(Object.entries(Table.parse(JSON.parse(readFileSync(file, 'utf8'))).models))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new GlossError('CONFIG_INVALID', `The price table ${file} cannot be used: ${reason}`, {}, cause)
  }
}

/** US dollars; null where the table does not know the model. */
export function costOf(
  usage: Pick<ChatUsage, 'promptTokens' | 'completionTokens'>,
  model: string,
  prices: PriceTable,
): number | null {
  const price = prices.get(model)
  if (price === undefined) return null
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
