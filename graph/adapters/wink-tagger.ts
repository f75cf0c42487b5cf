/** Tags parts of speech with wink-nlp and its small English model, which is part of the package: no download. Loading takes 0.2 s. */
import { createRequire } from 'node:module'
import type { PartOfSpeech, PartOfSpeechTagger, TaggedWord } from '../names/ports.ts'

// Names need no more context than this; a longer "sentence" is a table or a broken encoding.
const MAX_CHARACTERS = 4000
const PARTS: ReadonlyMap<string, PartOfSpeech> = new Map([
  ['NOUN', 'noun'],
  ['PROPN', 'proper-noun'],
  ['ADJ', 'adjective'],
  ['VERB', 'verb'],
  ['AUX', 'verb'],
  ['NUM', 'number'],
  ['ADP', 'preposition'],
  ['PRON', 'pronoun'],
])

// One per thread: the package escapes its own model again at every load (load-cer-meta-model.js), until the text is too long.
let engine: ReturnType<typeof loadEngine> | null = null

function loadEngine() {
  const load = createRequire(import.meta.url)
  const createEngine = load('wink-nlp') as typeof import('wink-nlp').default
  const model = load('wink-eng-lite-web-model') as typeof import('wink-eng-lite-web-model').default
  return createEngine(model, ['pos'])
}

/** Creates a tagger. The first call in a thread loads the model. */
export function createWinkTagger(): PartOfSpeechTagger {
  engine ??= loadEngine()
  const { readDoc, its } = engine
  return {
    tag(text) {
      const head = text.slice(0, MAX_CHARACTERS)
      const tokens = readDoc(head).tokens()
      const values = tokens.out()
      const parts = tokens.out(its.pos) as string[]
      return placed(head, values, parts)
    },
  }
}

/** Restores the offsets of words. The engine does not keep them, but it keeps every character that is not white space, in order. */
function placed(text: string, values: readonly string[], parts: readonly string[]): TaggedWord[] {
  const words: TaggedWord[] = []
  let from = 0
  for (const [i, value] of values.entries()) {
    const start = text.indexOf(value, from)
    if (start < 0) continue
    from = start + value.length
    words.push({ start, end: from, partOfSpeech: PARTS.get(parts[i] ?? '') ?? 'other' })
  }
  return words
}
