/**
 * Computes how central each sentence is among others: degree centrality with continuous weights (Erkan and Radev, LexRank,
 * JAIR 22, 2004, section 3.1), the sum of its tf-idf cosines with all of them. That sum is one product with the sum of
 * all vectors, so the cost is linear, and a book is no harder than a paper.
 */

import { countsOf } from '../../core/index.ts'

export type TermVector = ReadonlyMap<string, number>

/** Returns tf-idf vectors of unit length; the "documents" of idf are the sentences themselves. */
export function termVectors(sentences: readonly (readonly string[])[]): TermVector[] {
  const frequency = countsOf(sentences.flatMap((terms) => [...new Set(terms)]))
  return sentences.map((terms) => {
    const vector = countsOf(terms)
    let squares = 0
    for (const [term, count] of vector) {
      const weight = count * Math.log(1 + sentences.length / frequency.get(term)!)
      vector.set(term, weight)
      squares += weight * weight
    }
    const norm = Math.sqrt(squares)
    for (const [term, weight] of vector) vector.set(term, weight / norm)
    return vector
  })
}

/** Returns centralities from 0 (least) to 1 (most central), in the order of the vectors. */
export function centralities(vectors: readonly TermVector[]): number[] {
  const sum = new Map<string, number>()
  for (const vector of vectors)
    for (const [term, weight] of vector) sum.set(term, (sum.get(term) ?? 0) + weight)
  const degrees = vectors.map((vector) => {
    let degree = 0
    for (const [term, weight] of vector) degree += weight * sum.get(term)!
    return degree
  })
  const highest = degrees.reduce((most, degree) => Math.max(most, degree), Number.MIN_VALUE)
  return degrees.map((degree) => degree / highest)
}
