/** Text put together from marked-up parts: headings become sections, and the references end the body. */
import type { Description, Section } from '../../corpus/index.ts'

/** What a file in a markup language gives: its text, and what its marks say of it. */
export interface MarkedPaper {
  readonly text: string
  /** `sections` and `bodyEnd` count in `text`. */
  readonly known: Partial<Description>
}

/** Why a file gives no paper; `code` is what the paper fails with. */
export interface MarkedFailure {
  readonly code: string
  readonly detail: string
}

export interface MarkedText {
  /** From 1. Empty headings are left out. */
  heading(text: string, level: number): void
  /** White space is put on one line. */
  paragraph(text: string): void
  /** Lines stay: of a table, of verse. */
  lines(lines: readonly string[]): void
  /** What is added from here on is no part of the body. */
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
