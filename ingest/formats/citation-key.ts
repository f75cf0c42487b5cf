/** The key by which a paper is cited: the one its catalogue gave it, else author, year and first long word of the title. */
import { parse } from 'node:path'
import { givenFileName } from '../../core/index.ts'
import type { Paper } from '../../corpus/index.ts'
import { partsOfName } from './person-name.ts'

type KeyedPaper = Pick<Paper, 'authors' | 'year' | 'title' | 'document' | 'paths'>

// What BibTeX takes for the end of a key, and what TeX takes for a command.
const LEGAL_KEY = /^[^\s,{}()"'#%=\\~$&^]+$/
// A file is named by its key where its name has the form of one: `marchetti2016bark`.
const NAMED_BY_KEY = /^\p{L}[\p{L}:+-]*\d{4}[\p{L}\d:+-]*$/u

/** Gives each paper a key of its own; repeats get the suffixes b, c … z, aa … */
export function createKeyGiver(): (paper: KeyedPaper) => string {
  const taken = new Set<string>()
  return (paper) => freeKey(givenKey(paper) ?? madeKey(paper), taken)
}

/** A file's own name is its document id where no catalogue has one, and seldom a key. */
function givenKey({ document, paths }: KeyedPaper): string | null {
  if (document === null || !LEGAL_KEY.test(document)) return null
  const isFileName = paths.some((path) => parse(givenFileName(path)).name === givenFileName(document))
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
