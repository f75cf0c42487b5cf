/** Makes papers as the readers return them, from plain text. */
import { type Description, NO_PUBLICATION, SURE } from '../../corpus/index.ts'
import type { ReadPaper } from '../../ingest/index.ts'

/** Returns a paper whose pages have the texts of `pages`; `layout: true` gives them a size, as in a PDF. */
export function readPaperOf(
  pages: readonly string[],
  description: Partial<Description> = {},
  layout = false,
): ReadPaper {
  const text = pages.join('\n\n')
  const side = layout ? 600 : 0
  return {
    id: 'paper-of-a-test',
    pages: pages.map((page, i) => ({
      number: i + 1,
      width: side,
      height: side,
      text: page,
      boxes: new Float32Array(0),
    })),
    description: {
      title: 'Lupeol inhibits angiotensin-converting enzyme',
      authors: [],
      abstract: '',
      year: 2014,
      doi: null,
      publication: NO_PUBLICATION,
      confidence: SURE,
      language: 'eng',
      licence: null,
      sections: [],
      bodyEnd: text.length,
      ...description,
    },
  }
}

/** Returns a paper of one page with a section for each heading. */
export function sectionedPaper(parts: Readonly<Record<string, string>>): ReadPaper {
  const blocks = Object.entries(parts).map(([heading, text]) => `${heading}\n${text}`)
  const text = blocks.join('\n\n')
  const sections = blocks.map((block) => {
    const start = text.indexOf(block)
    return { heading: block.slice(0, block.indexOf('\n')), level: 1, start, end: start + block.length }
  })
  return readPaperOf([text], { sections })
}
