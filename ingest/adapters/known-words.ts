/** Reads the words known to the bundled embedder, to mend words with unreadable glyphs. */
import { readFileSync } from 'node:fs'

// The built package keeps the same layout: dist/ingest/adapters and dist/models/static.
const VOCABULARY = new URL('../../models/static/vocabulary.txt', import.meta.url)
let words: ReadonlySet<string> | null = null

/** Returns some 30,000 frequent English words in lower case; `##` marks continuations of a word. Read once per process, in some 10 ms. */
export function knownWords(): ReadonlySet<string> {
  words ??= new Set(readFileSync(VOCABULARY, 'utf8').trimEnd().split('\n'))
  return words
}
