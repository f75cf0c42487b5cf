/** Adds the blocks of an HTML text to a marked text: headings, paragraphs, table rows. */
import { type MarkedFailure, type MarkedText, onOneLine } from './marked-text.ts'
import {
  descendantsOf,
  elementsOf,
  isElement,
  nameOf,
  parseHtml,
  rawText,
  type XmlElement,
  type XmlNode,
} from './xml-tree.ts'

const HEADING = /^h([1-6])$/
const LEFT_OUT = new Set(['head', 'script', 'style', 'nav', 'svg', 'math-annotation', 'template', 'iframe'])
const INLINE = new Set(
  'a abbr b bdi bdo big br cite code data del dfn em font i img ins kbd label mark math q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const REFERENCES =
  /^(?:\d+\.?\s*)?(?:references(?: and notes)?|bibliography|literature(?: cited)?|works cited)$/i

/** Returns null on success. A heading such as `References` ends the body. */
export function addHtml(text: MarkedText, html: string): MarkedFailure | null {
  const nodes = parseHtml(html)
  if ('code' in nodes) return nodes
  addNodes(text, nodes)
  return null
}

/** Adds the blocks; text between them becomes paragraphs too. */
function addNodes(text: MarkedText, nodes: readonly XmlNode[]): void {
  let run = ''
  for (const node of nodes) {
    if (isBlock(node)) {
      text.paragraph(run)
      run = ''
      addBlock(text, node)
    } else run += inlineOf(node)
  }
  text.paragraph(run)
}

function addBlock(text: MarkedText, block: XmlElement): void {
  const level = HEADING.exec(nameOf(block))?.[1]
  if (LEFT_OUT.has(nameOf(block))) return
  if (level !== undefined) {
    const heading = onOneLine(rawText(block))
    if (REFERENCES.test(heading)) text.endBody()
    text.heading(heading, Number(level))
  } else if (nameOf(block) === 'table') text.lines(descendantsOf(block, 'tr').map(rowText))
  else addNodes(text, block.children as XmlNode[])
}

function isBlock(node: XmlNode): node is XmlElement {
  return (
    isElement(node) && (!INLINE.has(nameOf(node)) || node.children.some((child) => isBlock(child as XmlNode)))
  )
}

function inlineOf(node: XmlNode): string {
  return isElement(node) && nameOf(node) === 'br' ? ' ' : rawText(node)
}

function rowText(row: XmlElement): string {
  return elementsOf(row)
    .map((cell) => onOneLine(rawText(cell)))
    .join(' | ')
}
