/**
 * How central each of some sentences is among them: LexRank (Erkan and Radev, JAIR 22, 2004) over tf-idf cosines.
 * Also what the choice of diverse sentences needs: the weight of each term within the paper.
 */

/** Damping of the source's section 3.2; rounds after which three decimals stand still on whole papers. */
const DAMPING = 0.85
const ROUNDS = 20

export type TermVector = ReadonlyMap<string, number>

/** tf-idf vectors of unit length; the "documents" of idf are the sentences themselves. */
export function termVectors(sentences: readonly (readonly string[])[]): TermVector[] {
  const frequency = new Map<string, number>()
  for (const terms of sentences)
    for (const term of new Set(terms)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  return sentences.map((terms) => {
    const vector = new Map<string, number>()
    for (const term of terms) vector.set(term, (vector.get(term) ?? 0) + 1)
    let squares = 0
    for (const [term, count] of vector) {
      const weight = count * Math.log(1 + sentences.length / (frequency.get(term) ?? 1))
      vector.set(term, weight)
      squares += weight * weight
    }
    const norm = Math.sqrt(squares) || 1
    for (const [term, weight] of vector) vector.set(term, weight / norm)
    return vector
  })
}

/** From 0 (least) to 1 (most central), in the order of the vectors. Cost: terms that sentences share, times ROUNDS. */
export function centralities(vectors: readonly TermVector[]): number[] {
  const edges = neighbours(vectors)
  const degrees = edges.map((row) => row.reduce((sum, edge) => sum + edge.weight, 0) || 1)
  let rank = vectors.map(() => 1)
  for (let round = 0; round < ROUNDS; round++)
    rank = edges.map(
      (row) =>
        1 -
        DAMPING +
        DAMPING *
          row.reduce((sum, { to, weight }) => sum + ((rank[to] ?? 0) * weight) / (degrees[to] ?? 1), 0),
    )
  const highest = Math.max(...rank, Number.MIN_VALUE)
  return rank.map((value) => value / highest)
}

interface Edge {
  readonly to: number
  readonly weight: number
}

function neighbours(vectors: readonly TermVector[]): Edge[][] {
  const holders = new Map<string, Edge[]>()
  for (const [i, vector] of vectors.entries())
    for (const [term, weight] of vector) {
      const list = holders.get(term)
      if (list === undefined) holders.set(term, [{ to: i, weight }])
      else list.push({ to: i, weight })
    }
  return vectors.map((vector, i) => {
    const cosines = new Map<number, number>()
    for (const [term, weight] of vector)
      for (const other of holders.get(term) ?? [])
        if (other.to !== i) cosines.set(other.to, (cosines.get(other.to) ?? 0) + weight * other.weight)
    return [...cosines].map(([to, weight]) => ({ to, weight }))
  })
}
