/** Tests that a unit and the passage around it are one place of a paper. */
import { describe, expect, it } from 'vitest'
import { distinctPlaces, type HitPlace } from '../../../retrieval/index.ts'

interface Named extends HitPlace {
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
    { name: 'the same span of two papers', hits: [hit('a', [0, 400]), hit('b', [0, 400], 'two')] },
    { name: 'hits without a place', hits: [hit('a', null), hit('b', null)] },
    { name: 'neighbours that only touch', hits: [hit('a', [0, 400]), hit('b', [400, 800])] },
    { name: 'neighbours the other way round', hits: [hit('b', [400, 800]), hit('a', [0, 400])] },
    { name: 'a hit without a place and one with', hits: [hit('a', null), hit('b', [0, 400])] },
    { name: 'one with a place and a hit without', hits: [hit('a', [0, 400]), hit('b', null)] },
  ])('keep $name apart', ({ hits }) => {
    expect(placesOf(hits)).toEqual(hits.map(({ name }) => [name, []]))
  })
})
