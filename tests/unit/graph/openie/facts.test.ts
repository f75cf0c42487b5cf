import { describe, expect, it } from 'vitest'
import { extractionOf, factsOf } from '../../../../graph/openie/facts.ts'

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
    { name: 'an empty object', triple: ['a', 'b', ''], reason: 'empty_part' },
    { name: 'a relation of 301 characters', triple: ['a', 'b'.repeat(301), 'c'], reason: 'huge_part' },
    { name: 'an object without a letter', triple: ['a', 'b', '—'], reason: 'empty_part' },
    { name: 'a paragraph', triple: ['a', 'b', 'c '.repeat(151)], reason: 'huge_part' },
  ])('are left out, counted: $name', ({ triple, reason }) => {
    expect(factsOf([triple])).toEqual({ facts: [], losses: { [reason]: 1 } })
  })

  it('may have parts of 300 characters', () => {
    const long = 'c'.repeat(300)
    expect(factsOf([[long, long, long]]).facts).toEqual([{ subject: long, predicate: long, object: long }])
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

  it('of a name with itself are kept', () => {
    const { facts } = factsOf([['HIV', 'causes', 'hiv']])
    expect(facts).toEqual([{ subject: 'hiv', predicate: 'causes', object: 'hiv' }])
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
