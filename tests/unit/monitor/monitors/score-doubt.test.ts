/** How doubtful a sentence is, by models of a few weights: which features count, how they add up, and what is told of them. */
import { describe, expect, it } from 'vitest'
import type { KnownNames } from '../../../../monitor/index.ts'
import { weightOf } from '../../../../monitor/monitors/doubt-marks.ts'
import { readDoubts, scoreSentences } from '../../../../monitor/monitors/score-doubt.ts'

const model = (weights: Readonly<Record<string, number>>, bias = 0) => ({
  bias,
  weights: new Map(Object.entries(weights)),
})
const chance = (logOdds: number) => 1 / (1 + Math.exp(-logOdds))
describe('the probability of a sentence', () => {
  const text = 'I recall it. It falls. '

  it('adds the weights of its features to the bias, each once', () => {
    const [first, second] = scoreSentences(
      'I recall and recall it. It falls. ',
      null,
      model({ RECALL: 2, 'no writer': -1 }, -0.5),
    )
    expect(first!.probability).toBeCloseTo(chance(1.5), 12)
    expect(second!.probability).toBeCloseTo(chance(-1.5), 12)
  })

  it('tells what spoke for it, the strongest first and with its place, and nothing that spoke against it', () => {
    const [first] = scoreSentences(
      text,
      null,
      model({ RECALL: 1, 'FIRST RECALL': 2, '^ FIRST RECALL': -1, 'no such': 9 }),
    )
    expect(
      first!.evidence.map(({ name, weight, start, end }) => [name, weight, text.slice(start, end)]),
    ).toEqual([
      ['FIRST RECALL', 2, 'I recall'],
      ['RECALL', 1, 'recall'],
    ])
  })

  it('counts a short form that the corpus reads otherwise, though no training text had one', () => {
    const names: KnownNames = { find: () => [], longForms: () => ['angiotensin converting enzyme'] }
    const read = 'The acetyl cellulose esters (ACE) fall. '
    const [known] = scoreSentences(read, names, model({}))
    expect(known!.probability).toBeCloseTo(chance(6), 12)
    expect(known!.evidence.map(({ name, weight }) => [name, weight])).toEqual([
      ['rule misread-short-form', 6],
    ])
    expect(scoreSentences(read, names, model({ 'rule misread-short-form': 1 }))[0]!.probability).toBeCloseTo(
      chance(1),
      12,
    )
    expect(scoreSentences(read, null, model({}))[0]!.probability).toBe(0.5)
  })

  it('says nothing of a weight of 0', () => {
    expect(scoreSentences(text, null, model({ RECALL: 0 }))[0]!.evidence).toEqual([])
  })

  it('is that of each sentence by itself, at its place in the text', () => {
    const scored = scoreSentences(text, null, model({}))
    expect(scored.map(({ start, end, probability }) => [text.slice(start, end), probability])).toEqual([
      ['I recall it.', 0.5],
      ['It falls.', 0.5],
    ])
    const [, second] = readDoubts('It falls. I recall it. ')
    const feature = second!.features.find(({ name }) => name === 'RECALL')
    expect('It falls. I recall it. '.slice(feature?.start, feature?.end)).toBe('recall')
  })

  it('has the sentences beside it among its features, and what is open at the end of the text', () => {
    const namesOf = (at: number, of: string) => readDoubts(of)[at]!.features.map(({ name }) => name)
    expect(namesOf(0, 'Is it prime? No, it is not. ')).toContain('? > no')
    expect(namesOf(1, 'I recall it. So it is. I must check. ')).not.toContain('RECALL < short')
    expect(namesOf(1, 'I recall it. I check. ')).toContain('RECALL < short')
    expect(namesOf(0, 'I recall')).not.toContain('RECALL')
    expect(namesOf(0, 'I recall ')).toContain('RECALL')
    expect(namesOf(0, 'The authors found it. ')).toContain('report')
    expect(namesOf(0, 'I found it. ')).not.toContain('report')
  })
})

describe('steps of the rules', () => {
  const steps = (text: string) =>
    readDoubts(text)[0]!.features.flatMap(({ name }) => (name.startsWith('rules') ? [name] : []))

  it('are there from their sum on, a rounding of doubles apart', () => {
    for (const text of [
      'I am not sure which enzyme it is, I think maybe. ',
      'It falls. ',
      'I am not sure. ',
      'Maybe it falls. ',
      'I think it has 70 kDa, maybe. ',
    ]) {
      const [sentence] = readDoubts(text)
      const weight = weightOf(sentence!.marks)
      const due = [0.3, 0.6, 1, 1.5].filter((step) => weight > step - 1e-6)
      expect(steps(text)).toEqual(due.map((step) => `rules ≥ ${step}`))
    }
  })
})
