/** Classes of words with similar meanings: clusters of the bundled table's vectors, made by packages/lab/training/names/word-classes.ts. */
import { readFileSync } from 'node:fs'

/** One byte for each line of the vocabulary; 0 for marks and single letters. */
const CLASSES = new URL('./word-classes.bin', import.meta.url)
const VOCABULARY = new URL('../../models/static/vocabulary.txt', import.meta.url)

let everyday: ((word: string) => number) | null = null

/** Returns whether a word in lower case is in the bundled vocabulary: "quality", "species", not "ferroptosis". */
export function isEverydayWord(word: string): boolean {
  everyday ??= openWordClasses()
  return everyday(word) !== 0
}

/** Returns a function that gives the class of a word in lower case, 0 if it has none. */
export function openWordClasses(): (word: string) => number {
  const classes = readFileSync(CLASSES)
  const words = readFileSync(VOCABULARY, 'utf8').split('\n')
  const known = new Map(words.map((word, line) => [word, classes[line] ?? 0] as const))
  return (word) => known.get(word) ?? 0
}
