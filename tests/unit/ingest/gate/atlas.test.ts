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
    expect(parseAtlas('# physics\n## optics\nlasers and lenses\n  \n\n## heat\nhot bodies\n')).toEqual([
      { family: 'physics', field: 'optics', phrase: 'lasers and lenses' },
      { family: 'physics', field: 'heat', phrase: 'hot bodies' },
    ])
    expect(() => parseAtlas('# physics\nlasers\n')).toThrow('lasers')
  })
})

describe('a topic', async () => {
  const embedder = await openStaticEmbedder()
  const vectors = await embedder.embed(wholeAtlas().map(({ phrase }) => asSentence(phrase)))
  const placed = wholeAtlas().map((phrase, index) => ({ ...phrase, vector: vectors[index]! }))
  const coverage = async (keywords: readonly string[]) =>
    coveredPhrases(await embedder.embed(keywords.map(asSentence)), placed)
  const phrasesOf = (...families: string[]) =>
    placed.filter(({ family }) => families.includes(family)).map(({ phrase }) => phrase)
  const biochem = builtInTopic('biochem')!.positive

  it.each([
    { name: 'biochem', keywords: biochem, families: ['life and health', 'chemistry'] },
    { name: 'of the one keyword "medicine"', keywords: ['medicine'], families: ['life and health'] },
    { name: 'of the one keyword "physics"', keywords: ['physics'], families: ['physics'] },
  ])('$name covers its families whole, and no other', async ({ keywords, families }) => {
    expect((await coverage(keywords)).own).toEqual(new Set(phrasesOf(...families)))
  })

  it('of one field of a family does not cover the whole of it', async () => {
    const { own } = await coverage(['virology', 'viruses', 'influenza', 'vaccines'])
    expect(own).toContain('viral replication and host cells')
    expect(own).not.toContain('cancer and tumours')
  })

  it('is not set against a field elsewhere that one of its keywords names, nor is that field its own', async () => {
    const { own, neutral } = await coverage([...biochem, 'lasers, lenses and optical instruments'])
    expect(neutral).toContain('lasers, lenses and optical instruments')
    expect(own).toEqual((await coverage(biochem)).own)
  })
})
