/**
 * An HTML text as a tree of limited depth: the parser's time for a tag grows with the number of elements that are open, so that a
 * page which only opens elements would take hours. What is nested deeper stays text of the deepest element that is held, as in Chromium.
 */
import { DomHandler, Parser } from 'htmlparser2'

export type HtmlNode = DomHandler['dom'][number]

// As in Chromium (Settings::maximumHTMLParserDOMTreeDepth). Pages of publishers nest some 30 deep.
const MOST_LEVELS = 512

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
  /** Elements that are open in the page and were left out of the tree. */
  #leftOut = 0

  constructor(html: string, handler: CountingHandler) {
    super(handler)
    this.#html = html
    this.#handler = handler
  }

  override onopentagname(start: number, end: number): void {
    if (this.#handler.depth < MOST_LEVELS || this.#isVoid(start, end)) {
      super.onopentagname(start, end)
      return
    }
    this.#leftOut++
    this.endIndex = end
    // The words on both sides of a tag that is left out stay apart.
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
