/** From a query to its candidates: scores every row by words and by vectors, and puts the best of both forward. */
import type { CandidateQuery, Candidates, Neighbours, Range } from './ports.ts'
import type { RowTable } from './rows.ts'
import { bestRows } from './selection.ts'
import type { VectorMatrix } from './vectors/matrix.ts'
import type { Postings } from './words/postings.ts'

interface Parts {
  readonly table: RowTable
  readonly postings: Postings
  readonly matrix: VectorMatrix
  readonly neighbours: Neighbours | null
}

interface Side {
  readonly rows: readonly number[]
  readonly range: Range
}

const NO_SIDE: Side = { rows: [], range: { lowest: 0, highest: 0 } }
// The lowest cosine of a corpus with a neighbour graph is taken from this many rows. It moves little with their number.
const SAMPLED_ROWS = 1_000
// A filter that leaves fewer rows than this share is scanned: a graph search would have to look far beyond it. Chosen, not measured.
const SCANNED_SHARE = 0.2

export function createScorer(current: () => Parts) {
  let wordScores = new Float32Array(0)
  let cosines = new Float32Array(0)

  function byWords(query: CandidateQuery, allowed: Uint8Array): Side {
    if (query.terms === null) return NO_SIDE
    const { table, postings } = current()
    postings.score(query.terms, wordScores)
    const rows = bestRows(wordScores, table.rows(), {
      depth: query.depth,
      allowed,
      above: 0,
      ids: table.ids(),
    })
    const highest = rows.length === 0 ? 0 : wordScores[rows[0]!]!
    const lowest = rows.length < query.depth ? 0 : lowestAllowed(wordScores, table.rows(), allowed)
    return { rows, range: { lowest, highest } }
  }

  function byScan(vector: Float32Array, depth: number, allowed: Uint8Array): Side {
    const { table, matrix } = current()
    matrix.scan(vector, cosines)
    const rows = bestRows(cosines, table.rows(), { depth, allowed, above: -2, ids: table.ids() })
    const highest = rows.length === 0 ? 0 : cosines[rows[0]!]!
    return { rows, range: { lowest: lowestAllowed(cosines, table.rows(), allowed), highest } }
  }

  function byNeighbours(
    neighbours: Neighbours,
    vector: Float32Array,
    depth: number,
    allowed: Uint8Array,
  ): Side {
    const { table, matrix } = current()
    const found = neighbours.search(vector, depth)
    const rows = Array.from(found.rows).filter((row) => allowed[row] === 1)
    if (rows.length < depth && rows.length < found.rows.length) return byScan(vector, depth, allowed)
    const step = Math.max(1, Math.floor(table.rows() / SAMPLED_ROWS))
    const sample = Array.from({ length: Math.ceil(table.rows() / step) }, (_, i) => i * step)
    const lowest = Math.min(
      ...matrix.cosines(
        vector,
        sample.filter((row) => allowed[row] === 1),
      ),
      found.cosines.at(-1) ?? 0,
    )
    return { rows, range: { lowest, highest: found.cosines[0] ?? 0 } }
  }

  function byVector(query: CandidateQuery, allowed: Uint8Array): Side {
    const { neighbours, table } = current()
    if (query.vector === null) return NO_SIDE
    const isNarrow = query.filter !== null && countOf(allowed) < SCANNED_SHARE * table.rows()
    if (neighbours === null || isNarrow) return byScan(query.vector, query.depth, allowed)
    return byNeighbours(neighbours, query.vector, query.depth, allowed)
  }

  return {
    candidates(query: CandidateQuery): Candidates {
      const { table, matrix } = current()
      if (wordScores.length < table.rows()) {
        wordScores = new Float32Array(table.rows())
        cosines = new Float32Array(table.rows())
      }
      const allowed = table.mask(query.filter)
      const wordSide = byWords(query, allowed)
      const vectorSide = byVector(query, allowed)
      const rows = [...new Set([...wordSide.rows, ...vectorSide.rows])]
      const exact = query.vector === null ? new Float32Array(rows.length) : matrix.cosines(query.vector, rows)
      return {
        units: rows.map((row) => table.ids()[row]!),
        papers: rows.map((row) => table.paperOf(row)),
        words:
          query.terms === null
            ? new Float32Array(rows.length)
            : Float32Array.from(rows, (row) => wordScores[row]!),
        cosines: exact,
        wordRange: wordSide.range,
        cosineRange: {
          lowest: vectorSide.range.lowest,
          highest: exact.reduce((a, b) => Math.max(a, b), vectorSide.range.lowest),
        },
      }
    },
  }
}

function lowestAllowed(scores: Float32Array, rows: number, allowed: Uint8Array): number {
  let lowest = Number.POSITIVE_INFINITY
  for (let row = 0; row < rows; row++) if (allowed[row] === 1 && scores[row]! < lowest) lowest = scores[row]!
  return lowest === Number.POSITIVE_INFINITY ? 0 : lowest
}

function countOf(mask: Uint8Array): number {
  let count = 0
  for (let row = 0; row < mask.length; row++) count += mask[row]!
  return count
}
