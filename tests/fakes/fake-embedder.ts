/** Embedders without a model: vectors from a table, or from the words of the text. */
import type { Embedder } from '../../models/index.ts'

/** Returns an embedder that normalises the vectors of `vectorOf`; a zero vector stays zero. */
export function fakeEmbedder(
  dims: number,
  vectorOf: (text: string) => readonly number[],
  id = `fake-${dims}`,
): Embedder {
  return {
    id,
    dims,
    async embed(texts) {
      return texts.map((text) => unit(vectorOf(text), dims))
    },
    async close() {},
  }
}

/** Returns an embedder for which texts that share words are near: each word adds 1 at a place given by a hash of its letters. */
export function bagOfWordsEmbedder(dims = 512): Embedder {
  return fakeEmbedder(
    dims,
    (text) => {
      const vector = new Array<number>(dims).fill(0)
      for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) vector[placeOf(word, dims)]! += 1
      return vector
    },
    'bag-of-words',
  )
}

function placeOf(word: string, dims: number): number {
  let hash = 7
  for (const letter of word) hash = (hash * 31 + letter.codePointAt(0)!) % 1_000_003
  return hash % dims
}

function unit(values: readonly number[], dims: number): Float32Array {
  const length = Math.hypot(...values)
  return Float32Array.from({ length: dims }, (_, index) => (length === 0 ? 0 : (values[index] ?? 0) / length))
}
