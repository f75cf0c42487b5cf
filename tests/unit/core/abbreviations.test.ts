import { describe, expect, it } from 'vitest'
import { abbreviationsOf } from '../../../core/index.ts'

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
      name: 'letters of one long word, the first of each',
      text: 'Each glycerophospholipid (GPL) was weighed.',
      short: 'GPL',
      long: 'glycerophospholipid',
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

  it('takes no long form that holds the short one, or is no longer', () => {
    expect(abbreviationsOf('We used a new ACE enzyme (ACE) here.').get('ACE')).toBeUndefined()
  })

  it('keeps the capital of a name that opens a sentence', () => {
    const text = 'Turner syndrome (TS) is rare. Women with Turner syndrome are short.'
    expect(abbreviationsOf(text).get('TS')).toBe('Turner syndrome')
  })

  it('reads letters within the long words of chemistry', () => {
    expect(abbreviationsOf('raised alanine aminotransferase (ALT) in serum').get('ALT')).toBe(
      'alanine aminotransferase',
    )
  })

  const others = [
    { name: 'a figure', text: 'It grew fast (Fig. 2).' },
    { name: 'a number', text: 'in preterm infants (28) at term' },
    { name: 'a letter that is missing', text: 'the growth of cells (DNA) in culture' },
    { name: 'a first letter that is missing', text: 'the growth of cells (XC) in culture' },
    { name: 'a letter within a word', text: 'Each pair of communicating processes (Pi) has a clock.' },
    { name: 'a list of variables', text: 'for each pair of processes (Pi, Pj) of them' },
    { name: 'a list of samples', text: 'in sample 2, 3 (S2, S3) there were' },
    { name: 'a roman number', text: 'the second variant in vitro (IV) of it' },
  ]
  it.each(others)('takes no definition from $name', ({ text }) => {
    expect([...abbreviationsOf(text)]).toEqual([])
  })
})
