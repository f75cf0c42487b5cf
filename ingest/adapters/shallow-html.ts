/**
 * Parses HTML into a tree of limited depth: the parser's time per tag grows with the number of open elements, so a page that only
 * opens elements would take hours. Deeper text belongs to the deepest element that is kept, as in Chromium.
 */
import { DomHandler, Parser } from 'htmlparser2'

export type HtmlNode = DomHandler['dom'][number]

// The limit of Chromium (Settings::maximumHTMLParserDOMTreeDepth). Publishers' pages nest some 30 deep.
const MAX_LEVELS = 512

/** Returns the nodes at the top of the page. Time and memory are linear in the text. */
export function parseShallowHtml(html: string): readonly HtmlNode[] {
  const handler = new CountingHandler()
  new ShallowParser(html, handler).end(html)
  return handler.dom
}

class CountingHandler extends DomHandler {
  depth = 0

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.depth++
    super.onopentag(name, attributes)
  }

  override onclosetag(): void {
    this.depth--
    super.onclosetag()
  }
}

class ShallowParser extends Parser {
  readonly #html: string
  readonly #handler: CountingHandler
  /** Number of open elements that were left out of the tree. */
  #leftOut = 0

  constructor(html: string, handler: CountingHandler) {
    super(handler)
    this.#html = html
    this.#handler = handler
  }

  override onopentagname(start: number, end: number): void {
    if (this.#handler.depth < MAX_LEVELS || this.#isVoid(start, end)) {
      super.onopentagname(start, end)
      return
    }
    this.#leftOut++
    this.endIndex = end
    // Keeps apart the words on both sides of an omitted tag.
    this.#handler.ontext(' ')
  }

  override onclosetag(start: number, end: number): void {
    if (this.#leftOut === 0 || this.#isVoid(start, end)) {
      super.onclosetag(start, end)
      return
    }
    this.#leftOut--
    this.endIndex = end
    this.startIndex = end + 1
    this.#handler.ontext(' ')
  }

  #isVoid(start: number, end: number): boolean {
    return this.isVoidElement(this.#html.slice(start, end).toLowerCase())
  }
}
