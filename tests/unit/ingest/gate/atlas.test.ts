import { describe, expect, it } from 'vitest'
import { asSentence, parseAtlas, wholeAtlas } from '../../../../ingest/gate/atlas.ts'
import { coveredPhrases } from '../../../../ingest/gate/atlas-coverage.ts'
import { builtInTopic } from '../../../../ingest/index.ts'
import { openStaticEmbedder } from '../../../../models/adapters/static-embedder.ts'

describe('the atlas', () => {
  it('says nothing twice, and something of every field', () => {
    const phrases = wholeAtlas().map(({ phrase }) => phrase)
    expect(new Set(phrases).size).toBe(phrases.length)
    expect(new Set(wholeAtlas().map(({ family, field }) => `${family}/${field}`)).size).toBeGreaterThan(150)
    expect(new Set(wholeAtlas().map(({ family }) => family)).size).toBeGreaterThan(25)
  })

  it('is read from families, fields and one phrase a line', () => {
    expect(parseAtlas('# physics\n## optics\nlasers and lenses\n\n## heat\nhot bodies\n')).toEqual([
      { family: 'physics', field: 'optics', phrase: 'lasers and lenses' },
      { family: 'physics', field: 'heat', phrase: 'hot bodies' },
    ])
    expect(() => parseAtlas('# physics\nlasers\n')).toThrow('lasers')
  })
})

describe('the topic biochem', async () => {
  const embedder = await openStaticEmbedder()
  const vectors = await embedder.embed(wholeAtlas().map(({ phrase }) => asSentence(phrase)))
  const placed = wholeAtlas().map((phrase, index) => ({ ...phrase, vector: vectors[index]! }))
  const keywords = await embedder.embed(builtInTopic('biochem')!.positive.map(asSentence))
  const { own } = coveredPhrases(keywords, placed)
  const phrasesOf = (family: string) =>
    placed.filter((each) => each.family === family).map(({ phrase }) => phrase)

  it('covers life and chemistry whole, and no other family', () => {
    expect(own).toEqual(new Set([...phrasesOf('life and health'), ...phrasesOf('chemistry')]))
  })

  it('is not set against a field elsewhere that one of its keywords names, nor is that field its own', () => {
    const [touched] = placed.filter(({ field }) => field === 'optics')
    const covered = coveredPhrases([...keywords, touched!.vector], placed)
    expect(covered.neutral).toContain(touched!.phrase)
    expect(covered.own).toEqual(own)
  })
})
