/**
 * Parses XML into a tree with htmlparser2, which expands only the five entities of XML and numeric ones, reads no DTD and opens no address.
 * XML that is too large, nested too deeply or truncated is refused before anything walks it.
 */
import { DomHandler, Parser } from 'htmlparser2'
import type { MarkedFailure } from './marked-text.ts'

export type XmlNode = DomHandler['dom'][number]
export type XmlElement = Extract<XmlNode, { attribs: unknown }>

// The full text of a long review is some 2 MB of JATS. Chosen, not measured.
const MAX_CHARACTERS = 30_000_000
// Articles nest some 30 deep. Chosen, not measured.
const MAX_LEVELS = 300
// Any depth is read within a chunk, in time that grows with its square. Chosen, not measured.
const CHUNK_CHARACTERS = 4_096

const TOO_LARGE: MarkedFailure = {
  code: 'too_large',
  detail: `The file holds more than ${MAX_CHARACTERS / 1e6} million characters of text.`,
}
const TOO_DEEP: MarkedFailure = {
  code: 'bad_xml',
  detail: `Elements are nested more than ${MAX_LEVELS} deep.`,
}

/** Returns the nodes of an HTML text, parsed as browsers do: with HTML's entities and with unclosed elements. */
export function parseHtml(html: string): readonly XmlNode[] | MarkedFailure {
  if (html.length > MAX_CHARACTERS) return TOO_LARGE
  return parsedNodes(html, false) ?? TOO_DEEP
}

/** Returns the root element. */
export function parseXml(xml: string): XmlElement | MarkedFailure {
  if (xml.length > MAX_CHARACTERS) return TOO_LARGE
  const nodes = parsedNodes(xml, true)
  if (nodes === null) return TOO_DEEP
  const root = nodes.find(isElement)
  if (root === undefined) return { code: 'bad_xml', detail: 'The file has no XML element.' }
  if (!new RegExp(`(?:</${escaped(root.name)}\\s*>|/>)\\s*(?:<!--[^>]*-->\\s*)*$`).test(xml.slice(-2000)))
    return { code: 'bad_xml', detail: `The file ends before <${root.name}> does; download it again.` }
  return root
}

export function isElement(node: XmlNode): node is XmlElement {
  return 'attribs' in node
}

/** Returns the name without its prefix: `math` for `mml:math`. */
export function nameOf({ name }: XmlElement): string {
  return name.slice(name.indexOf(':') + 1)
}

export function elementsOf(parent: XmlElement, name?: string): XmlElement[] {
  return parent.children.filter(isElement).filter((child) => name === undefined || nameOf(child) === name)
}

/** Returns all elements of these names below `parent`, in text order, without those within another. */
export function descendantsOf(parent: XmlElement, ...names: string[]): XmlElement[] {
  return elementsOf(parent).flatMap((child) =>
    names.includes(nameOf(child)) ? [child] : descendantsOf(child, ...names),
  )
}

/** Returns the first child of the first child … by names; undefined if the path ends early. */
export function childAt(parent: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let at = parent
  for (const name of path) at = at === undefined ? undefined : elementsOf(at, name)[0]
  return at
}

/** Returns all text below a node, as written. */
export function rawText(node: XmlNode | undefined): string {
  if (node === undefined) return ''
  if (node.type === 'text' || node.type === 'cdata') return 'data' in node ? node.data : childrenText(node)
  return isElement(node) ? childrenText(node) : ''
}

function childrenText(node: XmlNode): string {
  return 'children' in node ? node.children.map((child) => rawText(child as XmlNode)).join('') : ''
}

/** Returns null if elements are nested too deeply; it stops at once, since the parser's time grows with the depth. */
function parsedNodes(text: string, xmlMode: boolean): readonly XmlNode[] | null {
  let depth = 0
  let deepest = 0
  const handler = new DomHandler(null, { xmlMode })
  const { onopentag, onclosetag } = handler
  handler.onopentag = (name, attributes) => {
    deepest = Math.max(deepest, ++depth)
    onopentag.call(handler, name, attributes)
  }
  handler.onclosetag = () => {
    depth--
    onclosetag.call(handler)
  }
  const parser = new Parser(handler, { xmlMode })
  for (let at = 0; at < text.length && deepest <= MAX_LEVELS; at += CHUNK_CHARACTERS)
    parser.write(text.slice(at, at + CHUNK_CHARACTERS))
  if (deepest > MAX_LEVELS) return null
  parser.end()
  return handler.dom
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
