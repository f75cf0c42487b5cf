/** Tests the lexical monitor on sentences: its rules on their own examples, and the resulting marks and scores. */
import { describe, expect, it } from 'vitest'
import type { KnownNames } from '../../../../monitor/index.ts'
import { DOUBT_RULES, readDoubts, scoreSentences, weightOf } from '../../../../monitor/monitors/index.ts'

/** Returns the marks of a text, with more text after it, since a mark at the very end may be cut. */
const marksOf = (text: string, names: KnownNames | null = null) =>
  readDoubts(`${text} `, names).flatMap(({ marks }) => marks)
const rulesIn = (text: string, names: KnownNames | null = null) =>
  marksOf(text, names).map(({ rule }) => rule)
const featuresOf = (text: string, at = 0) => readDoubts(text)[at]!.features.map(({ name }) => name)
const modelOf = (weights: Readonly<Record<string, number>>, bias = 0) => ({
  bias,
  weights: new Map(Object.entries(weights)),
})
const chance = (logOdds: number) => 1 / (1 + Math.exp(-logOdds))

describe('the rules of doubt', () => {
  it('are known by ids of their own', () => {
    expect(new Set(DOUBT_RULES.map(({ id }) => id)).size).toBe(DOUBT_RULES.length)
  })

  /** Returns whether a rule matches. Facts and assurances count only if the sentence also doubts. */
  const found = ({ id, kind, expression }: (typeof DOUBT_RULES)[number], text: string) =>
    kind === 'fact' || kind === 'assurance'
      ? [...text.matchAll(expression)].length > 0
      : rulesIn(text).includes(id)

  it.each(DOUBT_RULES.flatMap((rule) => rule.triggers.map((text) => ({ ...rule, text }))))(
    '$id speaks in "$text"',
    ({ text, ...rule }) => expect(found(rule, text)).toBe(true),
  )

  it.each(DOUBT_RULES.flatMap((rule) => rule.spares.map((text) => ({ ...rule, text }))))(
    '$id is silent in "$text"',
    ({ text, ...rule }) => expect(found(rule, text)).toBe(false),
  )
})

describe('the marks of a sentence', () => {
  it.each([
    { name: 'a fact beside a doubt', text: 'I think it has 70 kDa.', rules: ['i-think', 'quantity'] },
    { name: 'no fact alone', text: 'It has 70 kDa.', rules: [] },
    { name: 'no fact beside a turn', text: 'Hmm, it has 70 kDa.', rules: ['hmm'] },
    { name: 'an assurance beside a doubt', text: 'Perhaps, of course.', rules: ['maybe', 'assured'] },
    { name: 'no assurance alone', text: 'Of course it is.', rules: [] },
    { name: 'each rule once', text: 'Maybe it is, maybe not.', rules: ['maybe'] },
    { name: 'what others think', text: 'The authors suggest that maybe it is.', rules: [] },
    {
      name: 'what others think, seen by the writer',
      text: 'The authors suggest it, I think.',
      rules: ['i-think'],
    },
    {
      name: 'ignorance, also where others are reported',
      text: 'They say I do not know it.',
      rules: ['do-not-know'],
    },
    { name: 'nothing quoted', text: 'He says "I am not sure" here, “maybe”, `perhaps`.', rules: [] },
    { name: 'nothing of a quoted line', text: 'So it is.\n> I am not sure', rules: [] },
  ])('are $name: $text', ({ text, rules }) => {
    expect(rulesIn(text)).toEqual(rules)
  })

  it('leave out what the end of the text may have torn', () => {
    expect(readDoubts('So I have no idea')[0]!.marks).toEqual([])
    expect(rulesIn('So I have no idea')).toEqual(['do-not-know'])
  })

  it.each([
    { text: 'So it is.', weight: 0 },
    { text: 'Maybe it is so, I believe.', weight: 0.9 },
    { text: 'Hmm, wait, actually it is.', weight: 0.4 },
    { text: 'Perhaps, of course.', weight: 0 },
    { text: 'I believe, of course, hmm.', weight: 0.35 },
  ])('weigh $weight together in "$text"', ({ text, weight }) => {
    expect(weightOf(marksOf(text))).toBeCloseTo(weight, 9)
  })
})

