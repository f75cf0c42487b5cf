/** Facts and their vectors follow the corpus, pass by pass. */
import { describe, expect, it } from 'vitest'
import { factText } from '../../../../graph/facts/corpus-facts.ts'
import {
  CORRECTIONS_SETTING,
  type CorpusFacts,
  createNameCorrections,
  embedPhrases,
} from '../../../../graph/index.ts'
import { followedFacts, putFacts } from '../../../fixtures/followed-facts.ts'
import { fact } from '../../../fixtures/named-corpus.ts'

const LUPEOL = fact('lupeol', 'is in', 'bark')
const AKT = fact('akt', 'binds', 'bark')

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
    const { store, facts, embedder, embed } = await followedFacts()
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
    const { store, facts, embedder, embed } = await followedFacts()
    await putFacts(store, 'p', LUPEOL)
    await embed()
    await putFacts(store, 'q', fact('lupeol', 'is in', 'tea'))
    expect((await vectorsOf(facts)).lackingNames).toEqual(['tea'])
    expect(await embed()).toBe(2)
    expect(embedder.asked[1]).toEqual(['lupeol is in tea', 'tea'])
  })

  it('go with the last unit that states the fact, and come back without the embedder', async () => {
    const { store, facts, embedder, embed } = await followedFacts()
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
    const { store, facts, embedder, embed } = await followedFacts()
    const many = Array.from({ length: 300 }, (_, i) => fact(`name ${i}`, 'is', 'bark'))
    await putFacts(store, 'p', ...many)
    // 300 texts, 300 subjects and one object.
    expect(await embed()).toBe(601)
    expect(embedder.asked.map(({ length }) => length)).toEqual([512, 89])
    const { texts, names } = await vectorsOf(facts)
    expect([texts.length, names.length]).toEqual([300, 301])
  })

  it('come to the graph though only one of them was lacking; a pass that finds none changes nothing', async () => {
    const { store, facts, embed } = await followedFacts()
    await putFacts(store, 'p', LUPEOL)
    await embed()
    await putFacts(store, 'q', fact('bark', 'holds', 'lupeol'))
    expect(await embed()).toBe(1)
    expect(await vectorsOf(facts)).toMatchObject({
      texts: ['bark holds lupeol', 'lupeol is in bark'],
      lackingTexts: [],
    })
    const before = await store.seq()
    expect(await embed()).toBe(0)
    expect(await store.seq()).toBe(before)
  })

  it('are not asked for again where a pass ended before it said so', async () => {
    const { store, embedder, embed } = await followedFacts()
    await putFacts(store, 'p', LUPEOL, AKT)
    {
      await using writer = await store.write('a pass that is killed')
      const values = Float32Array.of(0, 0, 1)
      await writer.putPhraseVectors(embedder.id, [
        { phrase: 'akt', values },
        { phrase: 'bark', values },
      ])
    }
    expect(await embed()).toBe(3)
    expect(embedder.asked).toEqual([['akt binds bark', 'lupeol', 'lupeol is in bark']])
    expect(await embed()).toBe(0)
  })

  it('are given up when the caller goes', async () => {
    const { store, facts, embedder } = await followedFacts()
    await putFacts(store, 'p', LUPEOL)
    await using writer = await store.write('embed')
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(embedPhrases(writer, facts, embedder, signal)).rejects.toThrow('gone')
    expect(embedder.asked).toEqual([])
  })

  it('are of a graph that counts what came and went since it began, and no more', async () => {
    const { store, facts } = await followedFacts()
    const changed = () => facts.whenCurrent((state) => state.changed)
    await putFacts(store, 'p', LUPEOL)
    await putFacts(store, 'p', AKT)
    expect(await changed()).toBe(1)
    await putFacts(store, 'p', LUPEOL)
    expect(await changed()).toBe(3)
  })

  it('follow corrections of the names', async () => {
    const { store, facts, embed } = await followedFacts()
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
