/** Which units an index puts forward for a question, from rows whose words and directions are known. */
import { describe, expect, it } from 'vitest'
import type { CandidateQuery, Candidates, Neighbours } from '../../../index/ports.ts'
import { createRowTable } from '../../../index/rows.ts'
import { createScorer } from '../../../index/scorer.ts'
import { createMatrix } from '../../../index/vectors/matrix.ts'
import { createPostings } from '../../../index/words/postings.ts'

interface Row {
  readonly paper?: string
  readonly terms?: string
  /** Degrees between the row's vector and the question's; null for a row without one. */
  readonly turn: number | null
}

const directionOf = (degrees: number) =>
  Float32Array.from([Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180), 0, 0])
const cosineOf = (degrees: number) => Math.cos((degrees * Math.PI) / 180)
const QUESTION = directionOf(0)
const WORDS: CandidateQuery = { terms: ['bark'], vector: null, depth: 2, filter: null }
const VECTORS: CandidateQuery = { terms: null, vector: QUESTION, depth: 2, filter: null }

function opened(rows: readonly Row[], graph: Pick<Neighbours, 'search'> | null = null, graphedRows = 0) {
  const parts = { table: createRowTable(), postings: createPostings(), matrix: createMatrix(4) }
  for (const [i, { paper = `paper-${i}`, terms = '', turn }] of rows.entries()) {
    const unit = { id: `u${i}`, paper, kind: 'unit', topic: 'N/A' }
    parts.table.add({ unit, year: null } as Parameters<typeof parts.table.add>[0])
    parts.postings.add(terms.split(' ').filter((term) => term !== ''))
    parts.matrix.add(turn === null ? new Float32Array(4) : directionOf(turn))
  }
  const scorer = createScorer()
  return {
    ...parts,
    ask: (query: CandidateQuery) => scorer.candidates({ seq: 1, ...parts, graph, graphedRows }, query),
  }
}

const byUnit = (found: Candidates) =>
  Object.fromEntries(found.units.map((unit, i) => [unit, [found.words[i]!, found.cosines[i]!]]))
const unitsOf = (found: Candidates) => [...found.units].sort()

describe('candidates by words', () => {
  const rows: Row[] = [
    { terms: 'bark palm', turn: 10 },
    { terms: 'bark bark palm', turn: 20 },
    { terms: 'palm', turn: 30 },
    { terms: 'bark palm cell dna enzyme', turn: 40 },
  ]

  it('are the best rows, with their papers and scores, and no cosine', () => {
    const index = opened(rows)
    const found = index.ask(WORDS)
    expect(unitsOf(found)).toEqual(['u0', 'u1'])
    expect([...found.papers].sort()).toEqual(['paper-0', 'paper-1'])
    const scores = new Float32Array(4)
    index.postings.score(['bark'], scores)
    expect(byUnit(found)).toEqual({ u0: [scores[0], 0], u1: [scores[1], 0] })
    expect(found.wordRange).toEqual({ lowest: 0, highest: scores[1] })
    expect(found.cosineRange).toEqual({ lowest: 0, highest: 0 })
    // Three of four rows have the word: ln(1 + 1.5 / 3.5).
    expect(found.wordsPossible).toBeCloseTo(Math.log(1 + 1.5 / 3.5), 6)
  })

  it('leave out rows without any of the words', () => {
    expect(unitsOf(opened(rows).ask({ ...WORDS, depth: 9 }))).toEqual(['u0', 'u1', 'u3'])
    const nothing = opened(rows).ask({ ...WORDS, terms: ['zinc'] })
    expect([nothing.units, nothing.wordRange]).toEqual([[], { lowest: 0, highest: 0 }])
  })

  it('say the lowest score of the rows that the filter allows', () => {
    const index = opened(rows)
    const scores = new Float32Array(4)
    index.postings.score(['bark'], scores)
    const found = index.ask({ ...WORDS, filter: { papers: ['paper-0', 'paper-3'] } })
    expect(unitsOf(found)).toEqual(['u0', 'u3'])
    expect(found.wordRange).toEqual({ lowest: scores[3], highest: scores[0] })
  })

  it('are none of an empty index, and none that was removed', () => {
    const empty = opened([]).ask({ ...WORDS, vector: QUESTION })
    expect(empty).toMatchObject({
      units: [],
      papers: [],
      wordRange: { lowest: 0, highest: 0 },
      cosineRange: { lowest: 0, highest: 0 },
    })
    const index = opened(rows)
    index.table.remove(1)
    expect(unitsOf(index.ask(WORDS))).toEqual(['u0', 'u3'])
  })
})

