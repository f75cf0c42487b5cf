/** Facts, their vectors and synonyms follow the corpus, pass by pass. */
import { describe, expect, it } from 'vitest'
import { createMemoryCorpus } from '../../../../corpus/adapters/memory-corpus-store.ts'
import type { CorpusStore, Fact } from '../../../../corpus/index.ts'
import { factText } from '../../../../graph/facts/corpus-facts.ts'
import {
  CORRECTIONS_SETTING,
  type CorpusFacts,
  createNameCorrections,
  embedPhrases,
  FACT_GRAPHS,
  findSynonyms,
  openCorpusFacts,
} from '../../../../graph/index.ts'
import type { Embedder } from '../../../../models/index.ts'
import { fakeEmbedder } from '../../../fakes/fake-embedder.ts'
import { fact } from '../../../fixtures/named-corpus.ts'
import { textRecord } from '../../../fixtures/text-records.ts'

/** Of `n0` to `n599`, those with three letters or digits at least. */
const NAMED_LONG = Array.from({ length: 590 }, (_, i) => `n${i + 10}`)
const LUPEOL = fact('lupeol', 'is in', 'bark')
const AKT = fact('akt', 'binds', 'bark')
/** Cosines: lupeol and lupeols .995, with betulin .81 and .86, with all others about 0. */
const VECTORS: Readonly<Record<string, readonly number[]>> = {
  lupeol: [1, 0, 0],
  lupeols: [0.995, 0.0999, 0],
  betulin: [0.81, 0.586, 0],
  ab: [1, 0, 0],
}

function countingEmbedder(): Embedder & { readonly asked: string[][] } {
  const asked: string[][] = []
  const plain = fakeEmbedder(3, (text) => VECTORS[text] ?? [0, 0, 1], 'toy')
  return {
    ...plain,
    asked,
    embed: (texts, signal) => {
      asked.push([...texts])
      return plain.embed(texts, signal)
    },
  }
}

async function putFacts(store: CorpusStore, paper: string, ...facts: readonly Fact[]): Promise<void> {
  const record = await textRecord({ name: paper, units: [facts.map(factText).join('. ') || 'none'] }, null)
  await using writer = await store.write('facts')
  await writer.put([record])
  await writer.putExtractions([
    { unit: record.units[0]!.id, made: 'import', entities: [], triples: [], facts },
  ])
}

async function corpus(graph: 'published' | 'ours' = 'published') {
  const store = createMemoryCorpus()
  const embedder = countingEmbedder()
  const facts = await openCorpusFacts({
    reader: store,
    embedder,
    settings: FACT_GRAPHS[graph],
    folder: '/no-folder-of-artefacts',
  })
  const embed = async () => {
    await using writer = await store.write('embed')
    return await embedPhrases(writer, facts, embedder)
  }
  const compare = async (more: Partial<Parameters<typeof findSynonyms>[2]> = {}) => {
    await using writer = await store.write('compare')
    return await findSynonyms(writer, facts, { embedder, openNeighbours: null, ...more })
  }
  return { store, embedder, facts, embed, compare }
}

/** Phrases with a vector, and those that lack one. */
async function vectorsOf(facts: CorpusFacts) {
  return await facts.whenCurrent(({ graph, facts: texts, names, lacking }) => ({
    texts: texts.parts().phrases.toSorted(),
    names: names.parts().phrases.toSorted(),
    lackingTexts: [...lacking.facts].map((slot) => factText(graph.facts.at(slot)!)).sort(),
    lackingNames: [...lacking.names].map((node) => graph.nameAt(node)!).sort(),
  }))
}

