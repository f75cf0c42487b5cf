/** How what a walk gives and how like the question a unit is become hits. */
import { describe, expect, it } from 'vitest'
import type { Candidates } from '../../../index/index.ts'
import type { Question, Retriever } from '../../../retrieval/ports.ts'
import { retrieveWalked, type WalkPlan } from '../../../retrieval/walked-units.ts'
import { fakeEmbedder } from '../../fakes/fake-embedder.ts'
import { fakeIndex } from '../../fakes/fake-index.ts'
import { expectStages } from '../../fixtures/timed-stages.ts'

const UNITS = [
  { unit: 'a', paper: 'p', cosine: 0.75, text: 'lupeol in bark' },
  { unit: 'b', paper: 'p', cosine: 0.5, text: 'bark of birch' },
  { unit: 'c', paper: 'q', cosine: 0.25, text: 'a bridge' },
  { unit: 'd', paper: 'q', cosine: 0.25, text: 'lupeol' },
]

interface Walked extends Partial<WalkPlan> {
  readonly scores?: Readonly<Record<string, number>>
  readonly units?: Parameters<typeof fakeIndex>[0]
}

function opened({ scores = {}, units = UNITS, ...plan }: Walked = {}) {
  const index = fakeIndex(units)
  const counts: number[] = []
  const vectors: (Float32Array | null)[] = []
  const ground = { index, embedder: fakeEmbedder(2, (text) => (text === '???' ? [] : [1, 0])) }
  const begin = async (vector: Float32Array | null): Promise<WalkPlan> => {
    vectors.push(vector)
    return {
      priorUnits: 2,
      similarityExponent: 0,
      walk: (_: Candidates, count: number) => {
        counts.push(count)
        return { scores: new Map(Object.entries(scores)) }
      },
      whys: (wanted) => wanted.map((unit) => ({ walk: { prior: unit.length, names: [] } })),
      ...plan,
    }
  }
  const ask = (question: Partial<Question> = {}) =>
    retrieveWalked({ ground, question: { text: 'lupeol bark', k: 4, ...question }, signal: undefined }, begin)
  return { ask, index, counts, vectors, ground }
}

const scoresOf = async (walked: Walked, question: Partial<Question> = {}) =>
  (await opened(walked).ask(question)).hits.map(({ unit, score }) => [unit, score])

describe('hits of a walk', () => {
  const scores = { a: 0.1, c: 0.4, d: 0.2 }

  it('are what the walk gave, best first, and units like the question that it did not reach', async () => {
    expect(await scoresOf({ scores })).toEqual([
      ['c', 0.4],
      ['d', 0.2],
      ['a', 0.1],
      ['b', 0],
    ])
  })

  it.for([
    {
      similarityExponent: 1,
      found: [
        ['a', 0.1],
        ['b', 0.05],
        ['c', 0],
        ['d', 0],
      ],
    },
    {
      similarityExponent: 2,
      found: [
        ['a', 0.1],
        ['b', 0.025],
        ['c', 0],
        ['d', 0],
      ],
    },
  ])('count as far as they are like the question: to the power $similarityExponent', async (of) => {
    const walked = { ...of, scores: { a: 0.1, b: 0.1, c: 0.1, d: 0.1 } }
    expect(await scoresOf(walked)).toEqual(of.found)
  })

  it('count whole where no cosine tells them apart', async () => {
    const units = UNITS.map((unit) => ({ ...unit, cosine: 0.5 }))
    expect(await scoresOf({ scores: { c: 0.4 }, units, similarityExponent: 2 }, { k: 1 })).toEqual([
      ['c', 0.4],
    ])
  })

  it('score 0 where the index had no reason to ask for a walk', async () => {
    const { ground } = opened()
    const index = {
      ...ground.index,
      candidates: ({ also: _, ...query }: Parameters<typeof ground.index.candidates>[0]) =>
        ground.index.candidates(query),
    }
    const plan = { priorUnits: 1, similarityExponent: 0, walk: () => ({ scores: new Map() }), whys: () => [] }
    const question = { text: 'lupeol', k: 9 }
    const asked = { ground: { ...ground, index }, question, signal: undefined }
    const { hits } = await retrieveWalked(asked, async () => plan)
    expect(hits.map(({ unit, score }) => [unit, score])).toEqual([['a', 0]])
  })

  it('say their cosine, and no way yet', async () => {
    const [hit] = (await opened({ scores: { b: 1 } }).ask()).hits
    expect(hit).toEqual({
      unit: 'b',
      paper: 'p',
      rank: 1,
      score: 1,
      why: { cosine: 0.5, walk: { names: [] } },
    })
  })

  it('are explained where the question wants it, each by its own reason and terms', async () => {
    const { hits } = await opened({
      scores,
      whys: (units) => units.map((unit) => ({ cosine: -unit.charCodeAt(0) })),
    }).ask({
      explain: true,
      k: 2,
    })
    expect(hits.map(({ unit, why }) => ({ unit, ...why }))).toEqual([
      { unit: 'c', cosine: -99, walk: { names: [] }, terms: [] },
      { unit: 'd', cosine: -100, walk: { names: [] }, terms: [{ term: 'lupeol', score: 1 }] },
    ])
  })
})

