/**
 * Reads the atlas, everything that a paper can be about instead of the topic. Its fields follow standard classifications, so that
 * it also covers subjects of no paper so far: the detailed fields of ISCED-F 2013 (UNESCO), divided further like research (OECD
 * Frascati fields of science), and further subjects of encyclopaedias and newspapers. The phrases are written for Gloss:
 * concrete ones ("quarks, mesons and particle colliders", not "physics"), since general ones are too similar.
 */
import { readFileSync } from 'node:fs'

export interface AtlasPhrase {
  /** Broad field: `clinical medicine`. */
  readonly family: string
  /** Field within the family: `endocrinology`. */
  readonly field: string
  /** One of several phrases for the subject of the field. */
  readonly phrase: string
}

/** Files with `# family`, `## field`, then one phrase a line. */
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

/** Returns all phrases, read from the files once. */
export function atlasPhrases(): readonly AtlasPhrase[] {
  read ??= FILES.flatMap((name) =>
    parseAtlas(readFileSync(new URL(`./atlas/${name}.txt`, import.meta.url), 'utf8')),
  )
  return read
}

/** Throws if a phrase precedes the first field. */
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

/** Returns the sentence that is embedded for a keyword or phrase: it is nearer to abstracts than bare words are. */
export function asSentence(phrase: string): string {
  return `This paper studies ${phrase}.`
}
