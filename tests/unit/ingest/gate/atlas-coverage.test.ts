/** What a topic covers of a small atlas whose phrases are axes: cosines are read off. */
import { describe, expect, it } from 'vitest'
import { coveredPhrases, type PlacedPhrase } from '../../../../ingest/gate/atlas-coverage.ts'

const DIMS = 12
/** The first axes belong to the phrases, one each; the last is that of all which no phrase has. */
function direction(parts: Readonly<Record<number, number>>): Float32Array {
  const vector = new Float32Array(DIMS)
  for (const [axis, part] of Object.entries(parts)) vector[Number(axis)] = part
  vector[DIMS - 1] = Math.sqrt(Math.max(0, 1 - vector.reduce((sum, part) => sum + part * part, 0)))
  return vector
}

/** `family/field` by axis; every field has one phrase, which is called like it. */
function atlasOf(...fields: readonly string[]): PlacedPhrase[] {
  return fields.map((name, axis) => {
    const [family = '', field = ''] = name.split('/')
    const vector = new Float32Array(DIMS)
    vector[axis] = 1
    return { family, field, phrase: field, vector } as PlacedPhrase
  })
}

function covered(atlas: readonly PlacedPhrase[], ...keywords: readonly Readonly<Record<number, number>>[]) {
  const { own, neutral } = coveredPhrases(keywords.map(direction), atlas)
  return { own: [...own].sort(), neutral: [...neutral].sort() }
}

describe('what a topic covers of the atlas', () => {
  // All phrases are at right angles, so that any cosine above 0 is near and related.
  const LIFE = ['life/cells', 'life/genes', 'life/plants', 'life/animals']
  const ATLAS = atlasOf(...LIFE, 'art/music', 'art/film')

  it('is the whole of its home family, where most of its fields are related', () => {
    expect(covered(ATLAS, { 0: 0.9 }, { 1: 0.8 }, { 2: 0.7 })).toEqual({
      own: ['animals', 'cells', 'genes', 'plants'],
      neutral: [],
    })
  })

  it('is the fields that a keyword is near to, in a home family of which less is near', () => {
    expect(covered(ATLAS, { 0: 0.9 })).toEqual({ own: ['cells'], neutral: [] })
  })

  it('is a family with half of its fields near, and with two of them at least', () => {
    expect(covered(ATLAS, { 0: 0.9, 1: 0.3 })).toEqual({
      own: ['animals', 'cells', 'genes', 'plants'],
      neutral: [],
    })
    // One field of one: a keyword on another family is its only home.
    const single = atlasOf(...LIFE, 'law/law')
    expect(covered(single, { 0: 0.9, 4: 0.3 })).toEqual({ own: ['cells'], neutral: ['law'] })
  })

  it('leaves on neither side what is near in a family that is not its own', () => {
    expect(covered(atlasOf(...LIFE, 'art/music', 'art/film', 'art/dance'), { 0: 0.9, 4: 0.3 })).toEqual({
      own: ['cells'],
      neutral: ['music'],
    })
  })

  it('has a home where a quarter of its keywords have their nearest phrase', () => {
    const atlas = atlasOf(...LIFE, 'art/music', 'art/film', 'art/dance', 'art/opera')
    const ofArt = { 4: 0.9 }
    expect(covered(atlas, { 0: 0.9 }, { 0: 0.9 }, { 0: 0.9 }, ofArt)).toEqual({
      own: ['cells', 'music'],
      neutral: [],
    })
    expect(covered(atlas, { 0: 0.9 }, { 0: 0.9 }, { 0: 0.9 }, { 0: 0.9 }, ofArt)).toEqual({
      own: ['cells'],
      neutral: ['music'],
    })
  })

  it('has the family of the first for its home where several phrases are as near', () => {
    expect(covered(ATLAS, { 0: 0.5, 4: 0.5 })).toEqual({ own: ['cells'], neutral: ['music'] })
  })

  it('covers a field where one of its phrases is near', () => {
    const atlas = atlasOf(...LIFE, 'art/music', 'art/film').map((phrase, axis) =>
      axis === 1 ? { ...phrase, field: 'cells' } : phrase,
    )
    expect(covered(atlas, { 0: 0.9 })).toEqual({ own: ['cells', 'genes'], neutral: [] })
  })

  it('covers nothing by a keyword that is near to nothing', () => {
    expect(covered(ATLAS, {})).toEqual({ own: [], neutral: [] })
  })

  it('takes what is between phrases of different families for its limit, not what is within one', () => {
    const within = atlasOf('life/cells', 'life/genes', 'art/music', 'art/film')
    // Two fields of one family are alike; those of different families are not.
    within[1]!.vector[0] = 0.8
    within[1]!.vector[1] = 0.6
    expect(covered(within, { 2: 0.5 })).toEqual({ own: ['music'], neutral: [] })
  })
})
