/** How heavy the edges between a unit and its names are, by how the names were found. */
import { describe, expect, it } from 'vitest'
import type { Mention, MentionKind } from '../../../corpus/index.ts'
import { isProperWeight, WEIGHTS_ID, weightsOf } from '../../../graph/mention-weights.ts'

const mention = (kind: MentionKind, isSubject = false, name = 'n'): Mention => ({
  name,
  alias: name,
  kind,
  isSubject,
  start: null,
  end: null,
})

describe('weights', () => {
  it.each([
    ...(['span', 'quote', 'abbreviation', 'chemical', 'gene', 'species', 'fact', 'title'] as const).map(
      (kind) => ({ name: `a ${kind}`, given: [mention(kind)], toName: 1, toUnit: 1 }),
    ),
    ...(['phrase', 'term', 'heading', 'quantity'] as const).map((kind) => ({
      name: `a ${kind}`,
      given: [mention(kind)],
      toName: 0.125,
      toUnit: 1,
    })),
    { name: 'a title that it is about', given: [mention('title', true)], toName: 1, toUnit: 32 },
    { name: 'a name that it is about', given: [mention('span', true)], toName: 1, toUnit: 4 },
    { name: 'a phrase that it is about', given: [mention('phrase', true)], toName: 0.125, toUnit: 4 },
    {
      name: 'the greatest of several',
      given: [mention('phrase', true), mention('span'), mention('title', true), mention('heading')],
      toName: 1,
      toUnit: 32,
    },
  ])('of $name', ({ given, toName, toUnit }) => {
    expect([...weightsOf(given)]).toEqual([['n', { toName, toUnit }]])
  })

  it('are given to each name once, in the order of the mentions', () => {
    const weights = weightsOf([
      mention('span', false, 'b'),
      mention('phrase', false, 'a'),
      mention('span', true, 'b'),
    ])
    expect([...weights]).toEqual([
      ['b', { toName: 1, toUnit: 4 }],
      ['a', { toName: 0.125, toUnit: 1 }],
    ])
    expect(weightsOf([]).size).toBe(0)
  })

  it('tell names proper from phrases, lone or not', () => {
    expect([1, 0.0625, 0.125, 0.125 * 0.0625, 4].map(isProperWeight)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('have one mark for one choice of them', () => {
    expect(WEIGHTS_ID).toBe('32/4/0.125/0.0625')
  })
})
