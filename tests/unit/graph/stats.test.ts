/** The figures of a graph, against counts taken by hand. */
import { describe, expect, it } from 'vitest'
import { graphStats } from '../../../graph/view/index.ts'
import { correct, fact, mentionIn, namedCorpus, namedUnits } from '../../fixtures/named-corpus.ts'

describe('the figures of a graph', () => {
  const short = mentionIn('SF', 'SF', { name: 'pair', alias: 'sf', kind: 'abbreviation', isSubject: true })
  const figured = () =>
    namedCorpus({
      title: 'T',
      units: [
        { text: 'i', mentions: [short, ...namedUnits('hub')[0]!.mentions!], facts: [fact('x', 'is', 'y')] },
        ...['a', 'b', 'c', 'd', 'e', 'f'].map((text) => ({
          text,
          mentions: namedUnits('hub')[0]!.mentions!,
        })),
        { ...namedUnits('hub, pair')[0]!, facts: [fact('hub', 'is', 'pair'), fact('hub', 'has', 'pair')] },
        ...namedUnits('hub, lone', 'one, two, three'),
        { text: 'nameless', mentions: [] },
        { text: 'unread' },
        { text: 'unread passage', kind: 'passage' },
      ],
    })

  it('count its units, names, mentions and facts', async () => {
    const { rows, edgeBytes, memoryBytes, ...counted } = await graphStats((await figured()).source)
    expect(counted).toEqual({
      corpus: 'named',
      unnamed: 2,
      units: 10,
      names: 6,
      aliases: 1,
      edges: 15,
      mentions: { span: 14, abbreviation: 1 },
      facts: 3,
      ignored: 0,
      joined: 0,
      hubs: [
        { name: 'hub', units: 9, isSubject: false },
        { name: 'pair', units: 2, isSubject: true },
        ...['lone', 'one', 'three', 'two'].map((name) => ({ name, units: 1, isSubject: false })),
      ],
      unitsWithoutName: 1,
      isolatedUnits: 1,
      degrees: [
        { from: 1, to: 1, units: 6, names: 4 },
        { from: 2, to: 2, units: 3, names: 1 },
        { from: 3, to: 4, units: 1, names: 0 },
        { from: 5, to: 8, units: 0, names: 0 },
        { from: 9, to: 16, units: 0, names: 1 },
      ],
    })
    expect(rows).toMatchObject({ named: 11, extracted: 2 })
    expect(memoryBytes).toBeGreaterThan(edgeBytes)
  })

  it('follow the corrections of the corpus', async () => {
    const corpus = await figured()
    await correct(corpus, ['one', 'x'], { two: 'three', sf: 'hub' })
    expect(await graphStats(corpus.source)).toMatchObject({
      ignored: 2,
      joined: 2,
      names: 4,
      facts: 2,
      mentions: { span: 13, abbreviation: 1 },
    })
  })

  it('are all nothing for a corpus without names, and end when they are aborted', async () => {
    const { source } = await namedCorpus({ title: 'T', units: [{ text: 'unread' }] })
    expect(await graphStats(source)).toMatchObject({
      unnamed: 1,
      units: 0,
      names: 0,
      edges: 0,
      hubs: [],
      degrees: [],
    })
    await expect(graphStats((await figured()).source, AbortSignal.abort(new Error('gone')))).rejects.toThrow(
      'gone',
    )
  })
})
