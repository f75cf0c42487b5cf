/**
 * Words of a corpus that the vocabulary breaks into pieces ("glio ##blast ##oma") get rows of their own. A new row begins as the sum of
 * its pieces' rows, so nothing changes before it learns.
 */
import { createWordPieces, wordsOf } from '../word-pieces.ts'
import type { FloatTable } from './float-table.ts'

export interface OwnWordsChoice {
  /** In how many texts a word must stand. */
  readonly leastTexts: number
  /** The most frequent are taken. */
  readonly mostWords: number
}

// A longer word is more often a slip of the text layer or an address. Chosen, not measured.
const MOST_CHARACTERS = 40

export function withOwnWords(
  table: FloatTable,
  texts: readonly string[],
  choice: OwnWordsChoice,
): FloatTable {
  const { vocabulary, rows, dims } = table
  const words = brokenWords(table, texts, choice)
  const grown = new Float32Array(rows.length + words.length * dims)
  grown.set(rows)
  words.forEach(({ ids }, i) => {
    const row = grown.subarray(rows.length + i * dims, rows.length + (i + 1) * dims)
    for (const id of ids) for (let axis = 0; axis < dims; axis++) row[axis]! += rows[id * dims + axis]!
  })
  return { ...table, vocabulary: [...vocabulary, ...words.map(({ word }) => word)], rows: grown }
}

function brokenWords(
  { vocabulary }: FloatTable,
  texts: readonly string[],
  { leastTexts, mostWords }: OwnWordsChoice,
): { readonly word: string; readonly ids: Int32Array }[] {
  const textsOf = new Map<string, number>()
  for (const text of texts)
    for (const word of new Set(wordsOf(text))) textsOf.set(word, (textsOf.get(word) ?? 0) + 1)
  const pieces = createWordPieces(vocabulary)
  const unknown = vocabulary.indexOf('[UNK]')
  const room = new Int32Array(MOST_CHARACTERS)
  return [...textsOf]
    .filter(([word, count]) => count >= leastTexts && word.length <= MOST_CHARACTERS)
    .map(([word, count]) => ({ word, count, ids: room.slice(0, pieces.encodeInto(word, room)) }))
    .filter(({ ids }) => ids.length > 1 && !ids.includes(unknown))
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, mostWords)
}
