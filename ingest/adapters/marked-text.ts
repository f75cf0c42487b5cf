/** Builds a text from marked-up parts: headings become sections, and the references end the body. */
import type { Description, Section } from '../../corpus/index.ts'

/** Text of a file in a markup language, and the metadata that its markup gives. */
export interface MarkedPaper {
  readonly text: string
  /** `sections` and `bodyEnd` are offsets in `text`. */
  readonly known: Partial<Description>
}

/** Reason why a file yields no paper; the paper fails with `code`. */
export interface MarkedFailure {
  readonly code: string
  readonly detail: string
}

export interface MarkedText {
  /** Levels start at 1. Empty headings are left out. */
  heading(text: string, level: number): void
  /** Joins the lines of a paragraph and collapses its white space. */
  paragraph(text: string): void
  /** Keeps line breaks, as tables and verse need. */
  lines(lines: readonly string[]): void
  /** Ends the body: text that is added later does not belong to it. */
  endBody(): void
  end(): Pick<MarkedPaper, 'text'> & Pick<Description, 'sections' | 'bodyEnd'>
}

const PARAGRAPH_BREAK = '\n\n'
const CONTROLS = /(?![\t\n])\p{Cc}/gu

export function createMarkedText(): MarkedText {
  const parts: string[] = []
  const headings: Omit<Section, 'end'>[] = []
  let length = 0
  let bodyEnd: number | null = null

  function add(text: string): number {
    const start = length + (length === 0 ? 0 : PARAGRAPH_BREAK.length)
    parts.push(text)
    length = start + text.length
    return start
  }

  return {
    heading(text, level) {
      const heading = onOneLine(text)
      if (heading !== '') headings.push({ heading, level, start: add(heading) })
    },
    paragraph(text) {
      const paragraph = onOneLine(text)
      if (paragraph !== '') add(paragraph)
    },
    lines(lines) {
      const kept = lines.map(onOneLine).filter((line) => line !== '')
      if (kept.length > 0) add(kept.join('\n'))
    },
    endBody() {
      bodyEnd ??= length
    },
    end: () => ({
      text: parts.join(PARAGRAPH_BREAK),
      sections: headings.map((one, at) => ({ ...one, end: headings[at + 1]?.start ?? length })),
      bodyEnd: bodyEnd ?? length,
    }),
  }
}

export function onOneLine(text: string): string {
  return text.replace(CONTROLS, '').replace(/\s+/g, ' ').trim().normalize()
}
