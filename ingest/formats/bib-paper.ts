/** Reads the metadata and the file paths in a BibTeX entry. */
import type { Description } from '../../corpus/index.ts'
import type { BibEntry } from './bibtex.ts'
import { describeFields, doiIn, yearIn } from './known-fields.ts'
import { latexToText } from './latex-text.ts'
import { nameInOrder } from './person-name.ts'

export function descriptionOfEntry({ fields }: BibEntry): Partial<Description> {
  const text = (name: string) => latexToText(fields.get(name) ?? '')
  return describeFields({
    title: text('title'),
    abstract: text('abstract'),
    authors: authorsOf(fields.get('author') ?? ''),
    year: yearIn(fields.get('year') ?? fields.get('date')),
    doi: doiIn(text('doi')),
    journal: text('journal') || text('journaltitle') || text('booktitle'),
    volume: text('volume'),
    issue: text('number') || text('issue'),
    pages: text('pages') || text('eid') || text('article-number'),
  })
}

/**
 * Returns the paths of the PDFs in the `file` field, as written. Zotero writes `Title:path:application/pdf;…`, JabRef `:path:PDF`,
 * Better BibTeX `path;path`; a backslash escapes colons, semicolons and backslashes within a path.
 */
export function pdfPathsOfEntry({ fields }: BibEntry): string[] {
  const field = fields.get('file')?.trim() ?? ''
  return splitUnescaped(field, ';')
    .map((part) => {
      const pieces = splitUnescaped(part, ':')
      return pieces.length < 3 ? part : pieces.slice(1, -1).join(':')
    })
    .map((path) => path.trim().replace(/\\([:;\\_{}&#%$ ])/g, '$1'))
    .filter((path) => path.toLowerCase().endsWith('.pdf'))
}

/** Returns the authors, with `Last, First` as `First Last`, without `and others` unless braces make it a name. */
function authorsOf(field: string): string[] {
  return splitAtDepthZero(field.replace(/\s+/g, ' '), ' and ')
    .filter((name) => name.trim() !== 'others')
    .map((name) => (/^\{.*\}$/.test(name.trim()) ? [name] : splitAtDepthZero(name, ',')))
    .map((parts) => parts.map((part) => latexToText(part)))
    .map((parts) => (parts.length > 1 ? nameInOrder(parts.join(', ')) : (parts[0] ?? '')))
}

function splitAtDepthZero(text: string, separator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}') depth--
    else if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(from, at))
      from = at + separator.length
    }
  }
  return [...parts, text.slice(from)]
}

function splitUnescaped(text: string, separator: string): string[] {
  const parts = ['']
  for (let at = 0; at < text.length; at++) {
    if (text[at] === separator) parts.push('')
    else {
      const taken = text[at] === '\\' ? text.slice(at, at + 2) : text[at]
      parts[parts.length - 1] += taken ?? ''
      if (text[at] === '\\') at++
    }
  }
  return parts
}
