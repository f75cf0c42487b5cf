/** Finds where the reference list of a draft in Markdown or plain text begins, and where each of its entries does. */
import { isListHeading } from '../../references/index.ts'

const SHORT_LINE = /^[^\n]{1,60}$/gmu
/** Markup of a heading: `## References`, `**References:**`. */
const MARKUP = /^[\s#*_]+|[\s#*_:]+$/gu
const UNDERLINE = /^[=-]{2,}[ \t]*$/mu
const BULLET = /^[ \t]*[-*+][ \t]+/gmu
const YEAR = /\b(?:1[6-9]|20)\d\d[a-z]?\b|in press|forthcoming/iu

/** Returns the draft with the entries of its list as paragraphs; `bodyEnd` is its length if it has no list. */
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

/** Separates entries that have a line each: most lines then have a year, while the lines of one broken entry share one. */
function linesApart(paragraph: string): string {
  const lines = paragraph.split('\n').filter((line) => line.trim() !== '')
  return lines.filter((line) => YEAR.test(line)).length * 2 > lines.length ? lines.join('\n\n') : paragraph
}
