/** Creates citation keys: the catalogue's key of a paper, else author, year and first long word of the title. */
import { parse } from 'node:path'
import { givenFileName } from '../../core/index.ts'
import type { Paper } from '../../corpus/index.ts'
import { partsOfName } from './person-name.ts'

type KeyedPaper = Pick<Paper, 'authors' | 'year' | 'title' | 'document' | 'paths'>

// Excludes characters that end a key in BibTeX or begin a command in TeX.
const LEGAL_KEY = /^[^\s,{}()"'#%=\\~$&^]+$/
// A file name is treated as a key if it has the form of one: `marchetti2016bark`.
const NAMED_BY_KEY = /^\p{L}[\p{L}:+-]*\d{4}[\p{L}\d:+-]*$/u

/** Returns a function that gives each paper a unique key; repeats get the suffixes b, c … z, aa … */
export function createKeyAssigner(): (paper: KeyedPaper) => string {
  const taken = new Set<string>()
  return (paper) => freeKey(catalogueKey(paper) ?? generatedKey(paper), taken)
}

/** Returns the catalogue's key. Without a catalogue the document id is the file's name, which is seldom a key. */
function catalogueKey({ document, paths }: KeyedPaper): string | null {
  if (document === null || !LEGAL_KEY.test(document)) return null
  const isFileName = paths.some((path) => parse(givenFileName(path)).name === givenFileName(document))
  return !isFileName || NAMED_BY_KEY.test(document) ? document : null
}

function generatedKey({ authors, year, title }: KeyedPaper): string {
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

/** Returns letters for a number: 1 is a, 26 is z, 27 is aa. */
function lettersOf(count: number): string {
  const rest = Math.floor((count - 1) / 26)
  return (rest > 0 ? lettersOf(rest) : '') + String.fromCharCode(97 + ((count - 1) % 26))
}
