/** Papers as entries of a catalogue: BibTeX, RIS or CSL-JSON. Each writer gives one entry, line break included. */
import { parse } from 'node:path'
import type { Paper } from '../../corpus/index.ts'
import { textToLatex } from './latex-text.ts'
import { partsOfName } from './person-name.ts'

export type CataloguedPaper = Pick<
  Paper,
  'title' | 'authors' | 'year' | 'doi' | 'abstract' | 'paths' | 'document' | 'publication'
>

export type EntryWriter = (paper: CataloguedPaper) => string

/** `@article` where a journal is known or a DOI; keys are unique within what one writer writes. */
export function createBibtexWriter(): EntryWriter {
  const keyOf = createKeyGiver()
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
      ['file', bibFile(paper.paths[0] ?? '')],
    ]
    const lines = fields
      .filter(([, value]) => value !== '' && value !== '{}')
      .map(([name, value]) => `  ${name} = {${value}}`)
    const type = paper.doi === null && journal === null ? 'misc' : 'article'
    return `@${type}{${[keyOf(paper), ...lines].join(',\n')}\n}\n\n`
  }
}

/** Tags as Zotero, EndNote and Mendeley read them; `L1` is the file. */
export function createRisWriter(): EntryWriter {
  const keyOf = createKeyGiver()
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
      ['L1', pdfOf(paper)],
    ]
    const lines = tags
      .map(([tag, value]) => [tag, (value ?? '').replace(/\s+/g, ' ').trim()])
      .filter(([, value]) => value !== '')
      .map(([tag, value]) => `${tag}  - ${value}\n`)
    return `${lines.join('')}ER  - \n\n`
  }
}

/** One item of a CSL-JSON array; the caller writes the brackets and commas. */
export function createCslWriter(): EntryWriter {
  const keyOf = createKeyGiver()
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

/** `7-10` is two pages; an article number is one. */
function pageRange(pages: string): string[] {
  const range = /^(\w+)\s*[-–—]+\s*(\w+)$/.exec(pages.trim())
  return range === null ? [pages] : range.slice(1)
}

function lastNameFirst(name: string): string {
  const parts = partsOfName(name)
  // A comma at the end keeps readers from taking a body's last word for a family name.
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
 * `von Last, Jr, First` where the words in order would be read otherwise. Braces keep the name of a body whole where ` and ` or a comma
 * within it would part it.
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

/** A path with a brace is left out: BibTeX counts every brace. Other signs than those that part paths stand as they are. */
function bibFile(path: string): string {
  if (!path.toLowerCase().endsWith('.pdf') || /[{}]/.test(path)) return ''
  return path.replace(/[:;\\]/g, '\\$&')
}

function pdfOf({ paths: [path = ''] }: CataloguedPaper): string {
  return path.toLowerCase().endsWith('.pdf') ? path : ''
}

/** The key by which a paper is cited: the one its catalogue gave it, else author, year and first long word of the title. */

type KeyedPaper = Pick<Paper, 'authors' | 'year' | 'title' | 'document' | 'paths'>

// What BibTeX takes for the end of a key, and what TeX takes for a command.
const LEGAL_KEY = /^[^\s,{}()"'#%=\\~$&^]+$/
// A file is named by its key where its name has the form of one: `marchetti2016bark`.
const NAMED_BY_KEY = /^\p{L}[\p{L}:+-]*\d{4}[\p{L}\d:+-]*$/u

/** Gives each paper a key of its own; repeats get the suffixes b, c … z, aa … */
function createKeyGiver(): (paper: KeyedPaper) => string {
  const taken = new Set<string>()
  return (paper) => freeKey(givenKey(paper) ?? madeKey(paper), taken)
}

/** A file's own name is its document id where no catalogue has one, and seldom a key. */
function givenKey({ document, paths }: KeyedPaper): string | null {
  if (document === null || !LEGAL_KEY.test(document)) return null
  const isFileName = paths.some((path) => parse(path).name === document)
  return !isFileName || NAMED_BY_KEY.test(document) ? document : null
}

function madeKey({ authors, year, title }: KeyedPaper): string {
  const [first = ''] = authors
  const name = asciiWords(partsOfName(first)?.family ?? first).at(-1) ?? 'anonymous'
  const word = asciiWords(title).find((part) => part.length > 3) ?? 'untitled'
  return `${name}${year ?? ''}${word}`.toLowerCase()
}

function asciiWords(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[A-Za-z]+/g) ?? []
  )
}

function freeKey(base: string, taken: Set<string>): string {
  let key = base
  for (let count = 2; taken.has(key); count++) key = `${base}${lettersOf(count)}`
  taken.add(key)
  return key
}

/** 1 is a, 26 is z, 27 is aa. */
function lettersOf(count: number): string {
  const rest = Math.floor((count - 1) / 26)
  return (rest > 0 ? lettersOf(rest) : '') + String.fromCharCode(97 + ((count - 1) % 26))
}
