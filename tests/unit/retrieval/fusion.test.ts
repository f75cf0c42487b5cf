/** Tests laws and values of the fusions. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candidates } from '../../../index/index.ts'
import { convexFusion, coverageFusion, type Fusion, reciprocalRankFusion } from '../../../retrieval/index.ts'

interface Scored {
  readonly unit: string
  readonly words: number
  readonly cosine: number
}

const scored = fc.uniqueArray(
  fc.record({
    unit: fc.string({ minLength: 1, maxLength: 3 }),
    words: fc.constantFrom(0, 0, 1.5, 3, 7.25),
    cosine: fc.constantFrom(-0.25, 0, 0.125, 0.5, 1),
  }),
  { selector: ({ unit }) => unit, minLength: 1, maxLength: 25 },
)
const FUSIONS = [
  { name: 'coverage', fusion: coverageFusion() },
  { name: 'convex', fusion: convexFusion() },
  { name: 'reciprocal rank', fusion: reciprocalRankFusion() },
]

function candidates(all: readonly Scored[]): Candidates {
  const [byWords, byCosine] = [all.map(({ words }) => words), all.map(({ cosine }) => cosine)]
  return {
    units: all.map(({ unit }) => unit),
    papers: all.map(() => 'paper'),
    words: Float32Array.from(byWords),
    cosines: Float32Array.from(byCosine),
    wordsPossible: 10,
    wordRange: { lowest: 0, highest: Math.max(...byWords) },
    cosineRange: { lowest: Math.min(...byCosine), highest: Math.max(...byCosine) },
  }
}

function scores(fusion: Fusion, all: readonly Scored[]): Map<string, number> {
  const values = fusion(candidates(all))
  return new Map(all.map(({ unit }, i) => [unit, values[i]!]))
}

describe.for(FUSIONS)('$name fusion', ({ fusion }) => {
  it('does not depend on the order of the candidates', () => {
    fc.assert(
      fc.property(scored, (all) => {
        expect(new Map([...scores(fusion, all.toReversed())].reverse())).toEqual(scores(fusion, all))
      }),
    )
  })

  it('never puts a unit below one that it beats on both sides', () => {
    fc.assert(
      fc.property(scored, (all) => {
        const values = scores(fusion, all)
        for (const one of all)
          for (const other of all)
            if (one.words > other.words && one.cosine > other.cosine)
              expect(values.get(one.unit)).toBeGreaterThan(values.get(other.unit)!)
      }),
    )
  })
})
