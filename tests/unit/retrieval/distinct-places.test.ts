/** A unit and the passage around it are one place of a paper. */
import { describe, expect, it } from 'vitest'
import { distinctPlaces, type Placed } from '../../../retrieval/index.ts'

interface Named extends Placed {
  readonly name: string
}
const hit = (name: string, span: readonly [number, number] | null, paper = 'one'): Named => ({
  name,
  span,
  paper,
})
const placesOf = (hits: readonly Named[]) =>
  distinctPlaces(hits).map(({ hit: { name }, joined }) => [name, joined.map((lower) => lower.name)])

describe('places of papers', () => {
  it.each([
    { name: 'a unit in the passage above it', hits: [hit('passage', [0, 900]), hit('unit', [100, 300])] },
    { name: 'a passage around the unit above it', hits: [hit('unit', [100, 300]), hit('passage', [0, 900])] },
    { name: 'passages that share a sentence', hits: [hit('a', [0, 400]), hit('b', [330, 800])] },
  ])('join $name', ({ hits }) => {
    expect(placesOf(hits)).toEqual([[hits[0]?.name, [hits[1]?.name]]])
  })

  it.each([
    { name: 'the same span of two papers', hits: [hit('a', [0, 400]), hit('b', [0, 400], 'two')] },
    { name: 'hits without a place', hits: [hit('a', null), hit('b', null)] },
    { name: 'neighbours that only touch', hits: [hit('a', [0, 400]), hit('b', [400, 800])] },
  ])('keep $name apart', ({ hits }) => {
    expect(placesOf(hits)).toEqual(hits.map(({ name }) => [name, []]))
  })

  it('do not grow: what overlaps a joined hit alone stays', () => {
    const hits = [hit('unit', [0, 100]), hit('passage', [0, 900]), hit('other unit', [500, 700])]
    expect(placesOf(hits)).toEqual([
      ['unit', ['passage']],
      ['other unit', []],
    ])
  })
})
