/** Quotations to check: of a list, or what stands between quotation marks in a text and is long enough to be a quote rather than a term. */
import { readText } from '../../core/index.ts'
import { readRecords } from '../wiring/read-records.ts'
import { type GivenQuote, QuoteShape } from './verify-quotes.ts'

const MARKED = /“([^”]+)”|«([^»]+)»|„([^“”]+)[“”]|"([^"]+)"/gsu
const LEAST_WORDS = 4

/** Reads JSON Lines of `{id, quote}`. Throws `FILE_UNREADABLE` with the line that is something else. */
export async function quotesOfList(path: string): Promise<GivenQuote[]> {
  const quotes: GivenQuote[] = []
  for await (const quote of readRecords(path, QuoteShape, 'an id and a quote')) quotes.push(quote)
  return quotes
}

export async function quotesOfText(path: string): Promise<GivenQuote[]> {
  return quotesInText(await readText(path, 'Quotations are looked for in a text'))
}

/** In their order, numbered from 1. */
export function quotesInText(text: string): GivenQuote[] {
  return [...text.matchAll(MARKED)]
    .map(([, ...inner]) => inner.find((quote) => quote !== undefined)!)
    .filter((quote) => (quote.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= LEAST_WORDS)
    .map((quote, place) => ({ id: String(place + 1), quote }))
}
