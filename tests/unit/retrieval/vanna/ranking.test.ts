/** From the rows of a statement to units in an order. */
import { describe, expect, it } from 'vitest'
import { holdsIds, placeUnits, rankByPlace } from '../../../../retrieval/vanna/ranking.ts'
import { candidatesOf } from '../../../fakes/fake-index.ts'
import { fakeQueries, rowsOf } from '../../../fakes/fake-queries.ts'

const nothing = fakeQueries(() => rowsOf([]))
const ORDERED = 'SELECT … ORDER BY score'
const places = (sql: string, ...result: Parameters<typeof rowsOf>) =>
  placeUnits(rowsOf(...result), sql, nothing).then((found) => [...found])

describe('the places of units', () => {
  it('are one where the statement has no order', async () => {
    expect(await places('SELECT unit_id', ['unit_id', 'score'], ['a', 2], ['b', 1])).toEqual([
      ['a', 0],
      ['b', 0],
    ])
  })

  it('are the rows where it orders and shows nothing else', async () => {
    expect(await places(ORDERED, ['unit_id'], ['a'], ['b'], ['a'], ['c'])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 3],
    ])
  })

  it('are one for rows that follow each other with the same values', async () => {
    const rows = [
      ['a', 2, 'x'],
      ['b', 2, 'x'],
      ['c', 2, 'y'],
      ['d', 1, 'y'],
      ['e', 2, 'x'],
    ] as const
    expect(await places('select … order\n by score', ['unit_id', 'score', 'name'], ...rows)).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 1],
      ['d', 2],
      ['e', 3],
    ])
  })

  it('are of the first row that has the unit, in whichever column', async () => {
    const columns = ['unit_id', 'score', 'unit_id']
    expect(await places(ORDERED, columns, ['a', 2, 'b'], ['b', 1, 'c'], [null, 1, 7])).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 1],
    ])
  })

  it('are those of units where there are units and papers, else those of the papers', async () => {
    const queries = fakeQueries(() => rowsOf(['unit_id', 'paper_id'], ['a', 'p'], ['b', 'q'], ['c', 'p']))
    const both = rowsOf(['paper_id', 'unit_id'], ['p', 'x'])
    expect([...(await placeUnits(both, ORDERED, queries))]).toEqual([['x', 0]])
    expect(queries.asked).toEqual([])
    const papers = rowsOf(['paper_id'], ['q'], ["p'"], ['p'])
    expect([...(await placeUnits(papers, ORDERED, queries))]).toEqual([
      ['a', 2],
      ['b', 0],
      ['c', 2],
    ])
    expect(queries.asked).toEqual([
      {
        sql: "SELECT unit_id, paper_id FROM units WHERE paper_id IN ('q', 'p''', 'p')",
        rows: 1000,
        timeoutMs: 5000,
      },
    ])
  })

  it('are of no more papers than a statement holds, and none where theirs fails', async () => {
    const queries = fakeQueries(() => ({ kind: 'stopped', message: 'too long' }))
    const many = Array.from({ length: 201 }, (_, place) => [`p${place}`])
    expect((await placeUnits(rowsOf(['paper_id'], ...many), ORDERED, queries)).size).toBe(0)
    expect(queries.asked[0]?.sql.match(/'p\d+'/g)).toHaveLength(200)
    expect(queries.asked[0]?.sql).toContain("'p0', 'p1',")
  })

  it('are none where no row has an id', async () => {
    expect(await places(ORDERED, ['unit_id', 'paper_id'])).toEqual([])
    expect(await places(ORDERED, ['count'], [3])).toEqual([])
    expect(nothing.asked).toEqual([])
  })

  it.for([
    { columns: ['unit_id'], holds: true },
    { columns: ['count', 'paper_id'], holds: true },
    { columns: ['count'], holds: false },
    { columns: [], holds: false },
  ])('can be told from $columns: $holds', ({ columns, holds }) => {
    expect(holdsIds(rowsOf(columns))).toBe(holds)
  })
})

it('units of one place are in the order of words and vectors, then of ids, and scores are 1 / rank', () => {
  const unit = (id: string, words: number, cosine: number) => ({ unit: id, paper: `of ${id}`, words, cosine })
  const candidates = candidatesOf([
    unit('a', 4, 1),
    unit('d', 0, 0.25),
    unit('c', 0, 0.25),
    unit('b', 2, 0.25),
    unit('stranger', 4, 1),
  ])
  const ranked = rankByPlace(
    new Map([
      ['a', 1],
      ['b', 0],
      ['c', 0],
      ['d', 0],
      ['gone', 0],
    ]),
    candidates,
  )
  expect(ranked).toEqual([
    { unit: 'b', paper: 'of b', score: 1, why: { words: 2, cosine: 0.25 } },
    { unit: 'c', paper: 'of c', score: 1 / 2, why: { words: 0, cosine: 0.25 } },
    { unit: 'd', paper: 'of d', score: 1 / 3, why: { words: 0, cosine: 0.25 } },
    { unit: 'a', paper: 'of a', score: 1 / 4, why: { words: 4, cosine: 1 } },
  ])
})
