/** Checks that the price of each model that may be asked is known, before the first of them is asked. */
import { invalidInput } from '../../core/index.ts'
import { priceOf } from '../../models/index.ts'
import type { Gloss } from './gloss.ts'

export interface PlannedModel {
  /** Role of the configuration, or `embedder`. */
  readonly role: string
  readonly model: string
}

/** Checks that a budget in dollars can be kept. Throws `INPUT_INVALID` naming the models without a price, with their roles. */
export function checkPrices(
  { prices }: Pick<Gloss, 'prices'>,
  asked: readonly PlannedModel[],
  { cost }: { readonly cost: number | null },
): void {
  if (cost === null) return
  const unpriced = Map.groupBy(
    asked.filter(({ model }) => priceOf(model, prices) === null),
    ({ model }) => model,
  )
  if (unpriced.size === 0) return
  const named = [...unpriced].map(
    ([model, of]) => `${model} (${[...new Set(of.map(({ role }) => role))].join(', ')})`,
  )
  throw invalidInput(
    'budget.cost',
    `A cost budget needs the price of every model that the run may ask; the table lacks ${named.join('; ')}. Name a price table that has them with GLOSS_PRICES (a local model costs 0), or limit tokens instead.`,
    { models: [...unpriced.keys()].join(', ') },
  )
}
