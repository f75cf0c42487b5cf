/** Facts of a corpus: their graph, the vectors of facts and names, and the synonyms among the names. */
import { describe, expect, it } from 'vitest'
import { type CorpusFacts, embedPhrases, findSynonyms } from '../../../graph/facts/index.ts'
import { CORRECTIONS_SETTING, createNameCorrections } from '../../../graph/index.ts'
import { followedFacts, putFacts } from '../../fixtures/followed-facts.ts'
import { fact } from '../../fixtures/named-corpus.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

type Followed = Awaited<ReturnType<typeof followedFacts>>

const LUPEOL = fact('lupeol', 'is in', 'bark')
const AKT = fact('akt', 'binds', 'bark')
const NEAR = [fact('lupeol', 'is', 'bark'), fact('lupeols', 'are', 'bark'), fact('betulin', 'is', 'bark')]

async function correct({ store }: Followed, alias: Record<string, string>): Promise<void> {
  await using writer = await store.write('correct')
  await writer.setSetting(CORRECTIONS_SETTING, JSON.stringify(createNameCorrections([], alias)))
}

/** Weight between two names, 0 where there is no edge. */
async function weightBetween(facts: CorpusFacts, one: string, other: string): Promise<number> {
  return await facts.whenCurrent(({ graph }) => {
    const { starts, degrees, targets, weights } = graph.view()
    const [from, to] = [graph.nameNode(one), graph.nameNode(other)]
    if (from === undefined || to === undefined) return 0
    const cell = targets.subarray(starts[from]!, starts[from]! + degrees[from]!).indexOf(to)
    return cell < 0 ? 0 : weights[starts[from]! + cell]!
  })
}

/** The names with a vector. */
async function namesWithVectors(facts: CorpusFacts): Promise<string[]> {
  return await facts.whenCurrent(({ names }) => names.parts().phrases.toSorted())
}

/** A corpus whose names lie at the angle that `angleOf` says, in radians. */
async function withAngles(names: readonly string[], angleOf: (place: number) => number): Promise<Followed> {
  const followed = await followedFacts()
  const { store, facts, embedder } = followed
  await putFacts(store, 'p', ...names.map((name) => fact(name, 'is', 'bark')))
  {
    await using writer = await store.write('vectors')
    const vectorOf = (angle: number) => Float32Array.of(Math.cos(angle), Math.sin(angle), 0)
    const vectors = names.map((phrase, place) => ({ phrase, values: vectorOf(angleOf(place)) }))
    await writer.putPhraseVectors(embedder.id, vectors)
    await writer.setSetting('vectors', 'are there')
  }
  await facts.refresh()
  return followed
}

describe('the edge between the ends of a fact', () => {
  const TWICE = [fact('bark', 'is in', 'birch'), fact('birch', 'is in', 'bark')]

  it('weighs 2 for each unit and fact as published, with the cosine of a synonym on top', async () => {
    const { store, facts } = await followedFacts()
    await putFacts(store, 'p', ...TWICE)
    await putFacts(store, 'q', TWICE[0]!, fact('bark', 'is', 'bark'))
    expect(await weightBetween(facts, 'bark', 'birch')).toBe(6)
    {
      await using writer = await store.write('synonyms')
      await writer.putSynonyms('toy', [{ one: 'bark', other: 'birch', cosine: 0.875 }])
    }
    expect(await weightBetween(facts, 'birch', 'bark')).toBe(7.75)
    await putFacts(store, 'p', AKT)
    expect(await weightBetween(facts, 'bark', 'birch')).toBe(3.75)
    expect(await weightBetween(facts, 'bark', 'bark')).toBe(0)
  })

  it('goes with the last unit that states it', async () => {
    const { store, facts } = await followedFacts()
    await putFacts(store, 'p', LUPEOL)
    await putFacts(store, 'q', LUPEOL, AKT)
    await putFacts(store, 'q', AKT)
    expect(await weightBetween(facts, 'lupeol', 'bark')).toBe(2)
    await putFacts(store, 'p')
    expect(await weightBetween(facts, 'lupeol', 'bark')).toBe(0)
    const counts = await facts.whenCurrent(({ graph }) => [graph.nameCount(), graph.facts.size()])
    expect(counts).toEqual([2, 1])
  })
})

