import { describe, expect, it } from 'vitest'
import {
  hippoRagChunkId,
  hippoRagEntityId,
  hippoRagFactId,
  hippoRagFactText,
  hippoRagPhrase,
} from '../../../../graph/formats/index.ts'
import { extractionOf, factsOf, isLoop } from '../../../../graph/openie/facts.ts'

describe('facts of triples', () => {
  it.each([
    {
      name: 'lower case, single spaces, no accents',
      triple: ['Müller-Straße', 'IS  in', 'U.S. Army'],
      fact: ['muller strasse', 'is in', 'u s army'],
    },
    { name: 'other scripts kept', triple: ['東京', '位于', 'Москва'], fact: ['東京', '位于', 'москва'] },
    { name: 'full-width forms', triple: ['ＡＢＣ', 'is', 'x'], fact: ['abc', 'is', 'x'] },
    { name: 'a relation without a letter', triple: ['pH', ' ＝ ', '7.4'], fact: ['ph', '=', '7 4'] },
  ])('are canonical: $name', ({ triple, fact }) => {
    const [subject, predicate, object] = fact
    expect(factsOf([triple])).toEqual({ facts: [{ subject, predicate, object }], losses: {} })
  })

  it.each([
    { name: 'two parts', triple: ['a', 'b'], reason: 'triple_length' },
    { name: 'four parts', triple: ['a', 'b', 'c', 'd'], reason: 'triple_length' },
    { name: 'no part', triple: [], reason: 'triple_length' },
    { name: 'an empty subject', triple: ['', 'b', 'c'], reason: 'empty_part' },
    { name: 'a blank relation', triple: ['a', ' ', 'c'], reason: 'empty_part' },
    { name: 'an object without a letter', triple: ['a', 'b', '—'], reason: 'empty_part' },
    { name: 'a paragraph', triple: ['a', 'b', 'c '.repeat(151)], reason: 'huge_part' },
  ])('are left out, counted: $name', ({ triple, reason }) => {
    expect(factsOf([triple])).toEqual({ facts: [], losses: { [reason]: 1 } })
  })

  it('are there once, also where they are said twice in other spellings', () => {
    const { facts, losses } = factsOf([
      ['A', 'is', 'B'],
      ['a', 'Is', 'b.'],
      ['b', 'is', 'a'],
    ])
    expect(facts.map(({ subject }) => subject)).toEqual(['a', 'b'])
    expect(losses).toEqual({ repeated_fact: 1 })
  })

  it('of a name with itself are kept and known as loops', () => {
    const { facts } = factsOf([['HIV', 'causes', 'hiv']])
    expect(facts.map(isLoop)).toEqual([true])
  })

  it('stand beside what was said, which is kept raw', () => {
    const said = { entities: ['A ', ''], triples: [['A', 'is', 'B'], ['A']] }
    expect(extractionOf('u1', 'import', said)).toEqual({
      extraction: {
        unit: 'u1',
        made: 'import',
        ...said,
        facts: [{ subject: 'a', predicate: 'is', object: 'b' }],
      },
      losses: { triple_length: 1 },
    })
  })
})

describe('HippoRAG’s normal form and ids', () => {
  it.each([
    { phrase: 'October 14, 1982', normal: 'october 14  1982' },
    { phrase: 'U.S. Army', normal: 'u s  army' },
    { phrase: 'Müller-Straße', normal: 'm ller stra e' },
    { phrase: '東京', normal: '' },
    { phrase: 'a😀b', normal: 'a b' },
  ])('N($phrase) = $normal', ({ phrase, normal }) => {
    expect(hippoRagPhrase(phrase)).toBe(normal)
  })

  it('equal the reference’s', () => {
    const fact = { subject: 'Radio City', predicate: 'located in', object: 'India' }
    expect(hippoRagEntityId('Radio City')).toBe('entity-af04b49a086303216e1c02d2bcef924c')
    expect(hippoRagEntityId('東京')).toBe('entity-d41d8cd98f00b204e9800998ecf8427e')
    expect(hippoRagFactText(fact)).toBe("('radio city', 'located in', 'india')")
    expect(hippoRagFactId(fact)).toBe('fact-3908cf7f003660ad1fb4ca80a016e5df')
    expect(hippoRagChunkId('Radio City is in India.')).toBe('chunk-15199e74e3dc74dd84d879d3acf6734d')
  })
})
