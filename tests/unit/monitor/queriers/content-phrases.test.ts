/** What a sentence is about: its runs of telling words, and which of them look like names. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentPhrases } from '../../../../monitor/queriers/content-phrases.ts'

/** Phrases as they are joined; those that look like names in angle brackets. */
const shown = (text: string) =>
  contentPhrases(text).map(({ text: words, isNameLike }) => (isNameLike ? `<${words}>` : words))

describe('phrases', () => {
  it.each([
    {
      name: 'are runs of words that say something',
      text: 'The bark of the birch tree dries.',
      is: ['bark', 'birch tree dries'],
    },
    {
      name: 'end at a mark',
      text: 'liver, kidney; heart muscle. lung',
      is: ['liver', 'kidney', 'heart muscle', 'lung'],
    },
    { name: 'end at two blanks', text: 'liver  kidney', is: ['liver', 'kidney'] },
    { name: 'go over one line break', text: 'liver\nkidney', is: ['liver kidney'] },
    {
      name: 'have four words at most',
      text: 'iron zinc copper cobalt nickel',
      is: ['iron zinc copper cobalt', 'nickel'],
    },
    {
      name: 'leave out short forms of empty words',
      text: "It isn't bark, they're bark",
      is: ['bark', 'bark'],
    },
    { name: 'drop the s of a possessive', text: 'the birch’s bark', is: ['birch bark'] },
    { name: 'leave out numbers', text: 'about 42 or 1e-8 or 5x or 7, bark', is: ['bark'] },
    { name: 'leave out single letters and variables', text: 'k and x_i and 2N_e with bark', is: ['bark'] },
    { name: 'keep words of two letters', text: 'the pH of it', is: ['<pH>'] },
    { name: 'keep a single Greek letter', text: 'with μ and θ and Ω', is: ['<μ>', '<θ>', '<Ω>'] },
    { name: 'are none where nothing is said', text: 'It is so.', is: [] },
    { name: 'are none of nothing', text: '', is: [] },
  ])('$name', ({ text, is }) => {
    expect(shown(text)).toEqual(is)
  })
})

describe('a phrase looks like a name', () => {
  it.each([
    {
      name: 'by a capital within the sentence',
      text: 'the Watterson estimator',
      is: ['<Watterson estimator>'],
    },
    {
      name: 'not by the capital that begins one',
      text: 'Bark dries. Leaves fall',
      is: ['Bark dries', 'Leaves fall'],
    },
    {
      name: 'not by the capital behind a colon, a bracket or a line break',
      text: 'so: Bark\n(Leaves) see\nRoots',
      is: ['Bark', 'Leaves', 'Roots'],
    },
    { name: 'by a capital behind one letter', text: 'a Watterson estimate', is: ['<Watterson estimate>'] },
    { name: 'by a capital behind three blanks', text: 'see   Bark', is: ['<Bark>'] },
    { name: 'not by one behind four, as in a table', text: 'see    Bark', is: ['Bark'] },
    { name: 'by a digit beside a letter', text: 'Bark has p53', is: ['Bark', '<p53>'] },
    { name: 'by a capital inside a word', text: 'mRNA falls', is: ['<mRNA falls>'] },
    { name: 'by a Greek letter in a word', text: 'α-helix turns', is: ['<α-helix>'] },
    {
      name: 'by one of its words',
      text: 'liver of the soluble kinase PINK1',
      is: ['liver', '<soluble kinase PINK1>'],
    },
  ])('$name', ({ text, is }) => {
    expect(shown(text)).toEqual(is)
  })
})

it('a phrase knows its place, in the order of the text', () => {
  const text = 'Does the birch’s bark inhibit ACE?'
  expect(contentPhrases(text).map(({ start, end, words }) => [text.slice(start, end), words])).toEqual([
    ['birch’s bark inhibit ACE', ['birch', 'bark', 'inhibit', 'ACE']],
  ])
  const word = fc.constantFrom('the', 'bark', 'of', 'p53', 'birch', ', ', '. ', '(', ') ', '42')
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), (words) => {
      const made = words.join(' ')
      let last = 0
      for (const { start, end, words: said } of contentPhrases(made)) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(made.slice(start, end)).toBe(said.join(' '))
        expect(said.length).toBeLessThanOrEqual(4)
        last = end
      }
    }),
  )
})
