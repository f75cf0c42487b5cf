/** Which marks of rules and of names count in a sentence, what they weigh together, and what a sentence of a window is. */
import { describe, expect, it } from 'vitest'
import type { KnownNames } from '../../../../monitor/index.ts'
import { countedMarks, marksIn, weightOf } from '../../../../monitor/monitors/doubt-marks.ts'
import type { DoubtKind, WeighedMark } from '../../../../monitor/monitors/doubt-rule.ts'
import { readWindow } from '../../../../monitor/monitors/doubt-sentences.ts'
import { nameMarks } from '../../../../monitor/monitors/name-marks.ts'

const mark = (
  rule: string,
  kind: DoubtKind,
  weight: number,
  rest: Partial<WeighedMark> = {},
): WeighedMark => ({
  rule,
  kind,
  weight,
  within: [],
  start: 0,
  end: 1,
  ...rest,
})

describe('the weight of marks', () => {
  it.each([
    { name: 'of none', marks: [], is: 0 },
    { name: 'is the sum', marks: [mark('a', 'hedge', 0.5), mark('b', 'ignorance', 0.25)], is: 0.75 },
    {
      name: 'counts of several turns the heaviest',
      marks: [mark('a', 'turn', 0.25), mark('b', 'turn', 0.5), mark('c', 'hedge', 0.25)],
      is: 0.75,
    },
    {
      name: 'is less with an assurance',
      marks: [mark('a', 'hedge', 0.5), mark('b', 'assurance', -0.25)],
      is: 0.25,
    },
    { name: 'is never below 0', marks: [mark('a', 'hedge', 0.25), mark('b', 'assurance', -0.5)], is: 0 },
    {
      name: 'is that of a turn at least',
      marks: [mark('a', 'turn', 0.5), mark('b', 'assurance', -1)],
      is: 0.5,
    },
  ])('$name', ({ marks, is }) => {
    expect(weightOf(marks)).toBe(is)
  })
})

