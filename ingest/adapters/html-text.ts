/** Reads the text of an HTML page: its main part, headings as `#` lines, blank lines between blocks; no scripts or navigation. */
import type { Description } from '../../corpus/index.ts'
import { type HtmlNode as Node, parseShallowHtml } from './shallow-html.ts'

export interface HtmlText {
  readonly text: string
  /** Metadata in the page's `citation_*` and `dc.*` tags, the convention of publishers and of Google Scholar. */
  readonly known: Partial<Description>
}

type Element = Extract<Node, { attribs: unknown }>

const LEFT_OUT = new Set(
  'head script style noscript template svg nav header footer aside form button select iframe'.split(' '),
)
const LEFT_OUT_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'complementary', 'dialog'])
const BLOCKS = new Set(
  (
    'p div section article main ul ol li table tr blockquote pre figure figcaption dl dt dd hr caption ' +
    'h1 h2 h3 h4 h5 h6'
  ).split(' '),
)
const HEADING = /^h([1-6])$/
const MARK_NAMES = /^(?:citation_|dc\.|dcterms\.)/i
const DOI = /10\.\d{4,9}\/\S+/

export function htmlText(html: string): HtmlText {
  return textOfPage(parseShallowHtml(html))
}

/** Returns the same for a page that is already parsed. */
export function textOfPage(page: readonly Node[]): HtmlText {
  const marks = new Map<string, string[]>()
  let main: Element | null = null
  let article: Element | null = null
  for (const { node, isLeaving } of walk(page, () => true)) {
    if (isLeaving || !isElement(node)) continue
    if (node.name === 'meta') addMark(marks, node)
    if (node.name === 'main' || attributeOf(node, 'role') === 'main') main ??= node
    if (node.name === 'article') article ??= node
  }
  const parts = [main, article].filter((part) => part !== null).map((part) => textOf(part.children))
  return { text: parts.find((text) => text !== '') ?? textOf(page), known: knownOf(marks) }
}

function textOf(nodes: readonly Node[]): string {
  let text = ''
  for (const { node, isLeaving } of walk(nodes, isReadable)) {
    if (isElement(node)) text += isLeaving ? breakAfter(node) : breakBefore(node)
    else if (node.type === 'text') text += 'data' in node ? node.data.replace(/\s+/g, ' ') : ''
  }
  return text
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .replace(/[ \t]+/g, ' ')
        .replace(/ ?\n ?/g, '\n')
        .trim(),
    )
    .filter((paragraph) => !/^#*$/.test(paragraph))
    .join('\n\n')
}

function breakBefore(node: Element): string {
  if (node.name === 'br') return '\n'
  if (node.name === 'td' || node.name === 'th') return ' '
  const level = HEADING.exec(node.name)?.[1]
  return level === undefined ? breakAfter(node) : `\n\n${'#'.repeat(Number(level))} `
}

function breakAfter(node: Element): string {
  return BLOCKS.has(node.name) ? '\n\n' : ''
}

/** Enters and leaves nodes in text order, without recursion, since hostile pages nest without end. */
function* walk(
  nodes: readonly Node[],
  isEntered: (node: Element) => boolean,
): Iterable<{ node: Node; isLeaving: boolean }> {
  const stack = nodes.map((node) => ({ node, isLeaving: false })).reverse()
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { node, isLeaving } = step
    if (!isLeaving && isElement(node)) {
      if (!isEntered(node)) continue
      stack.push({ node, isLeaving: true })
      for (let child = node.children.at(-1) ?? null; child !== null; child = child.prev as Node | null)
        stack.push({ node: child, isLeaving: false })
    }
    yield step
  }
}

function isElement(node: Node): node is Element {
  return 'attribs' in node
}

function isReadable(node: Element): boolean {
  if (LEFT_OUT.has(node.name) || LEFT_OUT_ROLES.has(attributeOf(node, 'role') ?? '')) return false
  return attributeOf(node, 'hidden') === undefined && attributeOf(node, 'aria-hidden') !== 'true'
}

function addMark(marks: Map<string, string[]>, node: Element): void {
  const name = (attributeOf(node, 'name') ?? attributeOf(node, 'property') ?? '').toLowerCase()
  const content = (attributeOf(node, 'content') ?? '').replace(/\s+/g, ' ').trim()
  if (!MARK_NAMES.test(name) || content === '') return
  const contents = marks.get(name)
  if (contents === undefined) marks.set(name, [content])
  else contents.push(content)
}

function attributeOf({ attribs }: Element, name: string): string | undefined {
  return attribs[name]
}

function knownOf(marks: ReadonlyMap<string, readonly string[]>): Partial<Description> {
  const first = (...names: string[]) => names.flatMap((name) => marks.get(name) ?? [])[0]
  const title = first('citation_title', 'dc.title', 'dcterms.title')
  const abstract = first('citation_abstract', 'dcterms.abstract')
  const authors = marks.get('citation_author') ?? marks.get('dc.creator') ?? []
  const year = /\b\d{4}\b/.exec(first('citation_publication_date', 'citation_date', 'dc.date') ?? '')?.[0]
  const doi = DOI.exec(first('citation_doi', 'dc.identifier') ?? '')?.[0]
  return {
    ...(title !== undefined && { title }),
    ...(abstract !== undefined && { abstract }),
    ...(authors.length > 0 && { authors: authors.map(inOrder) }),
    ...(year !== undefined && { year: Number(year) }),
    ...(doi !== undefined && { doi }),
  }
}

/** Returns `Last, First` as `First Last`. */
function inOrder(name: string): string {
  const [last = '', first] = name.split(/,\s*/, 2)
  return first === undefined ? last : `${first} ${last}`
}
