/** Tests the candidates of an index for a question: by words, by vectors, by both, and with a filter. */
import { describe, expect, it } from 'vitest'
import { contentId } from '../../../core/index.ts'
import { joinCandidates } from '../../../index/index.ts'
import { fakeEmbedder } from '../../fakes/fake-embedder.ts'
import { indexedCorpus, rarityOf } from '../../fixtures/indexed-corpus.ts'

describe('candidates', () => {
  const degrees = (text: string) => (Number(/\d+$/.exec(text)?.[0] ?? 0) * Math.PI) / 180
  const embedder = fakeEmbedder(16, (text) => [Math.cos(degrees(text)), Math.sin(degrees(text))])
  const cosineOf = (turn: number) => Math.cos((turn * Math.PI) / 180)
  const VECTOR = Float32Array.of(1, ...Array(15).fill(0))

  /** Opens an index of units whose text ends in their angle to the question. */
  async function angled(...texts: readonly string[]) {
    const made = indexedCorpus(embedder)
    await made.put(texts.map((text, i) => ({ name: `p${i}`, units: [text] })))
    return await made.open()
  }

  it('by words are the best units that have one of them, with their range', async () => {
    const { ask } = await angled(
      'bark palm 10',
      'bark bark palm 20',
      'palm 30',
      'bark palm cell dna enzym 40',
    )
    const found = await ask({ terms: ['bark'], depth: 2 })
    expect(found.rows.map(({ text, cosine }) => [text, cosine])).toEqual([
      ['bark bark palm 20', 0],
      ['bark palm 10', 0],
    ])
    expect(found.wordRange).toEqual({ lowest: 0, highest: found.rows[0]!.words })
    expect(found.wordsPossible).toBeCloseTo(rarityOf(4, 3), 6)
    const filtered = await ask({ terms: ['bark'], filter: { papers: [contentId('p0'), contentId('p3')] } })
    expect(filtered.rows.map(({ text }) => text)).toEqual(['bark palm 10', 'bark palm cell dna enzym 40'])
    expect(filtered.wordRange.lowest).toBeCloseTo(filtered.rows[1]!.words, 6)
  })

  it('by vectors are the nearest units, to the very opposite, with their range', async () => {
    const { ask } = await angled('a 180', 'b 10', 'c 60', 'd 100')
    const found = await ask({ vector: VECTOR, depth: 2 })
    expect(found.rows.map(({ text }) => text)).toEqual(['b 10', 'c 60'])
    expect(found.cosineRange.lowest).toBeCloseTo(-1, 2)
    expect(found.cosineRange.highest).toBeCloseTo(cosineOf(10), 4)
    const filtered = await ask({ vector: VECTOR, depth: 2, filter: { papers: [contentId('p0')] } })
    expect(filtered.rows[0]!.cosine).toBeCloseTo(-1, 4)
  })

  it('of both are each once, with both scores; a unit without a vector has the cosine 0', async () => {
    const made = indexedCorpus(embedder)
    await made.put(
      ['bark 90', 'palm 10', 'bark bark 20', 'palm 120'].map((text) => ({ name: text, units: [text] })),
    )
    await made.put([{ name: 'plain', units: ['bark cell cell cell'] }], false)
    const { ask } = await made.open()
    const found = await ask({ terms: ['bark'], vector: VECTOR, depth: 3 })
    const cosines = Object.fromEntries(found.rows.map(({ text, cosine }) => [text, cosine]))
    expect(cosines).toEqual({
      'bark bark 20': expect.closeTo(cosineOf(20), 4),
      'palm 10': expect.closeTo(cosineOf(10), 4),
      'bark 90': expect.closeTo(0, 4),
      'bark cell cell cell': 0,
    })
  })

  it('are joined by units that are asked for by name, where the filter allows them', async () => {
    const { ask } = await angled('bark 90', 'palm 10', 'bark bark 20', 'palm 120')
    const all = await ask({ vector: VECTOR })
    const idOf = (text: string) =>
      all.units[
        all.cosines.findIndex((cosine) => Math.abs(cosine - cosineOf(Number(text.split(' ').at(-1)))) < 1e-3)
      ]!
    const units = [idOf('palm 120'), idOf('palm 10'), 'unknown', idOf('palm 120')]
    const query = { terms: ['bark'], vector: VECTOR, depth: 1 }
    const [found, named] = [await ask(query), await ask({ ...query, units })]
    expect(new Set(named.rows.map(({ text }) => text))).toEqual(new Set(['palm 10', 'palm 120']))
    const joined = joinCandidates(found, named)
    expect(new Set(joined.units)).toEqual(new Set(['bark bark 20', 'palm 10', 'palm 120'].map(idOf)))
    expect(joined.cosines).toHaveLength(3)
    expect(joined.cosineRange).toEqual(found.cosineRange)
    const filter = { papers: [contentId('p1'), contentId('p2')] }
    expect((await ask({ ...query, filter, units })).rows.map(({ text }) => text)).toEqual(['palm 10'])
  })
})
