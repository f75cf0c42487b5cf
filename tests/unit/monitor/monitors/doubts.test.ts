/** Tests the lexical monitor on sentences: its rules on their own examples, and the resulting marks. */
import { describe, expect, it } from 'vitest'
import type { KnownNames } from '../../../../monitor/index.ts'
import { DOUBT_RULES, readDoubts, weightOf } from '../../../../monitor/monitors/index.ts'

/** Returns the marks of a text, with more text after it, since a mark at the very end may be cut. */
const marksOf = (text: string, names: KnownNames | null = null) =>
  readDoubts(`${text} `, names).flatMap(({ marks }) => marks)
const rulesIn = (text: string, names: KnownNames | null = null) =>
  marksOf(text, names).map(({ rule }) => rule)

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
    { name: 'the writer on others', text: 'The authors suggest it, I think.', rules: ['i-think'] },
    { name: 'ignorance in a report', text: 'They say I do not know it.', rules: ['do-not-know'] },
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
      [...text.matchAll(/lupeol/g)].map(({ index: start }) => {
        return { name: 'lupeol', start, end: start + 6, units: 1 }
      }),
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
