/** Which phrases come first, by how often they stand there and how many words they have. */
import { describe, expect, it } from 'vitest'
import { keyPhrases } from '../../../../ingest/summarise/key-phrases.ts'

describe('the rank of a phrase', () => {
  const cases = [
    {
      name: 'by how often it stands there',
      text: 'Beta. Alpha. Alpha. Alpha. Beta.',
      phrases: ['Alpha', 'Beta'],
    },
    {
      name: 'by where it is met, of equal ones',
      text: 'Beta. Alpha. Alpha. Beta.',
      phrases: ['Beta', 'Alpha'],
    },
    {
      name: 'of two words twice before one seven times',
      text: `${'Zinc. '.repeat(7)}Palm bark. Palm bark.`,
      phrases: ['Palm bark', 'Zinc'],
    },
    {
      name: 'of two words twice behind one nine times',
      text: `Palm bark. Palm bark. ${'Zinc. '.repeat(9)}`,
      phrases: ['Zinc', 'Palm bark'],
    },
    {
      name: 'of three words twice before one seventeen times',
      text: `${'Zinc. '.repeat(17)}Red palm bark. Red palm bark.`,
      phrases: ['Red palm bark', 'Zinc'],
    },
    {
      name: 'of three words twice behind one nineteen times',
      text: `Red palm bark. Red palm bark. ${'Zinc. '.repeat(19)}`,
      phrases: ['Zinc', 'Red palm bark'],
    },
    {
      name: 'three words long at most',
      text: 'Red palm bark oil. Red palm bark oil.',
      phrases: ['Red palm bark', 'palm bark oil'],
    },
    { name: 'up to a word of grammar', text: 'Palm of bark. Palm of bark.', phrases: ['Palm', 'bark'] },
    { name: 'up to one in capitals', text: 'Palm OF bark. Palm OF bark.', phrases: ['Palm', 'bark'] },
    { name: 'up to a mark', text: 'Palm, bark; palm (bark).', phrases: ['Palm', 'bark'] },
    { name: 'only where it stands there twice', text: 'Palm, bark, palm.', phrases: ['Palm'] },
    { name: 'of three letters', text: 'Zn, tin, zn, tin.', phrases: ['tin'] },
    { name: 'of more than numbers', text: '1234, tin, 1234, tin.', phrases: ['tin'] },
    {
      name: 'without the longer ones around it',
      text: `${'Zinc. '.repeat(9)}Zinc oxide. Zinc oxide.`,
      phrases: ['Zinc', 'oxide'],
    },
    { name: 'by the stems of its words', text: 'Cells grow. A cell grows.', phrases: ['Cells grow'] },
    {
      name: 'of a word with a hyphen',
      text: 'Blood-brain barrier. Blood-brain barrier.',
      phrases: ['Blood-brain barrier'],
    },
  ]
  it.each(cases)('is $name', ({ text, phrases }) => {
    expect(keyPhrases(text, 9)).toEqual(phrases)
  })

  it('names no more than are asked for', () => {
    const text = 'Alpha. Alpha. Beta. Beta. Gamma. Gamma.'
    expect(keyPhrases(text, 0)).toEqual([])
    expect(keyPhrases(text, 2)).toEqual(['Alpha', 'Beta'])
    expect(keyPhrases(text, 3)).toEqual(['Alpha', 'Beta', 'Gamma'])
    expect(keyPhrases('', 3)).toEqual([])
  })

  it('is that of the first 300,000 characters', () => {
    const text = (spaces: number) => `Bark.${' '.repeat(spaces)}bark`
    expect(keyPhrases(text(299_991), 1)).toEqual(['Bark'])
    expect(keyPhrases(text(299_992), 1)).toEqual([])
  })
})
