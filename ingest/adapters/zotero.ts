/**
 * Reads the library of a Zotero 7 on this machine (Web API v3, under `/api/users/0`), and Zotero's RDF export.
 * Both give items with their fields and attached PDFs, which the export names by paths relative to its file.
 */
import { z } from 'zod'
import { askServer, GlossError, textOfBody } from '../../core/index.ts'
import { type Catalogue, type CatalogueEntry, describeFields, doiIn, yearIn } from '../formats/index.ts'
import { type MarkedFailure, onOneLine } from './marked-text.ts'
import { childAt, descendantsOf, elementsOf, nameOf, parseXml, rawText, type XmlElement } from './xml-tree.ts'

const SCHEME = 'zotero:'
const DEFAULT_ADDRESS = 'http://127.0.0.1:23119/api/users/0'
// Maximum number of items that the Web API returns at once.
const PAGE_ITEMS = 100
// An item takes a few kB. Chosen, not measured.
const LIMITS = { maxBytes: 32_000_000, totalMs: 30_000 }
const NO_ITEMS_OF_EXPORT = new Set(['Attachment', 'Memo', 'Collection', 'Journal', 'Series', 'UserItem'])

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

/** Reads the local library for `zotero:`, another for `zotero:http://HOST:PORT/api/users/0`. Throws `FILE_UNREADABLE` if none answers. */
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
  return items
    .filter(({ data }) => !['attachment', 'note', 'annotation'].includes(data.itemType))
    .map((item) => entryOfItem(item, files.get(item.key) ?? []))
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

function entryOfItem({ key, data }: Item, files: readonly string[]): CatalogueEntry {
  return {
    key: data.citationKey || citationKeyIn(data.extra) || key,
    known: describeFields({
      title: data.title,
      abstract: data.abstractNote,
      authors: (data.creators ?? [])
        .filter(({ creatorType }) => creatorType === 'author')
        .map(({ name, firstName, lastName }) => name || [firstName, lastName].filter(Boolean).join(' ')),
      year: yearIn(data.date),
      doi: doiIn(data.DOI),
      journal: data.publicationTitle || data.proceedingsTitle || data.bookTitle,
      volume: data.volume,
      issue: data.issue,
      pages: data.pages,
    }),
    files,
  }
}

/** Finds the citation key that Better BibTeX writes into "extra", where Zotero has no field for it. */
function citationKeyIn(extra: string | null | undefined): string | undefined {
  return /^citation key:\s*(\S+)/im.exec(extra ?? '')?.[1]
}

/** Reads an export, in which items and their attachments are separate, linked elements. */
export function zoteroRdf(xml: string): Catalogue | MarkedFailure {
  const root = parseXml(xml)
  if ('code' in root) return root
  const byAddress = new Map(elementsOf(root).map((each) => [each.attribs['rdf:about'] ?? '', each]))
  const items = elementsOf(root).filter(
    (each) => !NO_ITEMS_OF_EXPORT.has(nameOf(each)) && childAt(each, 'title') !== undefined,
  )
  return { entries: items.map((item, at) => entryOfElement(item, at, byAddress)), broken: [] }
}

type Elements = ReadonlyMap<string, XmlElement>

function entryOfElement(item: XmlElement, at: number, byAddress: Elements): CatalogueEntry {
  const text = (element: XmlElement | undefined) => onOneLine(rawText(element))
  const linked = (link: XmlElement) => byAddress.get(link.attribs['rdf:resource'] ?? '')
  const writers = childAt(item, 'authors')
  const journal = elementsOf(item, 'isPartOf')
    .map((part) => elementsOf(part)[0] ?? linked(part))
    .find((part) => part !== undefined)
  const identifiers = [item, journal].flatMap((each) =>
    each === undefined ? [] : elementsOf(each, 'identifier'),
  )
  return {
    // Items have no key in this format, but a stable address.
    key:
      citationKeyIn(rawText(childAt(item, 'description'))) ?? (item.attribs['rdf:about'] || String(at + 1)),
    known: describeFields({
      title: text(childAt(item, 'title')),
      abstract: text(childAt(item, 'abstract')),
      authors: (writers === undefined ? [] : descendantsOf(writers, 'Person')).map((person) =>
        onOneLine(
          ['givenName', 'givenname', 'surname'].map((part) => rawText(childAt(person, part))).join(' '),
        ),
      ),
      year: yearIn(text(childAt(item, 'date'))),
      doi: identifiers.map((each) => doiIn(text(each))).find((each) => each !== undefined),
      journal: text(childAt(journal, 'title')),
      volume: text(childAt(journal, 'volume') ?? childAt(item, 'volume')),
      issue: text(childAt(journal, 'number') ?? childAt(item, 'number')),
      pages: text(childAt(item, 'pages')),
    }),
    files: elementsOf(item, 'link').flatMap((link) => fileOf(linked(link))),
  }
}

function fileOf(attachment: XmlElement | undefined): string[] {
  const path = childAt(attachment, 'resource')?.attribs['rdf:resource'] ?? ''
  return path.toLowerCase().endsWith('.pdf') && !/^https?:/i.test(path) ? [path] : []
}
