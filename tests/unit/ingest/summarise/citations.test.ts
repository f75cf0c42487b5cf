import { describe, expect, it } from 'vitest'
import { withoutCitations } from '../../../../ingest/summarise/citations.ts'

describe('citations', () => {
  const cases = [
    {
      name: 'in brackets',
      text: 'ACE cleaves Ac-SDKP [11,12] and kinins [3–6].',
      shown: 'ACE cleaves Ac-SDKP and kinins.',
    },
    {
      name: 'raised behind a stop',
      text: 'to materials design.11,12 According to it',
      shown: 'to materials design. According to it',
    },
    {
      name: 'raised behind a comma',
      text: 'with quotes “so,”9 and words,28 often',
      shown: 'with quotes “so,” and words, often',
    },
    {
      name: 'carried to the next sentence',
      text: '14,15 Deep models are opaque.',
      shown: 'Deep models are opaque.',
    },
    { name: 'raised', text: 'Embolism⁴¹ rose by 20%.¹²,¹³', shown: 'Embolism rose by 20%.' },
    { name: 'in brackets in front', text: '[12] lupeol acts.', shown: 'lupeol acts.' },
    { name: 'none: powers and areas', text: 'Some 10⁶ cells a m².', shown: 'Some 10⁶ cells a m².' },
    { name: 'a count at the start', text: '23 MPs never appear.', shown: '23 MPs never appear.' },
    { name: 'thousands', text: '1,200 Patients took part.', shown: '1,200 Patients took part.' },
    { name: 'none: decimals', text: 'The IC50 was 18.4 µg/mL.', shown: 'The IC50 was 18.4 µg/mL.' },
    {
      name: 'none: figures',
      text: 'As shown in Fig.3 and Eq.12 here',
      shown: 'As shown in Fig.3 and Eq.12 here',
    },
    {
      name: 'none: a count at the start',
      text: '12 patients were enrolled.',
      shown: '12 patients were enrolled.',
    },
    {
      name: 'none: ranges and intervals',
      text: 'a CI of [0.2, 0.9] at 5 %',
      shown: 'a CI of [0.2, 0.9] at 5 %',
    },
  ]
  it.each(cases)('go from a statement: $name', ({ text, shown }) => {
    expect(withoutCitations(text)).toBe(shown)
  })
})
