/** Loads the price table shipped with Gloss, without the reader for users' tables, which reports line numbers and loads 70 modules. */
import { readFileSync } from 'node:fs'
import type { Price, PriceTable } from '../prices.ts'

export const BUNDLED_PRICES = new URL('../prices.json', import.meta.url)

export function readBundledPrices(): PriceTable {
  const { models } = JSON.parse(readFileSync(BUNDLED_PRICES, 'utf8')) as Record<
    'models',
    Record<string, Price>
  >
  return new Map(Object.entries(models))
}