describe('marks by names of the corpus', () => {
  const names: KnownNames = {
    find: (text) =>
      [...text.matchAll(/lupeol/g)].map(({ index }) => ({
        name: 'lupeol',
        start: index,
        end: index + 6,
        units: 1,
      })),
    longForms: (short) => (short === 'ACE' ? ['angiotensin converting enzymes'] : []),
    together: () => ({ units: 0, expected: 0 }),
  }
  it.each([
    { text: 'I think lupeol falls.', rules: ['i-think', 'known-name'] },
    { text: 'So lupeol falls.', rules: [] },
    { text: 'Hmm, lupeol falls.', rules: ['hmm'] },
    { text: 'Maybe ACE falls.', rules: ['maybe', 'undefined-short-form'] },
    { text: 'Maybe XYZ falls.', rules: ['maybe'] },
    { text: 'The converting enzyme of angiotensin (ACE) is. Maybe ACE.', rules: ['maybe'] },
    { text: 'The angiotensin converting enzyme (ACE) falls.', rules: [] },
    { text: 'The acetyl cellulose esters (ACE) fall.', rules: ['misread-short-form'] },
    { text: 'The angiotensin coupled elastase (ACE) falls.', rules: ['misread-short-form'] },
  ])('in "$text": $rules', ({ text, rules }) => {
    expect(rulesIn(text, names)).toEqual(rules)
  })
})

describe('the features of a sentence', () => {
  it.each([
    { text: 'I recall it falls. ', has: ['FIRST RECALL', 'RECALL it'], lacks: ['it falls', 'no writer'] },
    { text: 'My recollection of the wavelength is dim. ', has: ['RECALL', 'FACT…UNSURE'], lacks: [] },
    { text: 'I can’t recall. ', has: ['can not RECALL'], lacks: [] },
    { text: 'Recall to to maybe. ', has: ['RECALL…MAYBE'], lacks: [] },
    { text: 'Recall to to to to to to to maybe. ', has: ['RECALL'], lacks: ['RECALL…MAYBE'] },
    { text: 'It is not so. ', has: ['not so', 'no writer'], lacks: ['not', 'no writer, long'] },
    { text: `${'to '.repeat(15)}. `, has: ['no writer, long'], lacks: [] },
    { text: 'Is it prime? No, it is not. ', has: ['? > no', '? > no it'], lacks: ['? > ='] },
    { text: 'Is it prime? No, 91 = 7 times 13. ', has: ['? > no', '? > ='], lacks: [] },
    { text: 'The authors found it. ', has: ['report'], lacks: [] },
    { text: 'I found it. ', has: [], lacks: ['report'] },
    { text: 'I recall', has: [], lacks: ['RECALL'] },
    { text: 'I am not sure, I think maybe. ', has: ['rule maybe', 'rules ≥ 1.5'], lacks: [] },
    { text: 'Maybe it falls. ', has: ['rules ≥ 0.3'], lacks: ['rules ≥ 0.6'] },
  ])('of "$text": $has', ({ text, has, lacks }) => {
    const features = featuresOf(text)
    expect(features).toEqual(expect.arrayContaining([...has]))
    for (const name of lacks) expect(features).not.toContain(name)
  })

  it('have the sentence before a short one', () => {
    expect(featuresOf('I recall it. Not sure. ', 1)).toContain('RECALL < short')
    expect(featuresOf('I recall it. I am not sure of it by now. ', 1)).not.toContain('RECALL < short')
  })
})

describe('the probability of a sentence', () => {
  it('adds the weights of its features to the bias, each once', () => {
    const model = modelOf({ RECALL: 2, 'no writer': -1 }, -0.5)
    const scored = scoreSentences('I recall and recall it. It falls. ', null, model)
    expect(scored.map(({ probability }) => probability)).toEqual([
      expect.closeTo(chance(1.5), 12),
      expect.closeTo(chance(-1.5), 12),
    ])
  })

  it('comes with what spoke for it, strongest first, at its place', () => {
    const text = 'It falls. I recall it. '
    const model = modelOf({ RECALL: 1, 'FIRST RECALL': 2, '^ FIRST RECALL': -1, 'no such': 9 })
    const { start, end, evidence } = scoreSentences(text, null, model)[1]!
    expect(text.slice(start, end)).toBe('I recall it.')
    expect(evidence.map((piece) => [piece.name, piece.weight, text.slice(piece.start, piece.end)])).toEqual([
      ['FIRST RECALL', 2, 'I recall'],
      ['RECALL', 1, 'recall'],
    ])
  })
})
