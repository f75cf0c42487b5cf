/** Extracts the links of an HTML page with their words. */
import type { DomHandler } from 'htmlparser2'
import type { PageLink } from '../web/ports.ts'

type Node = DomHandler['dom'][number]

const MAX_LINKS = 500
const MAX_TEXT_CHARACTERS = 200

/** Returns the links of top-level nodes: distinct absolute http and https addresses in page order, without those within the page. */
export function pageLinks(page: readonly Node[], base: string): PageLink[] {
  const links = new Map<string, string>()
  const stack: Node[] = [...page].reverse()
  for (let node = stack.pop(); node !== undefined && links.size < MAX_LINKS; node = stack.pop()) {
    if ('name' in node && node.name === 'a' && 'attribs' in node) addLink(links, node, base)
    else pushChildren(stack, node)
  }
  return [...links].map(([url, text]) => ({ url, text }))
}

function addLink(
  links: Map<string, string>,
  node: Node & { attribs: Record<string, string> },
  base: string,
): void {
  const { href } = node.attribs
  const url = href === undefined ? null : URL.parse(href, base)
  if (url === null || !url.protocol.startsWith('http') || href?.startsWith('#')) return
  url.hash = ''
  const text = textOf(node).replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_CHARACTERS)
  if (text !== '' && url.href !== base && !links.has(url.href)) links.set(url.href, text)
}

function textOf(root: Node): string {
  let text = ''
  const stack: Node[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'text' && 'data' in node) text += node.data
    else pushChildren(stack, node)
  }
  return text
}

/** Pushes the children, the first on top. One by one: an element may have more children than a call takes arguments. */
function pushChildren(stack: Node[], node: Node): void {
  if ('children' in node) for (const child of node.children.toReversed()) stack.push(child)
}
