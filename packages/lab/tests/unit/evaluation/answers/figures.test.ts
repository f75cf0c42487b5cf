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
  it('over several runs has an interval over questions, since runs of one question are alike', () => {
    const once = accuracyOverRuns([[right], [wrong]])
    expect(once).toEqual(accuracyOf([right, wrong]))
    const often = accuracyOverRuns([Array(20).fill(right), Array(20).fill(wrong), [unjudged]])
    expect(often).toMatchObject({ accuracy: 0.5, interval: [0, 1], correct: 20, judged: 40, unjudged: 1 })
    // An unjudged question says nothing about the others; with two runs of one, the interval is one over questions.
    expect(accuracyOverRuns([[right], [unjudged]])).toEqual(accuracyOf([right, unjudged]))
    expect(accuracyOverRuns([[right], [right, wrong]]).accuracy).toBe(0.75)
  })

  it('has an interval around it within 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (correct, wrongs) => {
        fc.pre(correct + wrongs > 1)
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
    // One judged candidate is enough; a question without any is unjudged.
    expect(oracleAccuracy([[unjudged, right], [unjudged, wrong], []])).toMatchObject({
      correct: 1,
      judged: 2,
      unjudged: 1,
    })
  })
})

describe('calibration', () => {
  it('counts every bin, the last one too, weighted by its size', () => {
    // Two bins in order, of 100 and 150: errors .1 and .4.
    const answers = [
      ...Array.from({ length: 100 }, (_, at) => judged(at < 40, 50)),
      ...Array.from({ length: 150 }, (_, at) => judged(at < 90, 100)),
    ]
    const { rms, ece, count } = calibrationOf(answers)!
    expect(count).toBe(250)
    expect(rms).toBeCloseTo(Math.sqrt(0.4 * 0.01 + 0.6 * 0.16), 12)
    expect(ece).toBeCloseTo(0.4 * 0.1 + 0.6 * 0.4, 12)
  })
})

describe('agreement against accuracy', () => {
  const point = (consistency: number, accuracy: number, task = 'retrieval') => ({
    questionId: 'q',
    task,
    consistency,
    accuracy,
  })

  it('has no line where all agree alike, and no r where all are right alike', () => {
    expect(agreementLines([point(0.5, 0), point(0.5, 1)])[0]).toMatchObject({ slope: null, r: null })
    expect(agreementLines([point(0, 0.5), point(1, 0.5)])[0]).toMatchObject({ slope: 0, r: null })
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
