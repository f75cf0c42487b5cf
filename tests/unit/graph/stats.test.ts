/** The figures of a graph, against counts taken by hand. */
import { describe, expect, it } from 'vitest'
import { graphStats } from '../../../graph/view/index.ts'
import { fact, mentionIn, namedCorpus, namedUnits } from '../../fixtures/named-corpus.ts'

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
