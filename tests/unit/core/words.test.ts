import { describe, expect, it } from 'vitest'
import { words } from '../../../core/index.ts'

describe('words', () => {
  const cases = [
    { name: 'stems and leaves stop words out', text: 'The cells are dividing', terms: ['cell', 'divid'] },
    {
      name: 'spells Greek letters',
      text: 'TNF-α and β-sitosterol',
      terms: ['tnf', 'alpha', 'beta', 'sitosterol'],
    },
    { name: 'folds accents and width', text: 'Naïve Müller ＡＣＥ', terms: ['naiv', 'muller', 'ac'] },
    { name: 'keeps numbers', text: 'IC50 of 3.5 in 2014', terms: ['ic50', '3', '5', '2014'] },
    { name: 'parts raised numbers from words', text: 'embolism⁴¹ rose', terms: ['embol', 'rose'] },
    { name: 'reads powers apart', text: '10⁶ cells of 5 m²', terms: ['10', '6', 'cell', '5', 'm2'] },
    { name: 'takes one character of them alone', text: '水 is 酶素', terms: ['水', '酶素'] },
    { name: 'pairs characters of unspaced scripts', text: '化学反応', terms: ['化学', '学反', '反応'] },
    { name: 'keeps the words of other alphabets whole', text: 'клетка', terms: ['клетка'] },
    { name: 'pairs no letters beside one of them', text: '水 клетка', terms: ['水', 'клетка'] },
    { name: 'takes the first 64 characters of a longer word', text: 'q'.repeat(65), terms: ['q'.repeat(64)] },
    { name: 'finds nothing in nothing', text: ' — ', terms: [] },
  ]
  it.each(cases)('$name', ({ text, terms }) => {
    expect(words(text)).toEqual(terms)
  })
})
