/** Reads phrases by field from a model's Python dictionary. Literals are read; nothing is evaluated (specs/rethinker.md 4, R41). */
import { z } from 'zod'
import { jsonIn } from '../../../../core/index.ts'
import { phraseKey } from './phrases.ts'

export type PhrasesByField = Readonly<Record<string, readonly string[]>>

const Lists = z.record(z.string(), z.array(z.string()))
// A string, which is kept, or a comment; a string ends at the end of its line at the latest.
const COMMENTS = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|#[^\n]*/g
const ASSIGNMENT = /^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*(?=\[)/gm

/**
 * Reads a dictionary of lists, or lists that are each assigned to a name; the largest dictionary if there are several. Returns null if
 * there is neither, as when a value is an expression.
 */
export function readSeedDictionary(text: string): PhrasesByField | null {
  const plain = text.replace(COMMENTS, (_, kept: string | undefined) => kept ?? '')
  const dictionaries = jsonIn(plain, '{').flatMap((found) => {
    const { data } = Lists.safeParse(found)
    return data === undefined || Object.keys(data).length === 0 ? [] : [data]
  })
  const [largest] = dictionaries.sort((one, other) => countOf(other) - countOf(one))
  return largest ?? assignedLists(plain)
}

function assignedLists(text: string): PhrasesByField | null {
  const lists = [...text.matchAll(ASSIGNMENT)].flatMap(({ 0: found, 1: name = '', index }) => {
    const [list] = jsonIn(text.slice(index + found.length), '[')
    const { data } = z.array(z.string()).min(1).safeParse(list)
    return data === undefined ? [] : [[name.replaceAll('_', ' '), data] as const]
  })
  return lists.length === 0 ? null : Object.fromEntries(lists)
}

function countOf(lists: PhrasesByField): number {
  return Object.values(lists).flat().length
}

/** Returns each phrase once, under the first field that has it, in the order of the text. */
export function phrasesOf(lists: PhrasesByField): { readonly field: string; readonly phrase: string }[] {
  const seen = new Set<string>()
  return Object.entries(lists).flatMap(([field, phrases]) =>
    phrases.flatMap((written) => {
      const phrase = written.replace(/\s+/g, ' ').trim()
      const key = phraseKey(phrase)
      if (key === '' || seen.has(key)) return []
      seen.add(key)
      return [{ field, phrase }]
    }),
  )
}