describe('the vectors of facts and their ends', () => {
  it('are lacking until they are embedded, each phrase once, in order', async () => {
    const { store, facts, embedder, embed } = await corpus()
    expect(await embed()).toBe(0)
    await putFacts(store, 'p', LUPEOL, AKT)
    const phrases = ['akt binds bark', 'lupeol is in bark']
    const names = ['akt', 'bark', 'lupeol']
    expect(await vectorsOf(facts)).toEqual({
      texts: [],
      names: [],
      lackingTexts: phrases,
      lackingNames: names,
    })
    expect(await embed()).toBe(5)
    expect(embedder.asked).toEqual([['akt', 'akt binds bark', 'bark', 'lupeol', 'lupeol is in bark']])
    expect(await vectorsOf(facts)).toEqual({ texts: phrases, names, lackingTexts: [], lackingNames: [] })
    expect(await embed()).toBe(0)
    expect(embedder.asked).toHaveLength(1)
  })

  it('are asked for only where the corpus has none of the phrase', async () => {
    const { store, facts, embedder, embed } = await corpus()
    await putFacts(store, 'p', LUPEOL)
    await embed()
    await putFacts(store, 'q', fact('lupeol', 'is in', 'tea'))
    expect((await vectorsOf(facts)).lackingNames).toEqual(['tea'])
    expect(await embed()).toBe(2)
    expect(embedder.asked[1]).toEqual(['lupeol is in tea', 'tea'])
  })

  it('go with the last unit that states the fact, and come back without the embedder', async () => {
    const { store, facts, embedder, embed } = await corpus()
    await putFacts(store, 'p', LUPEOL)
    await putFacts(store, 'q', AKT)
    await embed()
    await putFacts(store, 'p', fact('tea', 'is', 'bark'))
    expect(await vectorsOf(facts)).toEqual({
      texts: ['akt binds bark'],
      names: ['akt', 'bark'],
      lackingTexts: ['tea is bark'],
      lackingNames: ['tea'],
    })
    await putFacts(store, 'p', LUPEOL)
    expect(await vectorsOf(facts)).toMatchObject({ names: ['akt', 'bark', 'lupeol'], lackingNames: [] })
    expect(embedder.asked).toHaveLength(1)
  })

  it('are embedded and fetched 512 at a time', async () => {
    const { store, facts, embedder, embed } = await corpus()
    const many = Array.from({ length: 300 }, (_, i) => fact(`name ${i}`, 'is', 'bark'))
    await putFacts(store, 'p', ...many)
    // 300 texts, 300 subjects and one object.
    expect(await embed()).toBe(601)
    expect(embedder.asked.map(({ length }) => length)).toEqual([512, 89])
    const { texts, names } = await vectorsOf(facts)
    expect([texts.length, names.length]).toEqual([300, 301])
  })

  it('are given up when the caller goes', async () => {
    const { store, facts, embedder } = await corpus()
    await putFacts(store, 'p', LUPEOL)
    await using writer = await store.write('embed')
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(embedPhrases(writer, facts, embedder, signal)).rejects.toThrow('gone')
    expect(embedder.asked).toEqual([])
  })

  it('follow corrections of the names', async () => {
    const { store, facts, embed } = await corpus()
    await putFacts(store, 'p', LUPEOL)
    await embed()
    {
      await using writer = await store.write('correct')
      const mends = createNameCorrections([], { lupeol: 'tea' })
      await writer.setSetting(CORRECTIONS_SETTING, JSON.stringify(mends))
    }
    expect(await vectorsOf(facts)).toMatchObject({
      names: ['bark'],
      lackingNames: ['tea'],
      lackingTexts: ['tea is in bark'],
    })
    expect(await facts.whenCurrent(({ changed, graph }) => [changed, graph.unitCount()])).toEqual([1, 1])
  })
})

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
    const { store, facts, embed, compare } = await corpus()
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
    const { store, embed, compare } = await corpus()
    await putFacts(store, 'p', ...near)
    await embed()
    expect(await compare({ threshold: 0.9 })).toEqual({ names: 4, pairs: 1 })
  })

  it('are looked for among new names alone, each pair once', async () => {
    const { store, embed, compare } = await corpus()
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
    const { store, embed, compare } = await corpus()
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
    const { store, embed, compare } = await corpus()
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
    const { store, compare } = await corpus()
    await putFacts(store, 'p')
    const before = await store.seq()
    expect(await compare()).toEqual({ names: 0, pairs: 0 })
    expect(await store.seq()).toBe(before)
  })

  it('are given up when the caller goes', async () => {
    const { store, facts, embedder, embed } = await corpus()
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
    const { store, embed, compare } = await corpus()
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
    const { store, facts, embed, compare } = await corpus()
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
    const { store, facts, embed, compare } = await corpus('ours')
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
      const { store, embed, compare } = await corpus()
      await putFacts(store, 'p', ...near)
      await embed()
      let count = 0
      const rows = new Set<number>()
      const openNeighbours = () => {
        count++
        return {
          add: (row: number) => void rows.add(row),
          search: (_: Float32Array, wanted: number) => ({
            rows: [...rows].slice(0, wanted),
            cosines: [],
          }),
        }
      }
      const made = { openNeighbours: openNeighbours as never, mostScannedPairs }
      expect(await compare(made)).toEqual({ names: 4, pairs: 3 })
      expect(count).toBe(opened)
    },
  )

  it('are at most the hundred nearest of a name', async () => {
    const { store, embedder, facts, compare } = await corpus()
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
    expect(ofFirst.map(({ other }) => other)).not.toContain(names[102])
  })
})
