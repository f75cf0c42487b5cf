/** Synonyms among the names of facts: which names are compared, and which pairs are kept. */
import { describe, expect, it } from 'vitest'
import {
  CORRECTIONS_SETTING,
  type CorpusFacts,
  createNameCorrections,
  findSynonyms,
} from '../../../../graph/index.ts'
import { followedFacts, putFacts } from '../../../fixtures/followed-facts.ts'
import { fact } from '../../../fixtures/named-corpus.ts'

/** Of `n0` to `n599`, those with three letters or digits at least. */
const NAMED_LONG = Array.from({ length: 590 }, (_, i) => `n${i + 10}`)
const AKT = fact('akt', 'binds', 'bark')

/** Weight between two names, 0 where there is no edge. */
async function weightOf(facts: CorpusFacts, one: string, other: string): Promise<number> {
  return await facts.whenCurrent(({ graph }) => {
    const { starts, degrees, targets, weights } = graph.view()
    const [from, to] = [graph.nameNode(one)!, graph.nameNode(other)!]
    for (let cell = starts[from]!; cell < starts[from]! + degrees[from]!; cell++)
      if (targets[cell] === to) return weights[cell]!
    return 0
  })
}

describe('synonyms', () => {
  const near = [fact('lupeol', 'is', 'bark'), fact('lupeols', 'are', 'bark'), fact('betulin', 'is', 'bark')]

  it('are the pairs of names from a cosine of .8 on', async () => {
    const { store, facts, embed, compare } = await followedFacts()
    await putFacts(store, 'p', ...near, fact('ab', 'is', 'x'))
    await embed()
    expect(await compare()).toEqual({ names: 4, pairs: 3 })
    const pairs = await store.synonymsSince(0, 'toy')
    expect(pairs.map(({ one, other }) => `${one} ${other}`).sort()).toEqual([
      'betulin lupeol',
      'betulin lupeols',
      'lupeol lupeols',
    ])
    const cosines = new Map(pairs.map(({ one, other, cosine }) => [`${one} ${other}`, cosine]))
    expect(cosines.get('betulin lupeol')).toBeCloseTo(0.81, 2)
    expect(cosines.get('lupeol lupeols')).toBeCloseTo(0.995, 3)
    // Two for each cosine, in the published graph alone.
    expect(await weightOf(facts, 'lupeol', 'lupeols')).toBeCloseTo(2 * 0.995, 2)
  })

  it('have another least cosine where one is given', async () => {
    const { store, embed, compare } = await followedFacts()
    await putFacts(store, 'p', ...near)
    await embed()
    expect(await compare({ threshold: 0.9 })).toEqual({ names: 4, pairs: 1 })
  })

  it('are looked for among new names alone, each pair once', async () => {
    const { store, embed, compare } = await followedFacts()
    await putFacts(store, 'p', near[0]!)
    await embed()
    expect(await compare()).toEqual({ names: 2, pairs: 0 })
    expect(await compare()).toEqual({ names: 0, pairs: 0 })
    await putFacts(store, 'q', near[1]!)
    await embed()
    // `bark` was compared with the first unit.
    expect(await compare()).toEqual({ names: 1, pairs: 1 })
    expect(await compare()).toEqual({ names: 0, pairs: 0 })
  })

  it('are looked for again after corrections', async () => {
    const { store, embed, compare } = await followedFacts()
    await putFacts(store, 'p', ...near)
    await embed()
    await compare()
    {
      await using writer = await store.write('correct')
      const mends = createNameCorrections([], { bark: 'tea' })
      await writer.setSetting(CORRECTIONS_SETTING, JSON.stringify(mends))
    }
    await embed()
    expect(await compare()).toMatchObject({ names: 4 })
  })

  it('are looked for with names that a unit has kept unchanged besides', async () => {
    const { store, embed, compare } = await followedFacts()
    await putFacts(store, 'p', near[0]!)
    await putFacts(store, 'q', near[1]!)
    await embed()
    await compare()
    // `lupeol` is stated anew, but by `p` as before.
    await putFacts(store, 'q', near[0]!, near[2]!)
    await embed()
    expect(await compare()).toEqual({ names: 1, pairs: 1 })
  })

  it('are looked for once nothing has facts any more, and nothing changes', async () => {
    const { store, compare } = await followedFacts()
    await putFacts(store, 'p')
    const before = await store.seq()
    expect(await compare()).toEqual({ names: 0, pairs: 0 })
    expect(await store.seq()).toBe(before)
  })

  it('are looked for once where all that is new is one name', async () => {
    const { store, embed, compare } = await followedFacts()
    await putFacts(store, 'p', fact('akt', 'is', 'akt'))
    await embed()
    expect(await compare()).toEqual({ names: 1, pairs: 0 })
    expect(await compare()).toEqual({ names: 0, pairs: 0 })
  })

  it('have no cosine above 1, however a sum is rounded', async () => {
    const { store, embedder, facts, compare } = await followedFacts()
    const names = Array.from({ length: 40 }, (_, i) => `name ${i}`)
    await putFacts(store, 'p', ...names.map((name) => fact(name, 'is', 'bark')))
    {
      await using writer = await store.write('vectors')
      // Two names at each of twenty angles.
      const values = (i: number) => Float32Array.of(Math.cos(i >> 1), Math.sin(i >> 1), 0)
      await writer.putPhraseVectors(
        embedder.id,
        names.map((phrase, i) => ({ phrase, values: values(i) })),
      )
      await writer.setSetting('vectors', 'are there')
    }
    await facts.refresh()
    expect(await compare({ threshold: 0.999 })).toEqual({ names: 40, pairs: 20 })
    const cosines = (await store.synonymsSince(0, 'toy')).map(({ cosine }) => cosine)
    expect(Math.max(...cosines)).toBeLessThanOrEqual(1)
    expect(Math.min(...cosines)).toBeGreaterThan(0.999_9)
  })

  it('are given up when the caller goes', async () => {
    const { store, facts, embedder, embed } = await followedFacts()
    await putFacts(store, 'p', ...near)
    await embed()
    await using writer = await store.write('compare')
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(findSynonyms(writer, facts, { embedder, openNeighbours: null }, signal)).rejects.toThrow(
      'gone',
    )
  })

  it.each([
    { name: 'by scans', mostScannedPairs: 1e9 },
    { name: 'by a graph of neighbours', mostScannedPairs: 0 },
  ])('are looked for among more names than are read at once: $name', async ({ mostScannedPairs }) => {
    const { store, embed, compare } = await followedFacts()
    const many = Array.from({ length: 600 }, (_, i) => fact(`n${i}`, 'is', 'bark'))
    await putFacts(store, 'p', ...many, ...near)
    await embed()
    const rows: number[] = []
    const openNeighbours = () => ({
      add: (row: number) => void rows.push(row),
      search: () => ({ rows: [0, 1, 2], cosines: [] }),
    })
    // No pair is as near.
    const far = { threshold: 2, openNeighbours: openNeighbours as never, mostScannedPairs }
    const found = await compare(far)
    expect(found).toEqual({ names: NAMED_LONG.length + 4, pairs: 0 })
    expect(new Set(rows).size).toBe(mostScannedPairs === 0 ? found.names : 0)
  })

  it('come back with their names', async () => {
    const { store, facts, embed, compare } = await followedFacts()
    await putFacts(store, 'p', near[0]!)
    await putFacts(store, 'q', near[1]!)
    await embed()
    await compare()
    expect(await weightOf(facts, 'lupeol', 'lupeols')).toBeGreaterThan(1.9)
    await putFacts(store, 'q', AKT)
    await facts.refresh()
    await putFacts(store, 'q', near[1]!)
    expect(await weightOf(facts, 'lupeol', 'lupeols')).toBeGreaterThan(1.9)
  })

  it('are no edges of our graph', async () => {
    const { store, facts, embed, compare } = await followedFacts('ours')
    await putFacts(store, 'p', ...near)
    await embed()
    await compare()
    expect(await weightOf(facts, 'lupeol', 'lupeols')).toBe(0)
  })

  it.each([
    { name: 'as many pairs as are scanned', mostScannedPairs: 16, opened: 0 },
    { name: 'one more', mostScannedPairs: 15, opened: 1 },
  ])(
    'are found by a graph of neighbours above a number of pairs: $name',
    async ({ mostScannedPairs, opened }) => {
      const { store, embed, compare } = await followedFacts()
      await putFacts(store, 'p', ...near)
      await embed()
      let count = 0
      const rows = new Set<number>()
      const openNeighbours = () => {
        count++
        return {
          add: (row: number) => void rows.add(row),
          search: (_: Float32Array, wanted: number) => {
            // A hundred, and the name itself.
            expect(wanted).toBe(101)
            return { rows: [...rows], cosines: [] }
          },
        }
      }
      const made = { openNeighbours: openNeighbours as never, mostScannedPairs }
      expect(await compare(made)).toEqual({ names: 4, pairs: 3 })
      expect(count).toBe(opened)
    },
  )

  it.each([
    { name: 'by scans', openNeighbours: null },
    {
      name: 'by a graph of neighbours',
      openNeighbours: () => ({ add: () => undefined, search: () => ({ rows: [0, 1, 2], cosines: [] }) }),
    },
  ])('are pairs of the very least cosine too: $name', async ({ openNeighbours }) => {
    /** The cosine of the one pair, in a corpus of its own. */
    const cosineFrom = async (threshold: number) => {
      const { store, embedder, facts, compare } = await followedFacts()
      await putFacts(store, 'p', fact('left', 'is', 'right'))
      {
        await using writer = await store.write('vectors')
        await writer.putPhraseVectors(embedder.id, [
          // Mirrored, so that either has the same cosine with the other as it is kept.
          { phrase: 'left', values: Float32Array.of(Math.sqrt(0.75), 0.5, 0) },
          { phrase: 'right', values: Float32Array.of(Math.sqrt(0.75), -0.5, 0) },
        ])
        await writer.setSetting('vectors', 'are there')
      }
      await facts.refresh()
      await compare({ openNeighbours: openNeighbours as never, mostScannedPairs: 0, threshold })
      return (await store.synonymsSince(0, embedder.id)).map(({ cosine }) => cosine)
    }
    const [cosine = 0] = await cosineFrom(0.4)
    expect(cosine).toBeCloseTo(0.5, 3)
    expect(await cosineFrom(cosine)).toEqual([cosine])
    expect(await cosineFrom(cosine + 1e-9)).toEqual([])
  })

  it('are at most the hundred nearest of a name', async () => {
    const { store, embedder, facts, compare } = await followedFacts()
    const names = Array.from({ length: 103 }, (_, i) => `name ${String(i).padStart(3, '0')}`)
    await putFacts(store, 'p', ...names.map((name) => fact(name, 'is', 'bark')))
    {
      await using writer = await store.write('vectors')
      // The first is nearest to those that come first.
      const values = (i: number) => Float32Array.of(Math.cos(i / 400), Math.sin(i / 400), 0)
      await writer.putPhraseVectors(
        embedder.id,
        names.map((phrase, i) => ({ phrase, values: values(i) })),
      )
      await writer.setSetting('vectors', 'are there')
    }
    await facts.refresh()
    await compare()
    const ofFirst = await store.synonymsOf(names[0]!, embedder.id)
    // To the last but one it is the farthest of all.
    expect(ofFirst.map(({ other }) => other).sort()).toEqual(names.slice(1, 101))
  })
})
