/** Which setting solves what another does not, question by question. */
import { describe, expect, it } from 'vitest'
import { bootstrapInterval } from '../../../../../../comparison/bootstrap.ts'
import { pairedRandomisation } from '../../../../../../comparison/paired-test.ts'
import { solvedOverlap } from '../../../../evaluation/patterns/solved-overlap.ts'

function setting(name: string, shares: Readonly<Record<string, number>>) {
  return { name, shares: new Map(Object.entries(shares)) }
}

describe('settings that were asked the same questions', () => {
  const one = setting('one', { a: 1, b: 0.6, c: 0.5, d: 0, e: 1 })
  const two = setting('two', { a: 1, b: 0.5, c: 0.51, d: 0.2, f: 1 })
  const three = setting('three', { d: 0, c: 0, b: 0, a: 0.75 })

  it('solved what most of their runs were right on', () => {
    expect(solvedOverlap([one, two, three])).toMatchObject({
      questions: ['a', 'b', 'c', 'd'],
      leftOut: 2,
      solved: { one: ['a', 'b'], two: ['a', 'c'], three: ['a'] },
      byAll: ['a'],
      byNone: ['d'],
      byItAlone: { one: ['b'], two: ['c'], three: [] },
      byAny: 3,
    })
  })

  it('are compared in pairs', () => {
    const { pairs } = solvedOverlap([one, two, three])!
    expect(pairs.map((pair) => [pair.one, pair.other, pair.onlyOne, pair.onlyOther])).toEqual([
      ['one', 'two', 1, 1],
      ['one', 'three', 1, 0],
      ['two', 'three', 1, 0],
    ])
    const [ofOne, ofThree] = [
      [1, 0.6, 0.5, 0],
      [0.75, 0, 0, 0],
    ]
    const differences = ofOne.map((share, at) => share - ofThree[at]!)
    expect(pairs[1]).toMatchObject({
      difference: expect.closeTo(1.35 / 4, 12),
      interval: bootstrapInterval(differences),
      p: pairedRandomisation(ofOne, ofThree),
    })
    for (const { p, adjusted } of pairs) expect(adjusted).toBeGreaterThanOrEqual(p)
  })

  it('are corrected for all pairs', () => {
    const questions = Array.from({ length: 10 }, (_, at) => `q${at}`)
    const all = (share: number) => Object.fromEntries(questions.map((id) => [id, share]))
    const { pairs } = solvedOverlap([setting('x', all(1)), setting('y', all(0)), setting('z', all(0))])!
    // 2 of 2^10, of three tests.
    expect(pairs.map(({ p, adjusted }) => [p, adjusted])).toEqual([
      [2 / 1_024, 6 / 1_024],
      [2 / 1_024, 6 / 1_024],
      [1, 1],
    ])
    expect(pairs[0]).toMatchObject({ onlyOne: 10, onlyOther: 0, difference: 1, interval: [1, 1] })
  })
})

describe('there is nothing to compare', () => {
  it.each([
    { name: 'no setting', settings: [] },
    { name: 'one setting', settings: [setting('one', { a: 1 })] },
    { name: 'no question in common', settings: [setting('one', { a: 1 }), setting('two', { b: 1 })] },
  ])('for $name', ({ settings }) => {
    expect(solvedOverlap(settings)).toBeNull()
  })

  it('but two settings with one question are enough', () => {
    expect(solvedOverlap([setting('one', { a: 1 }), setting('two', { a: 0 })])).toMatchObject({
      questions: ['a'],
      leftOut: 0,
      byItAlone: { one: ['a'], two: [] },
      byAny: 1,
    })
  })
})
