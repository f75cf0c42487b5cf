/** Writes papers as catalogue entries: BibTeX, RIS or CSL-JSON. Each writer returns one entry with its line break. */
import type { Paper } from '../../corpus/index.ts'
import { createKeyAssigner } from './citation-key.ts'
import { textToLatex } from './latex-text.ts'
import { partsOfName } from './person-name.ts'

export type CataloguedPaper = Pick<
  Paper,
  'title' | 'authors' | 'year' | 'doi' | 'abstract' | 'paths' | 'document' | 'publication'
>

export type EntryWriter = (paper: CataloguedPaper) => string

interface WriterOptions {
  /** Whether to write the path of the PDF, a file that other people do not have. Default: true. */
  readonly withFile?: boolean | undefined
}

/** Writes `@article` if a journal or a DOI is known; keys are unique within one writer's output. */
export function createBibtexWriter({ withFile = true }: WriterOptions = {}): EntryWriter {
  const keyOf = createKeyAssigner()
  return (paper) => {
    const { journal, volume, issue, pages } = paper.publication
    const fields: [string, string][] = [
      ['title', `{${textToLatex(paper.title)}}`],
      ['author', paper.authors.map(bibAuthor).join(' and ')],
      ['journal', textToLatex(journal ?? '')],
      ['volume', textToLatex(volume ?? '')],
      ['number', textToLatex(issue ?? '')],
      ['pages', textToLatex(pages ?? '').replace(/^(\w+)\s*[-–—]+\s*(\w+)$/, '$1--$2')],
      ['year', paper.year === null ? '' : String(paper.year)],
      ['doi', textToLatex(paper.doi ?? '')],
      ['abstract', textToLatex(paper.abstract)],
      ['file', withFile ? bibFile(paper.paths[0] ?? '') : ''],
    ]
    const lines = fields
      .filter(([, value]) => value !== '' && value !== '{}')
      .map(([name, value]) => `  ${name} = {${value}}`)
    const type = paper.doi === null && journal === null ? 'misc' : 'article'
    return `@${type}{${[keyOf(paper), ...lines].join(',\n')}\n}\n\n`
  }
}

/** Writes tags that Zotero, EndNote and Mendeley read; `L1` is the file. */
export function createRisWriter({ withFile = true }: WriterOptions = {}): EntryWriter {
  const keyOf = createKeyAssigner()
  return (paper) => {
    const { journal, volume, issue, pages } = paper.publication
    const [first = '', last = ''] = pages === null ? [] : pageRange(pages)
    const tags: [string, string | null][] = [
      ['TY', paper.doi === null && journal === null ? 'GEN' : 'JOUR'],
      ['ID', keyOf(paper)],
      ['TI', paper.title],
      ...paper.authors.map((name): [string, string] => ['AU', lastNameFirst(name)]),
      ['PY', paper.year === null ? null : String(paper.year)],
      ['JO', journal],
      ['VL', volume],
      ['IS', issue],
      ['SP', first],
      ['EP', last],
      ['DO', paper.doi],
      ['AB', paper.abstract],
      ['L1', withFile ? pdfOf(paper) : ''],
    ]
    const lines = tags
      .map(([tag, value]) => [tag, (value ?? '').replace(/\s+/g, ' ').trim()])
      .filter(([, value]) => value !== '')
      .map(([tag, value]) => `${tag}  - ${value}\n`)
    return `${lines.join('')}ER  - \n\n`
  }
}

/** Writes one item of a CSL-JSON array; the caller writes the brackets and commas. */
export function createCslWriter(): EntryWriter {
  const keyOf = createKeyAssigner()
  return (paper) => {
    const { journal, volume, issue, pages } = paper.publication
    const isArticle = paper.doi !== null || journal !== null
    const item = {
      id: keyOf(paper),
      type: isArticle ? 'article-journal' : 'document',
      title: paper.title,
      author: paper.authors.map(cslName),
      issued: paper.year === null ? null : { 'date-parts': [[paper.year]] },
      'container-title': journal,
      volume,
      issue,
      page: pages,
      DOI: paper.doi,
      abstract: paper.abstract || null,
    }
    const known = Object.entries(item).filter(([, value]) => value !== null)
    return `${JSON.stringify(Object.fromEntries(known))}\n`
  }
}

/** Splits `7-10` into two pages; an article number is one. */
function pageRange(pages: string): string[] {
  const range = /^(\w+)\s*[-–—]+\s*(\w+)$/.exec(pages.trim())
  return range === null ? [pages] : range.slice(1)
}

function lastNameFirst(name: string): string {
  const parts = partsOfName(name)
  // A final comma prevents readers from taking the last word of an organisation's name for a family name.
  if (parts === null) return name.includes(',') || !name.includes(' ') ? name : `${name},`
  const { given, family, particle, suffix } = parts
  return [[particle, family].filter(Boolean).join(' '), given, suffix].filter(Boolean).join(', ')
}

function cslName(name: string) {
  const parts = partsOfName(name)
  if (parts === null) return { literal: name }
  const { given, family, particle, suffix } = parts
  return {
    family,
    given,
    ...(particle === '' ? {} : { 'non-dropping-particle': particle }),
    ...(suffix === '' ? {} : { suffix }),
  }
}

/**
 * Returns `von Last, Jr, First` if the words in order would be misread. Braces keep an organisation's name together if it contains
 * ` and ` or a comma.
 */
function bibAuthor(name: string): string {
  const latex = textToLatex(name)
  const parts = partsOfName(name)
  if (parts !== null) {
    const { given, family, particle, suffix } = parts
    if (particle === '' && suffix === '' && !family.includes(' ') && !name.includes(',')) return latex
    const last = [particle, family].filter(Boolean).join(' ')
    return [last, suffix, given].filter(Boolean).map(textToLatex).join(', ')
  }
  return /,| and |^others$/.test(name) ? `{${latex}}` : latex
}

/** Escapes characters that separate paths; others stay as they are. A path with a brace is omitted, since BibTeX counts every brace. */
function bibFile(path: string): string {
  if (!path.toLowerCase().endsWith('.pdf') || /[{}]/.test(path)) return ''
  return path.replace(/[:;\\]/g, '\\$&')
}

function pdfOf({ paths: [path = ''] }: CataloguedPaper): string {
  return path.toLowerCase().endsWith('.pdf') ? path : ''
}
