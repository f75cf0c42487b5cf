/** What part of a paper a heading or a label names. */
import { describe, expect, it } from 'vitest'
import { partOfHeading, partOfLabel } from '../../../../ingest/summarise/paper-part-names.ts'

describe('a heading', () => {
  it.each([
    { heading: 'Conclusions', part: 'conclusions' },
    { heading: 'Results and discussion: ', part: 'results' },
    { heading: 'RESULTS.', part: 'results' },
    { heading: 'Materials and methods', part: 'methods' },
    { heading: 'Introduction', part: 'background' },
    { heading: 'Results of binding assays', part: 'results' },
    { heading: 'Summary of methods', part: null },
    { heading: 'Palms of the coast', part: null },
    { heading: '', part: null },
  ])('"$heading" names $part', ({ heading, part }) => {
    expect(partOfHeading(heading)).toBe(part)
  })
})

describe('a label in front of a sentence', () => {
  it.each([
    { sentence: 'Results: it acts.', part: 'results', label: 'Results: ' },
    { sentence: 'Results Eight studies act.', part: 'results', label: 'Results ' },
    { sentence: 'Results 8 studies act.', part: 'results', label: 'Results ' },
    { sentence: 'Methods', part: 'methods', label: 'Methods' },
    { sentence: 'DATA ANALYSIS Lupeol acts.', part: null, label: 'DATA ANALYSIS ' },
    { sentence: 'CONCLUSIONS: 8 studies act.', part: 'conclusions', label: 'CONCLUSIONS: ' },
    { sentence: '3.2 Mechanism of it\nLupeol acts.', part: null, label: '3.2 Mechanism of it\n' },
    { sentence: '2.1. Methods\nLupeol acts.', part: 'methods', label: '2.1. Methods\n' },
  ])('is found with what it names: $sentence', ({ sentence, part, label }) => {
    expect(partOfLabel(sentence)).toEqual({ part, length: label.length })
  })

  it.each(['Results of the test were good.', 'results Eight studies act.', 'Lupeol acts.', ''])(
    'is none: %s',
    (sentence) => {
      expect(partOfLabel(sentence)).toBeNull()
    },
  )
})
