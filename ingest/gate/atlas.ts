/**
 * The atlas: everything that a paper can be about instead of the topic. Its fields follow standard classifications, so that
 * it also covers what no paper was about yet: the detailed fields of ISCED-F 2013 (UNESCO), divided further where research is (OECD
 * Frascati fields of science), and what encyclopaedias and newspapers are about besides them. The phrases are our own:
 * concrete ones ("quarks, mesons and particle colliders", not "physics"), since general ones resemble too much.
 */
import { readFileSync } from 'node:fs'

export interface AtlasPhrase {
  /** A broad field: `clinical medicine`. */
  readonly family: string
  /** A field of it: `endocrinology`. */
  readonly field: string
  /** One of several ways to say what it is about. */
  readonly phrase: string
}

/** `# family`, `## field`, then one phrase a line. */
const FILES = [
  'life-sciences',
  'natural-sciences',
  'computing',
  'engineering',
  'health-and-farming',
  'society',
  'humanities',
] as const

let read: readonly AtlasPhrase[] | null = null

/** Read from its files once. */
export function wholeAtlas(): readonly AtlasPhrase[] {
  read ??= FILES.flatMap((name) =>
    parseAtlas(readFileSync(new URL(`./atlas/${name}.txt`, import.meta.url), 'utf8')),
  )
  return read
}

/** Throws where a phrase stands before the first field. */
export function parseAtlas(text: string): AtlasPhrase[] {
  const phrases: AtlasPhrase[] = []
  let [family, field] = ['', '']
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    if (line.startsWith('## ')) field = line.slice(3)
    else if (line.startsWith('# ')) [family, field] = [line.slice(2), '']
    else if (field === '') throw new SyntaxError(`The phrase "${line}" stands in no field of the atlas.`)
    else phrases.push({ family, field, phrase: line })
  }
  return phrases
}

/** How a keyword or phrase is put to the embedder: a sentence is nearer to abstracts than bare words are. */
export function asSentence(phrase: string): string {
  return `This paper studies ${phrase}.`
}