describe('candidates by vectors', () => {
  const rows: Row[] = [{ turn: 170 }, { turn: 10 }, { turn: null }, { turn: 60 }, { turn: 100 }]

  it('are the nearest rows, with their cosines, and no words', () => {
    const found = opened(rows).ask(VECTORS)
    expect(unitsOf(found)).toEqual(['u1', 'u3'])
    const scores = byUnit(found)
    expect(scores['u1']).toEqual([0, expect.closeTo(cosineOf(10), 4)])
    expect(scores['u3']).toEqual([0, expect.closeTo(cosineOf(60), 4)])
    expect(found.cosineRange.lowest).toBeCloseTo(cosineOf(170), 2)
    expect(found.cosineRange.highest).toBeCloseTo(cosineOf(10), 4)
    expect([found.wordRange, found.wordsPossible]).toEqual([{ lowest: 0, highest: 0 }, 0])
  })

  it('reach to the opposite of the question', () => {
    const found = opened([{ turn: 180 }]).ask(VECTORS)
    expect(byUnit(found)['u0']![1]).toBeCloseTo(-1, 4)
    expect(found.cosineRange.lowest).toBeCloseTo(-1, 2)
  })

  it('range over what the filter allows', () => {
    const found = opened(rows).ask({ ...VECTORS, filter: { papers: ['paper-3', 'paper-4'] } })
    expect(unitsOf(found)).toEqual(['u3', 'u4'])
    expect(found.cosineRange.lowest).toBeCloseTo(cosineOf(100), 2)
    expect(found.cosineRange.highest).toBeCloseTo(cosineOf(60), 4)
  })
})

describe('candidates of both', () => {
  const rows: Row[] = [
    { terms: 'bark', turn: 90 },
    { terms: 'palm', turn: 10 },
    { terms: 'bark bark', turn: 20 },
    { terms: 'palm', turn: 120 },
  ]
  const BOTH: CandidateQuery = { terms: ['bark'], vector: QUESTION, depth: 2, filter: null }

  it('are each once, with both scores', () => {
    const found = opened(rows).ask(BOTH)
    expect(unitsOf(found)).toEqual(['u0', 'u1', 'u2'])
    const scores = byUnit(found)
    expect(scores['u0']![1]).toBeCloseTo(0, 4)
    expect(scores['u1']).toEqual([0, expect.closeTo(cosineOf(10), 4)])
    expect(scores['u2']![0]).toBeGreaterThan(scores['u0']![0]!)
    expect(scores['u2']![1]).toBeCloseTo(cosineOf(20), 4)
  })

  it('are joined by what is chosen from the best ones, where it is there and allowed', () => {
    const index = opened(rows)
    const seen: string[][] = []
    const also = (best: Candidates) => {
      seen.push(unitsOf(best))
      return ['u3', 'u2', 'unknown', 'u3', 'u1']
    }
    const found = index.ask({ ...BOTH, depth: 1, also })
    expect(seen).toEqual([['u1', 'u2']])
    expect([...found.units].sort()).toEqual(['u1', 'u2', 'u3'])
    expect(found.units[2]).toBe('u3')
    expect(found.papers).toEqual([...found.units].map((unit) => unit.replace('u', 'paper-')))
    expect(byUnit(found)['u2']![0]).toBe(index.ask({ ...BOTH, vector: null, depth: 1 }).words[0])
    expect(byUnit(found)['u2']![0]).toBeGreaterThan(0)
    expect(byUnit(found)['u3']).toEqual([0, expect.closeTo(cosineOf(120), 4)])
    const filter = { papers: ['paper-1', 'paper-2'] }
    expect(unitsOf(index.ask({ ...BOTH, depth: 1, filter, also }))).toEqual(['u1', 'u2'])
  })

  it('have the range of what joined them too', () => {
    const [far, near] = [{ terms: 'bark', turn: 90 }, { turn: 10 }]
    // The nearest row is found by no word, and vectors put forward one row alone.
    const index = opened([far, { turn: 5 }, near])
    const found = index.ask({ ...BOTH, depth: 1, also: () => ['u2'] })
    expect(unitsOf(found)).toEqual(['u0', 'u1', 'u2'])
    expect(found.cosineRange.highest).toBeCloseTo(cosineOf(5), 4)
  })

  it('are scored anew after the index has grown', () => {
    const index = opened(rows)
    expect(unitsOf(index.ask(BOTH))).toEqual(['u0', 'u1', 'u2'])
    for (let i = 4; i < 40; i++) {
      const unit = { id: `u${i}`, paper: 'p', kind: 'unit', topic: 'N/A' }
      index.table.add({ unit, year: null } as Parameters<typeof index.table.add>[0])
      index.postings.add(i === 39 ? ['bark', 'bark', 'bark'] : [])
      index.matrix.add(directionOf(i === 38 ? 1 : 150))
    }
    expect(unitsOf(index.ask({ ...BOTH, depth: 1 }))).toEqual(['u38', 'u39'])
  })
})