describe('the marks that count in a sentence', () => {
  const text = 'x'.repeat(40)
  const sentence = { start: 10, end: 20, isReport: false }
  const counted = (marks: readonly WeighedMark[], rest: Partial<typeof sentence> = {}) =>
    countedMarks(text, { ...sentence, ...rest }, marks, null).map(({ rule }) => rule)

  it('are those that begin in it', () => {
    const marks = [9, 10, 19, 20].map((start) => mark(`at ${start}`, 'hedge', 1, { start, end: start + 5 }))
    expect(counted(marks)).toEqual(['at 10', 'at 19'])
  })

  it('are each rule once, the first', () => {
    const marks = [11, 12].map((start) => mark('same', 'hedge', 1, { start, end: 13 }))
    expect(countedMarks(text, sentence, marks, null).map(({ start }) => start)).toEqual([11])
  })

  it.each([
    { name: 'a fact with the doubt that it goes with', marks: ['hedge', 'fact'], is: ['hedge', 'fact'] },
    { name: 'no fact alone', marks: ['fact'], is: [] },
    { name: 'no fact with another doubt', marks: ['turn', 'fact'], is: ['turn'] },
    { name: 'no fact with an assurance', marks: ['assurance', 'fact'], is: [] },
    { name: 'an assurance with any doubt', marks: ['turn', 'assurance'], is: ['turn', 'assurance'] },
    { name: 'no assurance alone', marks: ['assurance'], is: [] },
  ] as { name: string; marks: DoubtKind[]; is: string[] }[])('are $name', ({ marks, is }) => {
    expect(
      counted(marks.map((kind) => mark(kind, kind, 1, { start: 12, end: 13, within: ['hedge'] }))),
    ).toEqual(is)
  })

  it('are a fact with one of the doubts that it goes with', () => {
    const fact = mark('fact', 'fact', 1, { start: 12, end: 13, within: ['hedge', 'question'] })
    expect(counted([mark('a', 'question', 1, { start: 12, end: 13 }), fact])).toEqual(['a', 'fact'])
  })

  it('are no matches that the end of the text may have torn', () => {
    const rules = (of: string) => marksIn(of).map(({ rule }) => rule)
    expect(rules('I am not sure.')).not.toEqual([])
    expect(rules('I am not sure')).toEqual([])
    expect(
      marksIn('So I am not sure.').map(({ start, end }) => 'So I am not sure.'.slice(start, end)),
    ).toContain('I am not sure')
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
  }
  const marked = (window: string, isInDoubt = true, start = 0, end = window.length) =>
    nameMarks(window, { start, end, isInDoubt }, names).map(
      ({ rule, weight, start: from, end: to, kind }) => [rule, weight, window.slice(from, to), kind],
    )

  it.each([
    { name: 'a name', text: 'I think lupeol', is: [['known-name', 0.3, 'lupeol', 'fact']] },
    {
      name: 'a short form that is explained nowhere',
      text: 'perhaps ACE',
      is: [['undefined-short-form', 0.25, 'ACE', 'fact']],
    },
    { name: 'no short form that the corpus does not know', text: 'perhaps XYZ', is: [] },
    { name: 'no short form that is explained', text: 'converting enzyme of angiotensin (ACE)', is: [] },
    {
      name: 'a short form that is read otherwise',
      text: 'acetyl cellulose esters (ACE)',
      is: [['misread-short-form', 1, 'ACE', 'turn']],
    },
  ])('are of $name', ({ text, is }) => {
    expect(marked(text)).toEqual(is)
  })

  it.each([
    { name: 'written with capitals', text: 'the Enzyme Converting Angiotensin (ACE)' },
    { name: 'with a word more', text: 'the angiotensin I converting enzyme (ACE)' },
  ])('are none of a short form that is read alike, $name', ({ text }) => {
    expect(marked(text, false)).toEqual([])
  })

  it.each([
    { corpus: 'angiotensin converting enzyme', text: 'the angiotensin converting enzymes (ACE)' },
    { corpus: 'protein kinase', text: 'many protein kinases (PK)' },
    { corpus: 'monoclonal antibodies', text: 'a monoclonal antibody (MAB)' },
    { corpus: 'herpes simplex viruses', text: 'the herpes simplex virus (HSV)' },
    { corpus: 'pathway analysis', text: 'some pathway analyses (PA)' },
    { corpus: 'cyclin D', text: 'these cyclins D (CD)' },
  ])('are none of one that is read alike in another number: $corpus in "$text"', ({ corpus, text }) => {
    const known: KnownNames = { find: () => [], longForms: () => [corpus] }
    const rules = (sentence: string) =>
      nameMarks(sentence, { start: 0, end: sentence.length, isInDoubt: false }, known).length
    expect(rules(text)).toBe(0)
    expect(rules('the acetyl cellulose esters (ACE)')).toBe(1)
  })

  it('are of the first of several places of a short form that is read otherwise', () => {
    const text = 'acetyl cellulose esters (ACE), said twice (ACE)'
    expect(nameMarks(text, { start: 0, end: text.length, isInDoubt: false }, names)).toMatchObject([
      { start: 25, end: 28 },
    ])
  })

  it('are of a short form that begins the sentence', () => {
    const text = '(ACE), or acetyl cellulose esters (ACE)'
    expect(nameMarks(text, { start: 0, end: text.length, isInDoubt: false }, names)).toMatchObject([
      { start: 1, end: 4 },
    ])
  })

  it('are of a short form whose reading shares a word with that of the corpus, and no more', () => {
    expect(marked('angiotensin coupled elastase (ACE)', false)).toEqual([
      ['misread-short-form', 1, 'ACE', 'turn'],
    ])
  })

  it('are none of a short form that the corpus reads in several ways, of which this is one', () => {
    const both: KnownNames = {
      find: () => [],
      longForms: () => ['angiotensin converting enzyme', 'acetyl cellulose ester'],
    }
    const text = 'acetyl cellulose esters (ACE)'
    expect(nameMarks(text, { start: 0, end: text.length, isInDoubt: false }, both)).toEqual([])
  })

  it('are none of a short form whose long form in the corpus has no word', () => {
    const odd: KnownNames = { find: () => [], longForms: () => ['+/-'] }
    const text = 'acetyl cellulose esters (ACE)'
    expect(nameMarks(text, { start: 0, end: text.length, isInDoubt: false }, odd)).toEqual([])
  })

  it('are only of short forms that are read otherwise where the sentence has no doubt', () => {
    expect(marked('lupeol and ACE', false)).toEqual([])
    expect(marked('acetyl cellulose esters (ACE) of lupeol', false)).toEqual([
      ['misread-short-form', 1, 'ACE', 'turn'],
    ])
  })

  it('lie at their place in the window, and know what was explained before', () => {
    expect(marked('So it is. Maybe lupeol and ACE. So.', true, 10, 31)).toEqual([
      ['undefined-short-form', 0.25, 'ACE', 'fact'],
      ['known-name', 0.3, 'lupeol', 'fact'],
    ])
    expect(marked('The enzyme (ACE) is. Maybe ACE.', true, 21, 31)).toEqual([])
  })

  it('count in a sentence that doubts, unless the end of the text may have torn them', () => {
    const rules = (text: string) =>
      countedMarks(text, { start: 0, end: text.length, isReport: false }, [mark('a', 'hedge', 1)], names).map(
        ({ rule }) => rule,
      )
    expect(rules('I think lupeol.')).toEqual(['a', 'known-name'])
    expect(rules('I think lupeol')).toEqual(['a'])
    const calm = countedMarks(
      'I think lupeol.',
      { start: 0, end: 15, isReport: false },
      [mark('a', 'turn', 1)],
      names,
    )
    expect(calm.map(({ rule }) => rule)).toEqual(['a'])
    const mixed = countedMarks(
      'I think lupeol.',
      { start: 0, end: 15, isReport: false },
      [mark('a', 'turn', 1), mark('b', 'hedge', 1)],
      names,
    )
    expect(mixed.map(({ rule }) => rule)).toEqual(['a', 'b', 'known-name'])
  })
})

describe('the sentences of a window', () => {
  it('have quotations masked at their length, line by line', () => {
    const window = 'He says "not sure" here. “Maybe” so.\n> I doubt it\nIt is `x?`.'
    const { text, sentences } = readWindow(window)
    expect(text).toBe('He says "________" here. “_____” so.\n____________\nIt is `__`.')
    expect(sentences.map(({ start, end }) => window.slice(start, end))).toEqual([
      'He says "not sure" here. “Maybe” so.',
      '> I doubt it',
      'It is `x?`.',
    ])
  })

  it.each([
    { text: 'The authors suggest that it is so.', isReport: true },
    { text: 'They have long believed it.', isReport: true },
    { text: 'The authors suggest it, I think.', isReport: false },
    { text: 'It is so.', isReport: false },
  ])('report or not: $text', ({ text, isReport }) => {
    expect(readWindow(text).sentences).toMatchObject([{ isReport }])
  })
})
