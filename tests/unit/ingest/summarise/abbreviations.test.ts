import { describe, expect, it } from 'vitest'
import { abbreviationsOf, expanded } from '../../../../ingest/summarise/abbreviations.ts'

describe('abbreviations', () => {
  const defined = [
    {
      name: 'plain',
      text: 'We study the angiotensin-converting enzyme (ACE).',
      short: 'ACE',
      long: 'angiotensin-converting enzyme',
    },
    {
      name: 'letters within words',
      text: 'Levels of tumour necrosis factor-alpha (TNF-alpha) rose.',
      short: 'TNF-alpha',
      long: 'tumour necrosis factor-alpha',
    },
    {
      name: 'at the start of a sentence',
      text: 'Myelodysplastic syndromes (MDS) are malignancies.',
      short: 'MDS',
      long: 'myelodysplastic syndromes',
    },
    {
      name: 'with an explanation after it',
      text: 'the blood-brain barrier (BBB, see below) leaks',
      short: 'BBB',
      long: 'blood-brain barrier',
    },
  ]
  it.each(defined)('reads a definition: $name', ({ text, short, long }) => {
    expect(abbreviationsOf(text).get(short)).toBe(long)
  })

  const others = [
    { name: 'a figure', text: 'It grew fast (Fig. 2).' },
    { name: 'a number', text: 'in preterm infants (28) at term' },
    { name: 'a letter that is missing', text: 'the growth of cells (DNA) in culture' },
    { name: 'a roman number', text: 'the second variant in vitro (IV) of it' },
  ]
  it.each(others)('takes no definition from $name', ({ text }) => {
    expect([...abbreviationsOf(text)]).toEqual([])
  })

  const known = new Map([['ACE', 'angiotensin-converting enzyme']])
  const uses = [
    {
      name: 'first use',
      from: 'Lupeol blocks ACE and ACE alone.',
      to: 'Lupeol blocks angiotensin-converting enzyme (ACE) and ACE alone.',
    },
    {
      name: 'start of the sentence',
      from: 'ACE cleaves it.',
      to: 'Angiotensin-converting enzyme (ACE) cleaves it.',
    },
    {
      name: 'in brackets',
      from: 'A peptidase (ACE) cleaves it.',
      to: 'A peptidase (angiotensin-converting enzyme, ACE) cleaves it.',
    },
    {
      name: 'already spelled out',
      from: 'The angiotensin-converting enzyme (ACE) cleaves it.',
      to: 'The angiotensin-converting enzyme (ACE) cleaves it.',
    },
    { name: 'part of another word', from: 'ACE2 and pre-ACE differ.', to: 'ACE2 and pre-ACE differ.' },
  ]
  it.each(uses)('spells out: $name', ({ from, to }) => {
    expect(expanded(from, known)).toBe(to)
  })
})
