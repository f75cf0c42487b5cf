import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accuracyFigures,
  accuracyOf,
  accuracyOverRuns,
  agreementLines,
  calibrationOf,
  type Judgement,
  oracleAccuracy,
  passAtK,
  passFigures,
} from '../../../../evaluation/answers/index.ts'

const judged = (isCorrect: boolean, confidencePercent: number | null = null): Judgement => ({
  state: 'judged',
  by: 'test',
  isCorrect,
  extracted: '',
  reasoning: '',
  confidencePercent,
})
const unjudged: Judgement = { state: 'unjudged', by: 'test', reason: 'model_timeout' }
const [right, wrong] = [judged(true), judged(false)]

describe('accuracy', () => {
  it('of 72 of 149 is 48.3 %, with the interval that Wilson gives', () => {
    const { accuracy, interval } = accuracyFigures(72, 149)
    expect((100 * accuracy).toFixed(1)).toBe('48.3')
    expect(interval[0]).toBeCloseTo(0.4045, 3)
    expect(interval[1]).toBeCloseTo(0.5629, 3)
  })

  it('has an interval whose ends are as far from the share as Wilson asks', () => {
    // By its definition: (share - end)^2 = z^2 end (1 - end) / n.
    const z = 1.959963984540054
    for (const [correct, judged] of [
      [1, 3],
      [2, 3],
      [5, 8],
      [72, 149],
    ] as const)
      for (const end of accuracyFigures(correct, judged).interval)
        expect((correct / judged - end) ** 2).toBeCloseTo((z ** 2 * end * (1 - end)) / judged, 12)
    expect(accuracyFigures(0, 3).interval[0]).toBe(0)
    expect(accuracyFigures(3, 3).interval[1]).toBe(1)
    // z^2 / (n + z^2), and its mirror image.
    expect(accuracyFigures(0, 3).interval[1]).toBeCloseTo(z ** 2 / (3 + z ** 2), 12)
    expect(accuracyFigures(3, 3).interval[0]).toBeCloseTo(3 / (3 + z ** 2), 12)
  })

  it('of nothing is not a number, with nothing unjudged', () => {
    const { accuracy, interval, unjudged: left } = accuracyFigures(0, 0)
    expect([accuracy, ...interval, left]).toEqual([Number.NaN, Number.NaN, Number.NaN, 0])
  })

  it('counts what nobody judged apart, neither as right nor as wrong', () => {
    expect(accuracyOf([right, wrong, unjudged])).toMatchObject({
      correct: 1,
      judged: 2,
      unjudged: 1,
      accuracy: 0.5,
    })
  })

  it('over several runs has an interval over questions, since runs of one question are alike', () => {
    const once = accuracyOverRuns([[right], [wrong]])
    expect(once).toEqual(accuracyOf([right, wrong]))
    const often = accuracyOverRuns([Array(20).fill(right), Array(20).fill(wrong), [unjudged]])
    expect(often).toMatchObject({ accuracy: 0.5, interval: [0, 1], correct: 20, judged: 40, unjudged: 1 })
    // A question that nobody judged says nothing of the others; one with two runs makes the interval one over questions.
    expect(accuracyOverRuns([[right], [unjudged]])).toEqual(accuracyOf([right, unjudged]))
    expect(accuracyOverRuns([[right], [right, wrong]]).accuracy).toBe(0.75)
  })

  it('has an interval around it within 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (correct, wrongs) => {
        fc.pre(correct + wrongs > 0)
        const { accuracy, interval } = accuracyFigures(correct, correct + wrongs)
        expect(interval[0]).toBeGreaterThanOrEqual(0)
        expect(interval[1]).toBeLessThanOrEqual(1)
        expect(interval[0]).toBeLessThanOrEqual(accuracy + 1e-12)
        expect(interval[1]).toBeGreaterThanOrEqual(accuracy - 1e-12)
      }),
    )
  })
})

