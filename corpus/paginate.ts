/** Reads everything in a corpus a page at a time, so that memory does not grow with the corpus. */
import type { Paper } from './paper.ts'
import type { CorpusReader, PaperQuery, UnitQuery } from './ports.ts'
import type { Unit } from './unit.ts'

// Papers, units or ids read at once. Chosen, not measured.
const PAGE_SIZE = 256

/** Returns `limit` items after the one with the id `after`, or the first ones. */
export type ListPage<Item> = (limit: number, after?: string) => Promise<readonly Item[]>

export async function* allPapers(reader: CorpusReader, query: PaperQuery = {}): AsyncIterable<Paper> {
  const list: ListPage<Paper> = (limit, after) =>
    reader.papers({ ...query, limit, ...(after === undefined ? {} : { after }) })
  for await (const page of pagesOf(list)) yield* page
}

/** Yields units in the order of papers and ordinals. */
export async function* allUnits(reader: CorpusReader, query: UnitQuery = {}): AsyncIterable<Unit> {
  const list: ListPage<Unit> = (limit, after) =>
    reader.listUnits({ ...query, limit, ...(after === undefined ? {} : { after }) })
  for await (const page of pagesOf(list)) yield* page
}

/** Yields pages of at most `size` items or ids, none of them empty. Each page is read only when it is requested. */
export async function* pagesOf<Item extends string | { readonly id: string }>(
  list: ListPage<Item>,
  size = PAGE_SIZE,
): AsyncIterable<readonly Item[]> {
  for (let after: string | undefined; ; ) {
    const page = await list(size, after)
    if (page.length > 0) yield page
    if (page.length < size) return
    const last = page.at(-1)
    after = typeof last === 'object' ? last.id : last
  }
}