describe('a walk', () => {
  it.for([
    { k: 25, count: 100 },
    { k: 26, count: 104 },
    { k: 1, count: 100 },
    { k: 1, filter: { papers: ['p'] }, count: Number.POSITIVE_INFINITY },
  ])('is asked for $count units where $k hits are wanted', async ({ count, ...question }) => {
    const { ask, counts } = opened()
    await ask(question)
    expect(counts).toEqual([count])
  })

  it('starts at as many units as the plan says, else at all, and passes the filter on', async () => {
    const some = opened({ priorUnits: 3 })
    const { hits } = await some.ask({ filter: { papers: ['p'] } })
    expect(some.index.asked).toMatchObject([{ depth: 3, terms: null, filter: { papers: ['p'] } }])
    expect(hits.map(({ paper }) => paper)).toEqual(['p', 'p'])
    const all = opened({ priorUnits: null })
    await all.ask()
    expect(all.index.asked).toMatchObject([{ depth: 4, filter: null }])
    const none = opened({ priorUnits: null, units: [] })
    expect((await none.ask()).hits).toEqual([])
    expect(none.index.asked).toMatchObject([{ depth: 1 }])
  })

  it('is given the vector of the question, none where there is nothing to embed', async () => {
    const { ask, vectors, index } = opened()
    await ask()
    await ask({ text: '???' })
    expect(vectors).toEqual([Float32Array.of(1, 0), null])
    expect(index.asked.map(({ vector }) => vector)).toEqual(vectors)
    await expect(ask({ text: ' ' })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })

  it('tells how long each stage took, the walk apart from the search', async () => {
    const walk: WalkPlan['walk'] = () => {
      for (const until = performance.now() + 2; performance.now() < until; );
      return { scores: new Map() }
    }
    const { stages } = await expectStages(['embed', 'link', 'search', 'walk', 'fuse'], opened({ walk }).ask)
    expect(stages['walk']).toBeGreaterThan(1)
  })

  it('gives way to another backend, which is named and asked with the same vector', async () => {
    const asked: Question[] = []
    const instead: Retriever = {
      name: 'other',
      retrieve: async (question) => {
        asked.push(question)
        return { hits: [], stages: { search: 0, embed: 99_999 } }
      },
    }
    const { ground } = opened()
    const question = { text: 'lupeol', k: 3 }
    const found = await expectStages(['search', 'embed', 'link'], () =>
      retrieveWalked({ ground, question, signal: undefined }, async () => ({ instead })),
    )
    expect(found).toMatchObject({ hits: [], by: 'other' })
    expect(asked).toEqual([{ ...question, vector: Float32Array.of(1, 0) }])
  })
})
