/** Finds quotations to check: those of a list, or text between quotation marks that is too long to be a mere term. */
import { readText } from '../../core/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { RecordId, readRecords } from '../wiring/read-records.ts'
import { type QuoteInput, QuoteShape } from './verify-quotes.ts'

const MARKED = /“([^”]+)”|«([^»]+)»|„([^“”]+)[“”]|"([^"]+)"/gsu
const MIN_WORDS = 4
const CITATION_CHARACTERS = 120
const NAME_AND_YEAR = String.raw`(\p{Lu}[\p{L}'’-]+)(?:\s+(?:et al\.?|(?:and|&)\s+\p{Lu}[\p{L}'’-]+))?,?\s*\(?((?:19|20)\d\d)[a-z]?`
/** "…" (Sample et al., 2016, p. 4), "…" [Sample and Other 2016] */
const CITED_BEHIND = new RegExp(`^[\\s.,;]*[([](?:see |cf\\. )?${NAME_AND_YEAR}`, 'u')
/** Sample and Other (2016) say "…" */
const CITED_BEFORE = new RegExp(`${NAME_AND_YEAR}\\)[^.!?]*$`, 'gu')

/** Reads JSON Lines of `{id, quote, paper}`; a missing paper is a problem of its line. Throws `FILE_UNREADABLE` without any quotation. */
export async function quotesOfList(gloss: Gloss, path: string) {
  const session = await gloss.session()
  const { results, problems } = await readRecords(path, {
    schema: QuoteShape.extend({ id: RecordId }),
    holds: 'an id and a quote',
    take: async (quote): Promise<QuoteInput> => {
      if (quote.paper !== undefined) await session.paper(quote.paper)
      return quote
    },
  })
  return { quotes: results, problems }
}

export async function quotesOfText(path: string): Promise<QuoteInText[]> {
  return quotesInText(await readText(path, 'Quotations are looked for in a text'))
}

/** A quotation of a text, with the name and the year that it cites before or after it. */
interface QuoteInText extends QuoteInput {
  readonly cites?: { readonly name: string; readonly year: number } | undefined
}

/** Returns the quotations in order, numbered from 1. */
export function quotesInText(text: string): QuoteInText[] {
  return [...text.matchAll(MARKED)]
    .map((found) => {
      const [marked, ...inner] = found
      const quote = inner.find((group) => group !== undefined)!
      return { quote, cites: citedAround(text, found.index, found.index + marked.length) }
    })
    .filter(({ quote }) => (quote.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= MIN_WORDS)
    .map(({ quote, cites }, place) => ({
      id: String(place + 1),
      quote,
      ...(cites === null ? {} : { cites }),
    }))
}

function citedAround(text: string, start: number, end: number): QuoteInText['cites'] | null {
  const behind = CITED_BEHIND.exec(text.slice(end, end + CITATION_CHARACTERS))
  const before = [...text.slice(Math.max(0, start - CITATION_CHARACTERS), start).matchAll(CITED_BEFORE)].at(
    -1,
  )
  const [, name, year] = behind ?? before ?? []
  return name === undefined || year === undefined ? null : { name, year: Number(year) }
}

/**
 * Adds the paper that each quotation cites, if exactly one paper has a first author of that name and that year. A quotation from a paper
 * that is missing, or from one of several, is searched for in all papers.
 */
export async function withCitedPapers(
  gloss: Gloss,
  corpus: string | undefined,
  quotes: readonly QuoteInText[],
): Promise<QuoteInput[]> {
  if (quotes.every(({ cites }) => cites === undefined)) return quotes.map(({ id, quote }) => ({ id, quote }))
  const papers = await (await gloss.session(corpus)).store.papers()
  return quotes.map(({ id, quote, cites }) => {
    const cited = papers.filter(
      ({ authors: [first = ''], year }) => year === cites?.year && lastName(first) === plain(cites.name),
    )
    return { id, quote, ...(cited.length === 1 ? { paper: cited[0]!.id } : {}) }
  })
}

const plain = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns the last name in "Ada B. Lovelace" and in "Lovelace, Ada". */
function lastName(author: string): string {
  return plain((author.includes(',') ? author.split(',')[0] : author.trim().split(/\s+/).at(-1)) ?? '')
}
