/**
 * A Zotero library through the HTTP interface that Zotero 7 serves on this machine (the Web API v3 under `/api/users/0`): items with
 * their fields, and the places of the PDFs attached to them.
 */
import { z } from 'zod'
import { askServer, GlossError, textOfBody } from '../../core/index.ts'
import type { Description } from '../../corpus/index.ts'
import { type CatalogueEntry, publicationOf } from '../formats/index.ts'

const SCHEME = 'zotero:'
const DEFAULT_ADDRESS = 'http://127.0.0.1:23119/api/users/0'
// The most that the Web API gives at once.
const PAGE_ITEMS = 100
// An item has some kB. Chosen, not measured.
const LIMITS = { maxBytes: 32_000_000, totalMs: 30_000 }

const Text = z.string().nullish().catch(null)
const Creator = z.object({ creatorType: Text, firstName: Text, lastName: Text, name: Text })
const Item = z.object({
  key: z.string(),
  links: z
    .object({ enclosure: z.object({ href: Text }).nullish().catch(null) })
    .nullish()
    .catch(null),
  data: z.object({
    ...{
      itemType: z.string(),
      parentItem: Text,
      contentType: Text,
      title: Text,
      abstractNote: Text,
      date: Text,
    },
    ...{ DOI: Text, publicationTitle: Text, proceedingsTitle: Text, bookTitle: Text },
    ...{ volume: Text, issue: Text, pages: Text, citationKey: Text, extra: Text },
    creators: z.array(Creator).nullish().catch(null),
  }),
})
type Item = z.output<typeof Item>

/** `zotero:` is the library of this machine; `zotero:http://HOST:PORT/api/users/0` another address. Throws `FILE_UNREADABLE` where none answers. */
export async function zoteroEntries(name: string, signal: AbortSignal): Promise<CatalogueEntry[]> {
  const address = name.slice(SCHEME.length).replace(/\/+$/, '') || DEFAULT_ADDRESS
  const items: Item[] = []
  for (let page = await itemsFrom(address, 0, signal); page.length > 0; ) {
    items.push(...page)
    page = page.length < PAGE_ITEMS ? [] : await itemsFrom(address, items.length, signal)
  }
  const files = new Map<string, string[]>()
  for (const { links, data } of items) {
    const href = links?.enclosure?.href ?? ''
    if (data.itemType !== 'attachment' || data.contentType !== 'application/pdf' || !href.startsWith('file:'))
      continue
    const parent = data.parentItem ?? ''
    files.set(parent, [...(files.get(parent) ?? []), href])
  }
  const works = items.filter(({ data }) => !['attachment', 'note', 'annotation'].includes(data.itemType))
  return works.map((item) => ({ key: keyOf(item), known: knownOf(item), files: files.get(item.key) ?? [] }))
}

async function itemsFrom(address: string, start: number, signal: AbortSignal): Promise<Item[]> {
  const url = `${address}/items?format=json&sort=dateAdded&direction=asc&limit=${PAGE_ITEMS}&start=${start}`
  try {
    const headers = { 'zotero-api-version': '3' }
    const { status, body } = await askServer(url, { headers, signal, limits: LIMITS })
    const text = await textOfBody(body)
    if (status !== 200) throw new Error(`it answered with ${status}`)
    return z.array(Item).parse(JSON.parse(text))
  } catch (error) {
    signal.throwIfAborted()
    const why = error instanceof Error ? error.message : String(error)
    throw new GlossError(
      'FILE_UNREADABLE',
      `No Zotero library can be read at ${address}: ${why}. Start Zotero 7 and allow other applications to talk to it (Settings, Advanced), or name another address: zotero:http://HOST:PORT/api/users/0.`,
      { path: address },
      error,
    )
  }
}

/** The citation key, which Zotero has as a field or, from Better BibTeX, in "extra"; else Zotero's own. */
function keyOf({ key, data }: Item): string {
  return data.citationKey || /^citation key:\s*(\S+)/im.exec(data.extra ?? '')?.[1] || key
}

function knownOf({ data }: Item): Partial<Description> {
  const authors = (data.creators ?? [])
    .filter(({ creatorType }) => creatorType === 'author')
    .map(({ name, firstName, lastName }) => name || [firstName, lastName].filter(Boolean).join(' '))
    .filter((name) => name !== '')
  const year = /\b\d{4}\b/.exec(data.date ?? '')?.[0]
  const doi = /10\.\d{4,9}\/\S+/.exec(data.DOI ?? '')?.[0]
  return {
    ...(data.title && { title: data.title }),
    ...(data.abstractNote && { abstract: data.abstractNote }),
    ...(authors.length > 0 && { authors }),
    ...(year !== undefined && { year: Number(year) }),
    ...(doi !== undefined && { doi: doi.toLowerCase() }),
    ...publicationOf({
      journal: data.publicationTitle || data.proceedingsTitle || data.bookTitle,
      volume: data.volume,
      issue: data.issue,
      pages: data.pages,
    }),
  }
}