describe('the vectors of facts and their ends', () => {
  it('are asked for once each, in batches, and only where the corpus has none', async () => {
    const { store, facts, embedder, embed } = await followedFacts()
    expect(await embed()).toBe(0)
    await putFacts(store, 'p', LUPEOL, AKT)
    expect(await namesWithVectors(facts)).toEqual([])
    expect(await embed()).toBe(5)
    expect(embedder.asked).toEqual([['akt', 'akt binds bark', 'bark', 'lupeol', 'lupeol is in bark']])
    expect(await namesWithVectors(facts)).toEqual(['akt', 'bark', 'lupeol'])
    expect(await embed()).toBe(0)
    await putFacts(store, 'q', ...Array.from({ length: 600 }, (_, i) => fact(`name ${i}`, 'is', 'bark')))
    expect(await embed()).toBe(1_200)
    expect(embedder.asked.slice(1).map(({ length }) => length)).toEqual([512, 512, 176])
  })

  it('go with the last unit that states the fact, and come back without the embedder', async () => {
    const { store, facts, embedder, embed } = await followedFacts()
    await putFacts(store, 'p', LUPEOL)
    await embed()
    await putFacts(store, 'p', AKT)
    expect(await namesWithVectors(facts)).toEqual(['bark'])
    await putFacts(store, 'p', LUPEOL)
    expect(await namesWithVectors(facts)).toEqual(['bark', 'lupeol'])
    expect(await embed()).toBe(0)
    expect(embedder.asked).toHaveLength(1)
  })

  it('are not asked for again where a pass was killed', async () => {
    const { embedder, embed } = await withAngles(['akt', 'lupeol'], () => 0)
    expect(await embed()).toBe(3)
    expect(embedder.asked).toEqual([['akt is bark', 'bark', 'lupeol is bark']])
  })
})

describe('synonyms', () => {
  async function pairsAfter(followed: Followed, more?: Parameters<Followed['compare']>[0]) {
    await followed.embed()
    const result = await followed.compare(more)
    const pairs = await followed.store.synonymsSince(0, 'toy')
    const all = pairs.map(({ one, other, cosine }) => `${one} ${other} ${cosine.toFixed(2)}`).sort()
    return { ...result, all }
  }

  it('are looked for among new names alone, and among all after corrections', async () => {
    const followed = await followedFacts()
    await putFacts(followed.store, 'p', NEAR[0]!)
    expect(await pairsAfter(followed)).toMatchObject({ names: 2, pairs: 0 })
    expect(await pairsAfter(followed)).toMatchObject({ names: 0, pairs: 0 })
    await putFacts(followed.store, 'q', NEAR[0]!, NEAR[1]!)
    expect(await pairsAfter(followed)).toMatchObject({ names: 1, pairs: 1 })
    await correct(followed, { bark: 'tea' })
    expect(await pairsAfter(followed)).toMatchObject({ names: 3 })
  })

  it('come back with their names', async () => {
    const { store, facts, embed, compare } = await followedFacts()
    await putFacts(store, 'p', NEAR[0]!)
    await putFacts(store, 'q', NEAR[1]!)
    await embed()
    await compare()
    await putFacts(store, 'q', AKT)
    await facts.refresh()
    await putFacts(store, 'q', NEAR[1]!)
    expect(await weightBetween(facts, 'lupeol', 'lupeols')).toBeCloseTo(2 * 0.995, 2)
  })

  it('are at most the hundred nearest of a name', async () => {
    const names = Array.from({ length: 103 }, (_, i) => `name ${String(i).padStart(3, '0')}`)
    const { store, compare } = await withAngles(names, (i) => i / 400)
    await compare()
    const ofFirst = await store.synonymsOf(names[0]!, 'toy')
    expect(ofFirst.map(({ other }) => other).sort()).toEqual(names.slice(1, 101))
  })
})

it('passes over facts end when they are aborted', async () => {
  const { store, facts, embedder, embed } = await followedFacts()
  await putFacts(store, 'p', ...NEAR)
  const signal = AbortSignal.abort(new Error('gone'))
  {
    await using writer = await store.write('embed')
    await expect(embedPhrases(writer, facts, embedder, signal)).rejects.toThrow('gone')
  }
  await embed()
  await using writer = await store.write('compare')
  const synonyms = findSynonyms(writer, facts, { embedder, openNeighbours: () => null }, signal)
  await expect(synonyms).rejects.toThrow('gone')
})

describe('facts that were saved', () => {
  it('open with their vectors, and know which are missing', async () => {
    const { store, embedder, embed, facts, open } = await followedFacts('ours', temporaryFolder())
    await putFacts(store, 'p', LUPEOL)
    await embed()
    await putFacts(store, 'q', AKT)
    await facts.refresh()
    expect([await facts.save(), await facts.save()]).toEqual([true, false])
    const opened = await open()
    expect(opened.seq()).toBe(await store.seq())
    expect(await namesWithVectors(opened)).toEqual(['bark', 'lupeol'])
    await using writer = await store.write('embed')
    expect(await embedPhrases(writer, opened, embedder)).toBe(2)
  })
})
