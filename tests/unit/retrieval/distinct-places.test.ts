/** A unit and the passage around it are one place of a paper. */
import { describe, expect, it } from 'vitest'
import { distinctPlaces, HITS_PER_PLACE, type Placed } from '../../../retrieval/index.ts'

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
    { name: 'neighbours the other way round', hits: [hit('b', [400, 800]), hit('a', [0, 400])] },
    { name: 'a hit without a place and one with', hits: [hit('a', null), hit('b', [0, 400])] },
    { name: 'one with a place and a hit without', hits: [hit('a', [0, 400]), hit('b', null)] },
  ])('keep $name apart', ({ hits }) => {
    expect(placesOf(hits)).toEqual(hits.map(({ name }) => [name, []]))
  })

  it('take a hit that lies in two of them to the better one', () => {
    const hits = [hit('unit', [0, 100]), hit('other unit', [200, 300]), hit('passage', [0, 900])]
    expect(placesOf(hits)).toEqual([
      ['unit', ['passage']],
      ['other unit', []],
    ])
  })

  it('do not grow: what overlaps a joined hit alone stays', () => {
    const hits = [hit('unit', [0, 100]), hit('passage', [0, 900]), hit('other unit', [500, 700])]
    expect(placesOf(hits)).toEqual([
      ['unit', ['passage']],
      ['other unit', []],
    ])
  })

  it('are asked for as a unit, the passage around it and the next passage: three hits each', () => {
    const places = [0, 1_000, 2_000]
    const hits = places.flatMap((at) => [
      hit(`passage ${at}`, [at, at + 400]),
      hit(`unit ${at}`, [at + 300, at + 400]),
      hit(`next ${at}`, [at + 350, at + 800]),
    ])
    expect(HITS_PER_PLACE * places.length).toBe(hits.length)
    expect(placesOf(hits)).toEqual(places.map((at) => [`passage ${at}`, [`unit ${at}`, `next ${at}`]]))
  })
})
