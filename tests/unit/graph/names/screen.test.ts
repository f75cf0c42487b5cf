/** What is no name in a paper: citations, numbers of figures, labels of sections, first words. */
import { describe, expect, it } from 'vitest'
import { isSentenceCapital, screened, withoutAsides } from '../../../../graph/names/screen.ts'
import { tagged } from '../../../fixtures/names/tagged-words.ts'

describe('asides', () => {
  it.each([
    { name: 'a citation', text: 'As Smith et al. (2005) found, tea helps.', left: 'As found, tea helps.' },
    { name: 'two authors', text: 'See Smith and Jones et al. here.', left: 'See here.' },
    {
      name: 'years in brackets',
      text: 'It helps (Jones, 2005; Smith & Lee, 2010a).',
      left: 'It helps ( ; ).',
    },
    { name: 'a figure', text: 'In Fig. 2A and Supplementary Table S3 it grows.', left: 'In and it grows.' },
    { name: 'the label of a section', text: 'METHODS AND RESULTS: Tea was given.', left: ': Tea was given.' },
    { name: 'a label of one word', text: 'BACKGROUND Tea helps.', left: 'Tea helps.' },
    { name: 'no other word in capitals', text: 'GREEN TEA helps.', left: 'GREEN TEA helps.' },
    { name: 'no label within', text: 'Tea RESULTS: helps.', left: 'Tea RESULTS: helps.' },
    { name: 'nothing', text: 'Tea helps.', left: 'Tea helps.' },
  ])('become spaces: $name', ({ text, left }) => {
    const rest = withoutAsides(text)
    expect(rest).toHaveLength(text.length)
    expect(rest.replace(/\s+/g, ' ').trim()).toBe(left)
    for (const [i, letter] of [...rest].entries()) expect([' ', text[i]]).toContain(letter)
  })

  it.each([
    { name: 'a label that ends within sixty characters', last: 'DISCUSSION', left: ': Tea' },
    { name: 'of a longer one the words before', last: 'INFORMATION', left: 'INFORMATION: Tea' },
  ])('become spaces: $name', ({ last, left }) => {
    const text = `${'CHARACTERISTICS '.repeat(3)}${last}: Tea`
    expect(withoutAsides(text).trim()).toBe(left)
  })
})

describe('a span of capitals', () => {
  const spanOf = (sentence: string, surface: string, name = surface.toLowerCase()) => {
    const start = sentence.indexOf(surface)
    return screened(sentence, { start, end: start + surface.length, name })
  }

  it.each([
    { name: 'a name as it is', sentence: 'the TP53 gene', surface: 'TP53', is: 'TP53', form: 'tp53' },
    {
      name: 'from the start of its word',
      sentence: 'an siRNA works',
      surface: 'RNA',
      is: 'siRNA',
      form: 'sirna',
    },
    {
      name: 'from the start of the sentence',
      sentence: 'siRNA works',
      surface: 'RNA',
      is: 'siRNA',
      form: 'sirna',
    },
    {
      name: 'without a number behind',
      sentence: 'has IC50 of 12 here',
      surface: 'IC50 of 12',
      is: 'IC50',
      form: 'ic50',
    },
    { name: 'with both', sentence: 'a pIC50 for 7', surface: 'IC50 for 7', is: 'pIC50', form: 'pic50' },
    {
      name: 'with a word of twelve letters before it',
      sentence: 'abcdefghijklRNA',
      surface: 'RNA',
      is: 'abcdefghijklRNA',
      form: 'abcdefghijklrna',
    },
    {
      name: 'with twelve letters of a longer word',
      sentence: 'xabcdefghijklRNA',
      surface: 'RNA',
      is: 'abcdefghijklRNA',
      form: 'abcdefghijklrna',
    },
  ])('is $name', ({ sentence, surface, is, form }) => {
    const start = sentence.indexOf(is)
    expect(spanOf(sentence, surface)).toEqual({ start, end: start + is.length, name: form })
  })

  it('is cut before a number of up to twenty-four characters with what leads to it', () => {
    const [near, far] = [`IC50 of ${'1'.repeat(20)}`, `IC50 of ${'1'.repeat(21)}`]
    expect(spanOf(near, near)?.end).toBe(4)
    expect(spanOf(far, far)?.end).toBe(far.length)
  })

  it.each([
    { name: 'a word of reporting', sentence: 'the Results show', surface: 'Results' },
    { name: 'one with a number behind', sentence: 'a Total of 12 mice', surface: 'Total of 12' },
    { name: 'one with its beginning', sentence: 'subGroup', surface: 'Group', as: 'x' },
  ])('is no name where it is $name', ({ sentence, surface, as }) => {
    expect(spanOf(sentence, surface, as)).toBeNull()
  })
})

describe('the capital of a sentence', () => {
  const of = (text: string, phrases: readonly (readonly [number, number])[] = [], end?: number) => {
    const { words } = tagged(text)
    const span = { start: 0, end: end ?? words[0]?.end ?? 0, name: '' }
    return isSentenceCapital(
      span,
      words,
      phrases.map(([from, to]) => ({ from, to })),
    )
  }

  it.each([
    { name: 'a verb', text: 'Dissecting/verb the/other cell/noun', is: true },
    { name: 'an adjective', text: 'Rapid/adjective shifts/noun', is: true },
    { name: 'a noun alone', text: 'Lupeol/noun helps/verb', phrases: [[0, 1]], is: false },
    { name: 'a proper noun alone', text: 'Kyoto/proper-noun is/verb', phrases: [[0, 1]], is: false },
    {
      name: 'a noun in front of a phrase',
      text: 'Tea/noun leaves/noun help/verb',
      phrases: [[0, 2]],
      is: true,
    },
    {
      name: 'a noun before another phrase',
      text: 'Tea/noun helps/verb mice/noun x/noun',
      phrases: [[2, 4]],
      is: false,
    },
    { name: 'a noun without a phrase', text: 'Tea/noun', is: false },
    { name: 'a word with two capitals', text: 'McLeod/verb is/verb', is: false },
    { name: 'a word with a digit', text: 'Tp53/verb is/verb', is: false },
    { name: 'a longer span', text: 'Rapid/adjective Shifts/noun', end: 12, is: false },
    { name: 'no word', text: ',', is: false },
  ] as const)('$name: $is', (given) => {
    expect(
      of(given.text, 'phrases' in given ? given.phrases : [], 'end' in given ? given.end : undefined),
    ).toBe(given.is)
  })

  it('is that of its first word alone', () => {
    const { words } = tagged('then/other Rapid/adjective shifts/noun')
    expect(isSentenceCapital({ start: 5, end: 10, name: 'rapid' }, words, [])).toBe(false)
  })
})
