/**
 * Computes the hashed features of each token for the name finder: its letters, shape and word class, its neighbours, and the last word of
 * the long form if it is a short form.
 */
import { FeatureBlock, type FeaturesOfToken, featureHash } from '../../core/sequences/index.ts'
import { openWordClasses } from './word-class.ts'

const LONGEST_AFFIX = 5
const GRAM = 4
const LONGEST_TOKEN = 40
const LONGEST_COUNTED = 9
const MAX_CACHED = 50_000
const SHAPE_RUNS = /(.)\1+/gu

// A separate seed for each kind of feature, so that the same letters in two kinds are two features.
const [WORD, TOKEN, SHAPE, LENGTH, START, END, INSIDE, CLASS, CLASS_SHAPE, NEAR, HEAD, HEAD_END, HEAD_CLASS] =
  seeds('word token shape length start end inside class class-shape near head head-end head-class')
const [SHAPES_BEFORE, SHAPES_AFTER, SHAPES_AROUND, FIVE_SHAPES] = seeds(
  'shapes-before shapes-after shapes-around five-shapes',
)
const [WORDS_BEFORE, WORDS_AFTER, TWO_BEFORE, TWO_AFTER] = seeds(
  'words-before words-after two-before two-after',
)
const [ENDS_BEFORE, ENDS_AFTER, CLASSES_BEFORE, CLASSES_AFTER] = seeds(
  'ends-before ends-after classes-before classes-after',
)
const SEEDS_OF_NEIGHBOURS = [-2, -1, 1, 2].map((step) =>
  seeds(`word${step} shape${step} end${step} class${step}`),
)

/** A token as numbers, with its own features and those that it contributes to the tokens around it. */
interface TokenParts {
  readonly word: number
  readonly shape: number
  readonly end: number
  /** Word class; 0 if the token has none. */
  readonly meaning: number
  readonly own: FeatureBlock
  /** Features for the token that has this one as its neighbour: two before it, just before, just after, two after. */
  readonly beside: readonly FeatureBlock[]
  readonly near: FeatureBlock
}

/** Returns the hashes of each token's features. `heads` has the last word of each short form's long form. */
export type NameFeatures = (
  tokens: readonly string[],
  heads: ReadonlyMap<string, string>,
) => FeaturesOfToken[]

/** Creates the function, which caches the words that it has seen. */
export function createNameFeatures(): NameFeatures {
  const classOf = openWordClasses()
  const known = new Map<string, TokenParts>()
  const edge = partsOf('', classOf)
  const partsOfToken = (token: string): TokenParts => {
    const before = known.get(token)
    if (before !== undefined) return before
    if (known.size >= MAX_CACHED) known.clear()
    const parts = partsOf(token, classOf)
    known.set(token, parts)
    return parts
  }
  return (tokens, heads) => {
    const parts = tokens.map(partsOfToken)
    const partsAt = (at: number) => parts[at] ?? edge
    return parts.map((_, at) => {
      const features = featuresAt(partsAt, at)
      const head = heads.size === 0 ? undefined : heads.get(tokens[at]!)
      if (head !== undefined)
        features.push(
          mix(HEAD, featureHash(head)),
          mix(HEAD_END, featureHash(head.slice(-GRAM))),
          mix(HEAD_CLASS, classOf(head)),
        )
      return features
    })
  }
}

function seeds(names: string): readonly [number, number, number, number, ...number[]] & number[] {
  return names.split(' ').map(featureHash) as [number, number, number, number, ...number[]]
}

/** Signed, because V8 stores unsigned 32-bit numbers on the heap. */
function mix(seed: number | undefined, value: number): number {
  let hash = Math.imul(seed! ^ value, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

function partsOf(token: string, classOf: (word: string) => number): TokenParts {
  const word = token.slice(0, LONGEST_TOKEN).toLowerCase()
  const hash = featureHash(word)
  const shape = featureHash(shapeOf(token.slice(0, LONGEST_TOKEN)))
  const own = [
    mix(WORD, hash),
    mix(TOKEN, featureHash(token)),
    mix(SHAPE, shape),
    mix(LENGTH, Math.min(token.length, LONGEST_COUNTED)),
  ]
  for (let length = 1; length <= LONGEST_AFFIX && length < word.length; length++)
    own.push(mix(START, featureHash(word.slice(0, length))), mix(END, featureHash(word.slice(-length))))
  for (let from = 1; word.length > LONGEST_AFFIX && from + GRAM < word.length; from++)
    own.push(mix(INSIDE, featureHash(word.slice(from, from + GRAM))))
  const meaning = classOf(word)
  if (meaning !== 0) own.push(mix(CLASS, meaning), mix(CLASS_SHAPE, mix(meaning, shape)))
  const end = featureHash(word.slice(-3))
  const beside = SEEDS_OF_NEIGHBOURS.map(([ofWord, ofShape, ofEnd, ofMeaning]) => {
    const given = [mix(ofWord, hash), mix(ofShape, shape), mix(ofEnd, end)]
    return new FeatureBlock(meaning === 0 ? given : [...given, mix(ofMeaning, meaning)])
  })
  const near = new FeatureBlock([mix(NEAR, hash)])
  return { word: hash, shape, end, meaning, own: new FeatureBlock(own), beside, near }
}

function shapeOf(token: string): string {
  return token
    .replace(/\p{Ll}/gu, 'a')
    .replace(/\p{Lu}/gu, 'A')
    .replace(/\p{N}/gu, '0')
    .replace(SHAPE_RUNS, '$1')
}

/** Returns the features of a token, of those around it, and of both combined. */
function featuresAt(partsAt: (at: number) => TokenParts, at: number): (number | FeatureBlock)[] {
  const [b2, b1, own] = [partsAt(at - 2), partsAt(at - 1), partsAt(at)]
  const [a1, a2] = [partsAt(at + 1), partsAt(at + 2)]
  const around = mix(mix(b1.shape, own.shape), a1.shape)
  return [
    own.own,
    b2.beside[0]!,
    b1.beside[1]!,
    a1.beside[2]!,
    a2.beside[3]!,
    partsAt(at - 4).near,
    partsAt(at - 3).near,
    partsAt(at + 3).near,
    partsAt(at + 4).near,
    mix(SHAPES_BEFORE, mix(b1.shape, own.shape)),
    mix(SHAPES_AFTER, mix(own.shape, a1.shape)),
    mix(SHAPES_AROUND, around),
    mix(FIVE_SHAPES, mix(mix(b2.shape, around), a2.shape)),
    mix(WORDS_BEFORE, mix(b1.word, own.word)),
    mix(WORDS_AFTER, mix(own.word, a1.word)),
    mix(TWO_BEFORE, mix(b2.word, b1.word)),
    mix(TWO_AFTER, mix(a1.word, a2.word)),
    mix(ENDS_BEFORE, mix(b1.end, own.end)),
    mix(ENDS_AFTER, mix(own.end, a1.end)),
    mix(CLASSES_BEFORE, mix(b1.meaning, own.meaning)),
    mix(CLASSES_AFTER, mix(own.meaning, a1.meaning)),
  ]
}
