import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentences } from '../../../core/index.ts'

const split = (text: string) => sentences(text).map(({ start, end }) => text.slice(start, end))

describe('sentences', () => {
  const cases = [
    { name: 'plain prose', parts: ['ACE is a zinc peptidase.', 'It cleaves angiotensin I.'] },
    { name: 'decimals and units', parts: ['The IC50 was 3.5 µg/ml.', 'Lupeol reached 12.1 µg/ml.'] },
    {
      name: 'species and initials',
      parts: ['We grew E. coli K-12 with J. Smith et al. in 2010.', 'Growth stopped.'],
    },
    {
      name: 'latin abbreviations',
      parts: ['Kinases, e.g. PKA, and cf. Fig. 3 show it.', 'Others (i.e. PKC) do not.'],
    },
    {
      name: 'an initial that ends a sentence',
      parts: ['Patients had hepatitis B. The virus was cleared.'].flatMap((t) => t.split(/(?<=B\.) /)),
    },
    { name: 'citations after the stop', parts: ['Trees use more water.[12]', 'Streams run dry.'] },
    {
      name: 'raised citations after the stop',
      parts: ['They serve materials design.11,12', 'According to it, so.'],
    },
    { name: 'quotes and questions', parts: ['“Does it bind?”', 'It does.'] },
    { name: 'a lower-case gene name', parts: ['The strain lost activity.', 'p53-null cells grew.'] },
    { name: 'figures and equations', parts: ['As Eq. 4 and Figs. 2 and 3 show, it fits.', 'See Table 2.'] },
  ]
  it.each(cases)('keeps $name apart', ({ parts }) => {
    expect(split(parts.join(' '))).toEqual(parts)
  })

  it('ends a sentence at a paragraph break', () => {
    expect(split('1. Introduction\n\nCells divide')).toEqual(['1. Introduction', 'Cells divide'])
  })

  it('covers every character that is not white space exactly once, in order', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', '.', ' ', '\n', '1', 'é', '。', '(', ')', '?') }),
        (text) => {
          const spans = sentences(text)
          const covered = spans.map(({ start, end }) => text.slice(start, end)).join('')
          expect(covered.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
          for (const [i, span] of spans.entries())
            expect(span.start).toBeGreaterThanOrEqual(spans[i - 1]?.end ?? 0)
        },
      ),
    )
  })
})
