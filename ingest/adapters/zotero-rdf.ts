/**
 * Zotero's RDF export: items with `dc:` and `bib:` fields, attachments as elements of their own that items link to. Attached PDFs are
 * paths relative to the file.
 */
import type { Description } from '../../corpus/index.ts'
import { type Catalogue, type CatalogueEntry, publicationOf } from '../formats/index.ts'
import { type MarkedFailure, onOneLine } from './marked-text.ts'
import { childAt, descendantsOf, elementsOf, nameOf, parseXml, rawText, type XmlElement } from './xml-tree.ts'

const NO_ITEMS = new Set(['Attachment', 'Memo', 'Collection', 'Journal', 'Series', 'UserItem'])
const DOI = /\b10\.\d{4,9}\/\S+/

export function zoteroRdf(xml: string): Catalogue | MarkedFailure {
  const root = parseXml(xml)
  if ('code' in root) return root
  const byAddress = new Map(elementsOf(root).map((each) => [each.attribs['rdf:about'] ?? '', each]))
  const items = elementsOf(root).filter(
    (each) => !NO_ITEMS.has(nameOf(each)) && childAt(each, 'title') !== undefined,
  )
  return { entries: items.map((item, at) => entryOf(item, at, byAddress)), broken: [] }
}

type Elements = ReadonlyMap<string, XmlElement>

function entryOf(item: XmlElement, at: number, byAddress: Elements): CatalogueEntry {
  const about = item.attribs['rdf:about'] ?? ''
  return {
    // Items have no key of their own in this format, but an address that stays; Better BibTeX writes its key below "extra".
    key:
      /^citation key:\s*(\S+)/im.exec(rawText(childAt(item, 'description')))?.[1] ??
      (about || String(at + 1)),
    known: knownOf(item, byAddress),
    files: elementsOf(item, 'link').flatMap((link) =>
      fileOf(byAddress.get(link.attribs['rdf:resource'] ?? '')),
    ),
  }
}

function fileOf(attachment: XmlElement | undefined): string[] {
  const path = childAt(attachment, 'resource')?.attribs['rdf:resource'] ?? ''
  return path.toLowerCase().endsWith('.pdf') && !/^https?:/i.test(path) ? [path] : []
}

function knownOf(item: XmlElement, byAddress: Elements): Partial<Description> {
  const text = (element: XmlElement | undefined) => onOneLine(rawText(element))
  const [title, abstract] = [text(childAt(item, 'title')), text(childAt(item, 'abstract'))]
  const writers = childAt(item, 'authors')
  const authors = (writers === undefined ? [] : descendantsOf(writers, 'Person')).map((person) =>
    onOneLine(['givenName', 'givenname', 'surname'].map((part) => rawText(childAt(person, part))).join(' ')),
  )
  const year = /\b\d{4}\b/.exec(text(childAt(item, 'date')))?.[0]
  const parts = elementsOf(item, 'isPartOf').map(
    (part) => elementsOf(part)[0] ?? byAddress.get(part.attribs['rdf:resource'] ?? ''),
  )
  const journal = parts.find((part) => part !== undefined)
  const identifiers = [item, journal].flatMap((each) =>
    each === undefined ? [] : elementsOf(each, 'identifier'),
  )
  const doi = identifiers.map((each) => DOI.exec(text(each))?.[0]).find((each) => each !== undefined)
  return {
    ...(title !== '' && { title }),
    ...(abstract !== '' && { abstract }),
    ...(authors.length > 0 && { authors }),
    ...(year !== undefined && { year: Number(year) }),
    ...(doi !== undefined && { doi: doi.toLowerCase() }),
    ...publicationOf({
      journal: text(childAt(journal, 'title')),
      volume: text(childAt(journal, 'volume') ?? childAt(item, 'volume')),
      issue: text(childAt(journal, 'number') ?? childAt(item, 'number')),
      pages: text(childAt(item, 'pages')),
    }),
  }
}
