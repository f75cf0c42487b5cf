/** Where does the list of a draft in Markdown or plain text begin, and where each of its entries? */
import { isListHeading } from '../../references/index.ts'

const SHORT_LINE = /^[^\n]{1,60}$/gmu
/** Of a heading: `## References`, `**References:**`. */
const MARKUP = /^[\s#*_]+|[\s#*_:]+$/gu
const UNDERLINE = /^[=-]{2,}[ \t]*$/mu
const BULLET = /^[ \t]*[-*+][ \t]+/gmu
const YEAR = /\b(?:1[6-9]|20)\d\d[a-z]?\b|in press|forthcoming/iu

/** The draft with the entries of its list as paragraphs; `bodyEnd` is its length where it has none. */
export function withListApart(draft: string): { readonly text: string; readonly bodyEnd: number } {
  const text = draft.replace(/\r\n?/g, '\n')
  const heading = [...text.matchAll(SHORT_LINE)].findLast(([line]) => isListHeading(line.replace(MARKUP, '')))
  if (heading === undefined) return { text, bodyEnd: text.length }
  const list = text.slice(heading.index + heading[0].length).trim()
  const paragraphs = list
    .replace(UNDERLINE, '')
    .replace(BULLET, '\n')
    .split(/\n\s*\n/)
  return {
    text: text.slice(0, heading.index) + paragraphs.map(linesApart).join('\n\n'),
    bodyEnd: heading.index,
  }
}

/** An entry a line: then most lines have a year, where those of one that is broken have one together. */
function linesApart(paragraph: string): string {
  const lines = paragraph.split('\n').filter((line) => line.trim() !== '')
  return lines.filter((line) => YEAR.test(line)).length * 2 > lines.length ? lines.join('\n\n') : paragraph
}
