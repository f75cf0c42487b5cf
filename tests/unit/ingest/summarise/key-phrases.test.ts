import { describe, expect, it } from 'vitest'
import { keyPhrases } from '../../../../ingest/summarise/key-phrases.ts'

describe('key phrases', () => {
  const cases = [
    {
      name: 'a phrase before its words',
      text: 'Flow duration curves of rivers. The flow duration curve shifts. A curve.',
      first: 'Flow duration curves',
    },
    { name: 'a short name', text: 'A20 acts. We block A20. In A20, a loop.', first: 'A20' },
    { name: 'no single letters', text: 'At T P = 3 and T P = 4 the rain fell; rain is T P.', first: 'rain' },
    { name: 'no bare numbers', text: 'In 2010 and 2010 and 2010 the rain; rain.', first: 'rain' },
  ]
  it.each(cases)('prefers $name', ({ text, first }) => {
    expect(keyPhrases(text, 1)).toEqual([first])
  })

  it('names none where nothing recurs', () => {
    expect(keyPhrases('Lupeol inhibits the enzyme of palms.', 3)).toEqual([])
  })

  it('gives none that is part of another', () => {
    const text = 'Flow duration curves. Flow duration curves. Bark extracts. Bark extracts.'
    expect(keyPhrases(text, 5)).toEqual(['Flow duration curves', 'Bark extracts'])
  })
})
