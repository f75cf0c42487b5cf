/** Reads JATS, the XML of PubMed Central and most publishers (NISO Z39.96), and its older NLM form. */
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
  leftOut: new Set([
    'fn',
    'object-id',
    'label',
    'graphic',
    'media',
    'xref-group',
    'permissions',
    'named-content-id',
  ]),
  isCitation: (element) => nameOf(element) === 'xref' && element.attribs['ref-type'] === 'bibr',
}
const PARAGRAPHS = new Set([
  'p',
  'disp-formula',
  'disp-quote',
  'verse-group',
  'preformat',
  'def',
  'term',
  'attrib',
])
/** Elements without running text. */
const SKIPPED = new Set([
  'label',
  'title',
  'ref-list',
  'sec-meta',
  'kwd-group',
  'graphic',
  'media',
  'permissions',
  'object-id',
])
const OTHER_ABSTRACTS = /graphical|teaser|toc|video|web-summary/

export function jatsPaper(xml: string): MarkedPaper | MarkedFailure {
  const root = parseXml(xml)
  if ('code' in root) return root
  const article = nameOf(root) === 'article' ? root : descendantsOf(root, 'article')[0]
  if (article === undefined) return { code: 'bad_xml', detail: 'The file has no <article>.' }
  const known = knownOf(article)
  const text = createMarkedText()
  text.paragraph(known.title ?? '')
  text.paragraph((known.authors ?? []).join(', '))
  const abstract = abstractOf(article)
  if (abstract !== undefined) {
    text.heading('Abstract', 1)
    addBlocks(text, abstract, 2)
  }
  for (const part of ['body', 'back'] as const) {
    const element = childAt(article, part)
    if (element !== undefined) addBlocks(text, element, 1)
  }
  text.endBody()
  const references = descendantsOf(article, 'ref-list').flatMap((list) => descendantsOf(list, 'ref'))
  if (references.length > 0) text.heading('References', 1)
  for (const reference of references) text.paragraph(inline(reference))
  const { text: whole, ...places } = text.end()
  return { text: whole, known: { ...known, ...places } }
}

function addBlocks(text: MarkedText, parent: XmlElement, level: number): void {
  for (const element of elementsOf(parent)) {
    const name = nameOf(element)
    if (PARAGRAPHS.has(name)) addParagraph(text, element, level)
    else if (name === 'table') text.lines(descendantsOf(element, 'tr').map(rowText))
    else if (!SKIPPED.has(name)) addPart(text, element, level)
  }
}

function addPart(text: MarkedText, element: XmlElement, level: number): void {
  const title = childAt(element, 'title')
  if (title !== undefined) text.heading(inline(title), level)
  else if (nameOf(element) === 'ack') text.heading('Acknowledgements', level)
  addBlocks(text, element, title === undefined ? level : level + 1)
}

const WITHIN_PARAGRAPHS = ['list', 'fig', 'table-wrap', 'boxed-text', 'disp-quote']

/** Adds a paragraph, then the lists, figures and tables within it, so that its sentences stay whole. */
function addParagraph(text: MarkedText, element: XmlElement, level: number): void {
  const inner = descendantsOf(element, ...WITHIN_PARAGRAPHS)
  const rules = { ...RULES, leftOut: new Set([...RULES.leftOut, ...WITHIN_PARAGRAPHS]) }
  text.paragraph(childrenText(element, rules))
  for (const block of inner) addBlocks(text, block, level)
}

function rowText(row: XmlElement): string {
  return elementsOf(row)
    .map((cell) => onOneLine(inline(cell)))
    .join(' | ')
}

function inline(element: XmlElement | undefined): string {
  return childrenText(element, RULES)
}

function abstractOf(article: XmlElement): XmlElement | undefined {
  const meta = childAt(article, 'front', 'article-meta')
  const all = meta === undefined ? [] : elementsOf(meta, 'abstract')
  return all.find((one) => !OTHER_ABSTRACTS.test(one.attribs['abstract-type'] ?? ''))
}

function knownOf(article: XmlElement): Partial<Description> {
  const meta = childAt(article, 'front', 'article-meta')
  if (meta === undefined) return {}
  const of = (name: string) => onOneLine(inline(childAt(meta, name)))
  const title = onOneLine(inline(childAt(meta, 'title-group', 'article-title')))
  const doi = elementsOf(meta, 'article-id').find((id) => id.attribs['pub-id-type'] === 'doi')
  const abstract = abstractOf(article)
  const language = article.attribs['xml:lang']
  return {
    ...describeFields({
      title,
      authors: descendantsOf(meta, 'contrib').filter(isAuthor).map(authorName),
      year: yearOf(meta),
      doi: doi && onOneLine(inline(doi)).toLowerCase(),
      journal: inline(descendantsOf(article, 'journal-title')[0]),
      volume: of('volume'),
      issue: of('issue'),
      pages: [of('fpage'), of('lpage')].filter((page) => page !== '').join('-') || of('elocation-id'),
    }),
    ...(abstract !== undefined && { abstract: abstractText(abstract) }),
    ...(language?.startsWith('en') && { language: 'eng' }),
  }
}

function abstractText(abstract: XmlElement): string {
  const text = createMarkedText()
  addBlocks(text, abstract, 1)
  return text.end().text.replace(/\n\n/g, ' ')
}

function isAuthor({ attribs }: XmlElement): boolean {
  return (attribs['contrib-type'] ?? 'author') === 'author'
}

function authorName(contributor: XmlElement): string {
  const name = descendantsOf(contributor, 'name', 'string-name')[0]
  if (name === undefined) return onOneLine(inline(descendantsOf(contributor, 'collab')[0]))
  const [given = '', family = '', suffix = ''] = ['given-names', 'surname', 'suffix'].map((part) =>
    onOneLine(inline(childAt(name, part))),
  )
  return nameOfParts({ given, family, suffix }) || onOneLine(inline(name))
}

/** Returns the earliest of the publication years: from then on the paper could be cited. */
function yearOf(meta: XmlElement): number | null {
  const years = elementsOf(meta, 'pub-date').map((date) => Number(onOneLine(inline(childAt(date, 'year')))))
  const real = years.filter((year) => year >= 1500 && year < 2200)
  return real.length === 0 ? null : Math.min(...real)
}
