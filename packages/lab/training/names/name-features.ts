/** What the name finder sees of each token: its letters, its shape, and its neighbours. */

const SHAPE_RUNS = /(.)\1+/gu
const EDGE = '·'

/** Returns the names of the features of each token. */
export function nameFeatures(tokens: readonly string[]): string[][] {
  const words = tokens.map((token) => token.toLowerCase())
  const shapes = tokens.map(shapeOf)
  return tokens.map((token, at) => [
    ...ownFeatures(token, words[at]!, shapes[at]!),
    ...contextFeatures(words, shapes, at),
  ])
}

function shapeOf(token: string): string {
  return token
    .replace(/\p{Ll}/gu, 'a')
    .replace(/\p{Lu}/gu, 'A')
    .replace(/\p{N}/gu, '0')
    .replace(SHAPE_RUNS, '$1')
}

function ownFeatures(token: string, word: string, shape: string): string[] {
  const features = [`w ${word}`, `k ${shape}`, `t ${token}`, `l ${Math.min(token.length, 9)}`]
  for (let length = 1; length <= 5 && length < word.length; length++)
    features.push(`p ${word.slice(0, length)}`, `s ${word.slice(-length)}`)
  if (word.length > 5)
    for (let from = 1; from + 4 < word.length; from++) features.push(`n ${word.slice(from, from + 4)}`)
  return features
}

function contextFeatures(words: readonly string[], shapes: readonly string[], at: number): string[] {
  const word = (step: number) => words[at + step] ?? EDGE
  const shape = (step: number) => shapes[at + step] ?? EDGE
  const end = (step: number) => word(step).slice(-3)
  const features = [
    `k-1,0 ${shape(-1)} ${shape(0)}`,
    `k0,1 ${shape(0)} ${shape(1)}`,
    `k-1,1 ${shape(-1)} ${shape(0)} ${shape(1)}`,
    `k5 ${shape(-2)} ${shape(-1)} ${shape(0)} ${shape(1)} ${shape(2)}`,
    `w-1,0 ${word(-1)} ${word(0)}`,
    `w0,1 ${word(0)} ${word(1)}`,
    `w-2,-1 ${word(-2)} ${word(-1)}`,
    `w1,2 ${word(1)} ${word(2)}`,
    `s-1,0 ${end(-1)} ${end(0)}`,
    `s0,1 ${end(0)} ${end(1)}`,
  ]
  for (const step of [-2, -1, 1, 2])
    features.push(`w${step} ${word(step)}`, `k${step} ${shape(step)}`, `s${step} ${end(step)}`)
  for (const step of [-4, -3, 3, 4]) features.push(`near ${word(step)}`)
  return features
}
