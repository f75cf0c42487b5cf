/** Reads EPUB books: the chapters of the spine in order, and the package's metadata (EPUB 3.3). */

import { posix } from 'node:path'
import { decodeText } from '../../core/index.ts'
import type { Description } from '../../corpus/index.ts'
import { describeFields, doiIn, nameInOrder, yearIn } from '../formats/index.ts'
import { addHtml } from './html-blocks.ts'
import { createMarkedText, type MarkedFailure, type MarkedPaper, onOneLine } from './marked-text.ts'
import { childAt, descendantsOf, elementsOf, parseXml, rawText, type XmlElement } from './xml-tree.ts'
import { zipEntries } from './zip-entries.ts'

const CONTAINER = 'META-INF/container.xml'
const WANTED = /\.(?:xml|opf|x?html?)$/i

type Entries = ReadonlyMap<string, Uint8Array>

export async function epubPaper(bytes: Uint8Array): Promise<MarkedPaper | MarkedFailure> {
  const entries = await zipEntries(bytes, (name) => WANTED.test(name))
  if ('code' in entries) return entries
  const container = xmlAt(entries, CONTAINER)
  if ('code' in container) return container
  const place = descendantsOf(container, 'rootfile')[0]?.attribs['full-path'] ?? ''
  const book = xmlAt(entries, place)
  if ('code' in book) return book
  const known = knownOf(childAt(book, 'metadata'))
  const text = createMarkedText()
  for (const chapter of chaptersOf(book, place)) {
    const html = entries.get(chapter)
    const failure = html === undefined ? null : addHtml(text, decodeText(html) ?? '')
    if (failure !== null) return failure
  }
  const { text: whole, ...places } = text.end()
  return { text: whole, known: { ...known, ...places } }
}

function xmlAt(entries: Entries, name: string): XmlElement | MarkedFailure {
  const bytes = entries.get(name)
  if (bytes === undefined) return { code: 'bad_epub', detail: `The book has no ${name || 'package'}.` }
  return parseXml(decodeText(bytes) ?? '')
}

/** Returns the chapters' names within the archive, in reading order, without the table of contents. */
function chaptersOf(book: XmlElement, place: string): string[] {
  const manifest = childAt(book, 'manifest')
  const items = new Map(
    (manifest === undefined ? [] : elementsOf(manifest)).map((item) => [item.attribs['id'], item]),
  )
  const spine = childAt(book, 'spine')
  return (spine === undefined ? [] : elementsOf(spine, 'itemref')).flatMap(({ attribs }) => {
    const item = items.get(attribs['idref'])
    if (item === undefined || attribs['linear'] === 'no' || /\bnav\b/.test(item.attribs['properties'] ?? ''))
      return []
    return [posix.join(posix.dirname(place), decodedAddress(item.attribs['href'] ?? ''))]
  })
}

function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch (error) {
    if (error instanceof URIError) return address
    throw error
  }
}

function knownOf(metadata: XmlElement | undefined): Partial<Description> {
  if (metadata === undefined) return {}
  const all = (name: string) =>
    elementsOf(metadata, name)
      .map((each) => onOneLine(rawText(each)))
      .filter(Boolean)
  return describeFields({
    title: all('title')[0],
    authors: all('creator').map(nameInOrder),
    year: yearIn(all('date')[0]),
    doi: all('identifier')
      .map(doiIn)
      .find((each) => each !== undefined),
  })
}
