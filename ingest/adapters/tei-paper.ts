/** Reads TEI, the XML of GROBID and of text editions (TEI P5). */
import type { Description } from '../../corpus/index.ts'
import { describeFields, nameOfParts } from '../formats/index.ts'
import { childrenText, type InlineRules } from './inline-text.ts'
import {
  createMarkedText,
  type MarkedFailure,
  type MarkedPaper,
  type MarkedText,
  onOneLine,
} from './marked-text.ts'
import { childAt, descendantsOf, elementsOf, nameOf, parseXml, type XmlElement } from './xml-tree.ts'

const RULES: InlineRules = {
  leftOut: new Set(['note', 'graphic', 'figure', 'label', 'fw', 'pb', 'orig']),
  isCitation: (element) => nameOf(element) === 'ref' && element.attribs['type'] === 'bibr',
}
const PARAGRAPHS = new Set(['p', 'formula', 'quote', 'l', 'figDesc', 'ab', 's', 'item'])
const SKIPPED = new Set(['head', 'listBibl', 'graphic', 'label', 'fw', 'pb', 'ptr'])

export function teiPaper(xml: string): MarkedPaper | MarkedFailure {
  const root = parseXml(xml)
  if ('code' in root) return root
  const tei = nameOf(root) === 'TEI' ? root : descendantsOf(root, 'TEI')[0]
  if (tei === undefined) return { code: 'bad_xml', detail: 'The file has no <TEI>.' }
  const header = childAt(tei, 'teiHeader')
  const known = header === undefined ? {} : knownOf(header)
  const text = createMarkedText()
  text.paragraph(known.title ?? '')
  text.paragraph((known.authors ?? []).join(', '))
  const abstract = childAt(header, 'profileDesc', 'abstract')
  if (abstract !== undefined && known.abstract !== undefined) {
    text.heading('Abstract', 1)
    addBlocks(text, abstract, 2)
  }
  for (const part of ['front', 'body', 'back']) {
    const element = childAt(tei, 'text', part)
    if (element !== undefined) addBlocks(text, element, 1)
  }
  text.endBody()
  const references = descendantsOf(tei, 'listBibl').flatMap((list) => elementsOf(list))
  if (references.length > 0) text.heading('References', 1)
  for (const reference of references)
    text.paragraph(descendantsOf(reference, 'title', 'author', 'date').map(inline).join(' '))
  const { text: whole, ...places } = text.end()
  return { text: whole, known: { ...known, ...places } }
}

function addBlocks(text: MarkedText, parent: XmlElement, level: number): void {
  for (const element of elementsOf(parent)) {
    const name = nameOf(element)
    if (PARAGRAPHS.has(name)) text.paragraph(inline(element))
    else if (name === 'table') text.lines(descendantsOf(element, 'row').map(rowText))
    else if (!SKIPPED.has(name) && element.attribs['type'] !== 'references') addPart(text, element, level)
  }
}

function addPart(text: MarkedText, element: XmlElement, level: number): void {
  const isDivision = nameOf(element) === 'div'
  const head = isDivision ? childAt(element, 'head') : undefined
  // GROBID's divisions are siblings; their numbers give their depth.
  const depth = head?.attribs['n']?.split('.').filter((part) => part !== '').length ?? level
  if (head !== undefined) text.heading(inline(head), depth)
  addBlocks(text, element, isDivision ? level + 1 : level)
}

function rowText(row: XmlElement): string {
  return elementsOf(row, 'cell')
    .map((cell) => onOneLine(inline(cell)))
    .join(' | ')
}

function inline(element: XmlElement | undefined): string {
  return childrenText(element, RULES)
}

function knownOf(header: XmlElement): Partial<Description> {
  const file = childAt(header, 'fileDesc')
  const source = childAt(file, 'sourceDesc', 'biblStruct')
  const [analytic, monograph] = [childAt(source, 'analytic'), childAt(source, 'monogr')]
  const titles = [
    childAt(analytic, 'title'),
    childAt(file, 'titleStmt', 'title'),
    childAt(monograph, 'title'),
  ]
  const doi = descendantsOf(header, 'idno').find((id) => /^doi$/i.test(id.attribs['type'] ?? ''))
  return describeFields({
    title: titles.map((each) => onOneLine(inline(each))).find((each) => each !== ''),
    authors: authorsOf(analytic) ?? authorsOf(childAt(file, 'titleStmt')) ?? authorsOf(monograph) ?? [],
    abstract: abstractText(childAt(header, 'profileDesc', 'abstract')),
    year: yearOf([childAt(monograph, 'imprint', 'date'), childAt(file, 'publicationStmt', 'date')]),
    doi: doi && onOneLine(inline(doi)).toLowerCase(),
    journal: journalOf(monograph),
    ...scopesOf(childAt(monograph, 'imprint')),
  })
}

function abstractText(abstract: XmlElement | undefined): string {
  if (abstract === undefined) return ''
  const text = createMarkedText()
  addBlocks(text, abstract, 1)
  return text.end().text.replace(/\n\n/g, ' ')
}

function authorsOf(parent: XmlElement | undefined): string[] | null {
  if (parent === undefined) return null
  const names = elementsOf(parent, 'author').map((author) => {
    const person = childAt(author, 'persName')
    if (person === undefined) return onOneLine(inline(author))
    const [given = '', family = ''] = ['forename', 'surname'].map((part) =>
      onOneLine(elementsOf(person, part).map(inline).join(' ')),
    )
    return nameOfParts({ given, family }) || onOneLine(inline(person))
  })
  const known = names.filter((name) => name !== '')
  return known.length === 0 ? null : known
}

function journalOf(monograph: XmlElement | undefined): string {
  const titles = monograph === undefined ? [] : elementsOf(monograph, 'title')
  return inline(titles.find((title) => title.attribs['level'] === 'j' || title.attribs['level'] === 'm'))
}

function scopesOf(imprint: XmlElement | undefined): { volume?: string; issue?: string; pages?: string } {
  const scopes = imprint === undefined ? [] : elementsOf(imprint, 'biblScope')
  const of = (unit: string) => scopes.find(({ attribs }) => attribs['unit'] === unit)
  const page = of('page')
  const range = [page?.attribs['from'], page?.attribs['to']].filter((end) => end !== undefined)
  return { volume: inline(of('volume')), issue: inline(of('issue')), pages: range.join('-') || inline(page) }
}

function yearOf(dates: readonly (XmlElement | undefined)[]): number | null {
  for (const date of dates) {
    const year = /\b(1[5-9]|20|21)\d\d\b/.exec(date?.attribs['when'] ?? inline(date))?.[0]
    if (year !== undefined) return Number(year)
  }
  return null
}