describe('candidates by a neighbour graph', () => {
  /** Finds the rows that it is given, whatever is asked; says how often and for how many it was asked. */
  function graphOf(rows: readonly number[]) {
    const asked: number[] = []
    const search = (_: Float32Array, count: number) => {
      asked.push(count)
      return { rows: rows.slice(0, count), cosines: new Float32Array(Math.min(count, rows.length)) }
    }
    return { search, asked }
  }

  // The row that the graph does not find is the nearest: it tells a scan from a search.
  const rows: Row[] = [{ turn: 0 }, { turn: 50 }, { turn: 20 }, { turn: 70 }, { turn: 140 }]

  it('are the rows that it finds, nearest first by exact cosines', () => {
    const graph = graphOf([3, 1, 2])
    const found = opened(rows, graph, 5).ask({ ...VECTORS, depth: 3 })
    expect(found.units).toEqual(['u2', 'u1', 'u3'])
    expect(graph.asked).toEqual([3])
    expect(found.cosineRange.highest).toBeCloseTo(cosineOf(20), 4)
    // The lowest of a sample, which takes every row of a small corpus.
    expect(found.cosineRange.lowest).toBeCloseTo(cosineOf(140), 4)
  })

  it('are joined by the rows that wait for their place in it', () => {
    const found = opened([...rows, { turn: 30 }, { turn: null }, { turn: 80 }], graphOf([1, 3]), 5).ask({
      ...VECTORS,
      depth: 3,
    })
    expect(found.units).toEqual(['u5', 'u1', 'u3'])
  })

  it('are no row without a vector, which waits as well', () => {
    const found = opened([...rows, { turn: 170 }, { turn: null }], graphOf([1, 3]), 5).ask({
      ...VECTORS,
      depth: 9,
    })
    expect(found.units).toEqual(['u1', 'u3', 'u5'])
  })

  it('equal ones come by their ids', () => {
    const same = [{ turn: 40 }, { turn: 40 }, { turn: 40 }]
    expect(opened(same, graphOf([2, 0]), 3).ask(VECTORS).units).toEqual(['u0', 'u2'])
  })

  it('are scanned for where the filter leaves too few of those it finds', () => {
    const index = opened(rows, graphOf([3, 1]), 5)
    const asked = (papers: readonly string[]) => unitsOf(index.ask({ ...VECTORS, filter: { papers } }))
    expect(asked(['paper-0', 'paper-1', 'paper-2', 'paper-4'])).toEqual(['u0', 'u2'])
    expect(asked(['paper-0', 'paper-1', 'paper-3', 'paper-4'])).toEqual(['u1', 'u3'])
  })

  it('are what the graph has where it has fewer than asked for', () => {
    expect(opened(rows, graphOf([3]), 5).ask(VECTORS).units).toEqual(['u3'])
  })

  it('are scanned for where a filter leaves under a fifth of the rows', () => {
    const many = (graph: ReturnType<typeof graphOf>) =>
      opened(
        Array.from({ length: 10 }, (_, i) => ({
          turn: i * 10,
          paper: i < 2 ? 'two' : i < 3 ? 'one' : 'rest',
        })),
        graph,
        10,
      )
    const [fifth, less] = [graphOf([1]), graphOf([1])]
    expect(many(fifth).ask({ ...VECTORS, depth: 1, filter: { papers: ['two'] } }).units).toEqual(['u1'])
    expect(fifth.asked).toEqual([1])
    expect(many(less).ask({ ...VECTORS, depth: 1, filter: { papers: ['one'] } }).units).toEqual(['u2'])
    expect(less.asked).toEqual([])
  })

  it('range over a sample of the rows that the filter allows', () => {
    const filter = { papers: ['paper-0', 'paper-1', 'paper-2', 'paper-3'] }
    const found = opened(rows, graphOf([1, 2]), 5).ask({ ...VECTORS, filter })
    expect(found.cosineRange.lowest).toBeCloseTo(cosineOf(70), 4)
    // Of 2,501 rows every second one is looked at, up to the last.
    const turns = Array.from({ length: 2_501 }, (_, i) => ({
      turn: i === 501 ? 170 : i === 2_500 ? 150 : 45,
    }))
    const sampled = opened(turns, graphOf([7]), 2_501).ask({ ...VECTORS, depth: 1 })
    expect(sampled.cosineRange.lowest).toBeCloseTo(cosineOf(150), 4)
    // What is found counts as well, the furthest of it.
    const furthest = opened(turns, graphOf([7, 501, 9]), 2_501).ask({ ...VECTORS, depth: 3 })
    expect(furthest.cosineRange.lowest).toBeCloseTo(cosineOf(170), 4)
  })
})