describe('several attempts', () => {
  it.each([
    { name: 'one of five right, one drawn', runs: 5, correct: 1, k: 1, is: 0.2 },
    { name: 'one of five right, all drawn', runs: 5, correct: 1, k: 5, is: 1 },
    { name: 'none right', runs: 5, correct: 0, k: 5, is: 0 },
    {
      name: 'two of ten right, five drawn: 1 - C(8,5)/C(10,5)',
      runs: 10,
      correct: 2,
      k: 5,
      is: 1 - 56 / 252,
    },
    { name: 'more drawn than wrong ones there are', runs: 5, correct: 4, k: 2, is: 1 },
    { name: 'fewer runs than drawn', runs: 3, correct: 1, k: 5, is: null },
  ])('with $name', ({ runs, correct, k, is }) => {
    const share = passAtK(runs, correct, k)
    if (is === null) expect(share).toBeNull()
    else expect(share).toBeCloseTo(is, 12)
  })

  it('agree with drawing every subset', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 8 }),
        (runs, k) => {
          fc.pre(k <= runs.length)
          const subsets = Array.from({ length: 2 ** runs.length }, (_, mask) =>
            runs.filter((_, at) => (mask >> at) % 2 === 1),
          )
          const drawn = subsets.filter(({ length }) => length === k)
          const passed = drawn.filter((subset) => subset.includes(true)).length
          expect(passAtK(runs.length, runs.filter(Boolean).length, k)).toBeCloseTo(passed / drawn.length, 10)
        },
      ),
    )
  })

  it('are a mean over the questions that were judged often enough', () => {
    expect(
      passFigures(
        [
          [right, wrong],
          [wrong, wrong],
          [right, unjudged],
        ],
        2,
      ),
    ).toEqual({ k: 2, share: 0.5, questions: 2 })
    expect(passFigures([[right]], 5)).toEqual({ k: 5, share: null, questions: 0 })
  })

  it('are not what a perfect ranker over the candidates would reach', () => {
    expect(oracleAccuracy([[wrong, right], [wrong, wrong], [unjudged]])).toMatchObject({
      correct: 1,
      judged: 2,
      unjudged: 1,
    })
    // One candidate that was judged is enough, and none is not.
    expect(oracleAccuracy([[unjudged, right], [unjudged, wrong], []])).toMatchObject({
      correct: 1,
      judged: 2,
      unjudged: 1,
    })
  })
})

describe('calibration', () => {
  it('has no error where 80 % sure is 80 % right', () => {
    const answers = Array.from({ length: 10 }, (_, at) => judged(at < 8, 80))
    const figures = calibrationOf(answers)!
    expect(figures.rms).toBeCloseTo(0, 12)
    expect(figures.ece).toBeCloseTo(0, 12)
    expect(figures.bins).toEqual([{ count: 10, confidence: expect.closeTo(0.8, 12), accuracy: 0.8 }])
  })

  it('counts every bin, the last one too, weighted by its size', () => {
    // Two bins by order, of 100 and 150: errors .1 and .4.
    const answers = [
      ...Array.from({ length: 100 }, (_, at) => judged(at < 40, 50)),
      ...Array.from({ length: 150 }, (_, at) => judged(at < 90, 100)),
    ]
    const { rms, ece, count } = calibrationOf(answers)!
    expect(count).toBe(250)
    expect(rms).toBeCloseTo(Math.sqrt(0.4 * 0.01 + 0.6 * 0.16), 12)
    expect(ece).toBeCloseTo(0.4 * 0.1 + 0.6 * 0.4, 12)
  })

  it('is not known where no answer says how sure it is', () => {
    expect(calibrationOf([right, unjudged])).toBeNull()
  })
})

describe('agreement against accuracy', () => {
  const point = (consistency: number, accuracy: number, task = 'retrieval') => ({
    questionId: 'q',
    task,
    consistency,
    accuracy,
  })

  it('through (0, 0) and (1, .369) has the slope .369', () => {
    const [line] = agreementLines([point(0, 0), point(1, 0.369)])
    expect(line).toMatchObject({ task: 'retrieval', count: 2, slopeInterval: null })
    expect(line?.slope).toBeCloseTo(0.369, 12)
    expect(line?.r).toBeCloseTo(1, 12)
  })

  it('is told apart by task', () => {
    const lines = agreementLines([
      point(0, 0),
      point(0, 0.2, 'reasoning'),
      point(1, 0.4),
      point(1, 1, 'reasoning'),
    ])
    expect(lines.map(({ task, slope }) => [task, slope])).toEqual([
      ['retrieval', 0.4],
      ['reasoning', 0.8],
    ])
  })

  it('has no line where all agree alike, and no r where all are right alike', () => {
    expect(agreementLines([point(0.5, 0), point(0.5, 1)])[0]).toMatchObject({ slope: null, r: null })
    expect(agreementLines([point(0, 0.5), point(1, 0.5)])[0]).toMatchObject({ slope: 0, r: null })
  })

  it('has an interval around the slope that is the same every time', () => {
    const points = Array.from({ length: 40 }, (_, at) =>
      point(at / 40, 0.2 + (0.5 * at) / 40 + (at % 5) / 50),
    )
    const [line] = agreementLines(points)
    const [low, high] = line!.slopeInterval!
    expect(low).toBeLessThan(line!.slope!)
    expect(high).toBeGreaterThan(line!.slope!)
    expect(agreementLines(points)).toEqual([line])
  })

  it('recovers any line, and turns r with its sign', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(100), { minLength: 2 }),
        fc.constantFrom(-0.5, 0.5),
        share,
        (xs, slope, start) => {
          const [line] = agreementLines(xs.map((x) => point(x / 100, start + (slope * x) / 100)))
          expect(line?.slope).toBeCloseTo(slope, 8)
          expect(line?.r).toBeCloseTo(Math.sign(slope), 8)
        },
      ),
      { numRuns: 20 },
    )
  })
})
