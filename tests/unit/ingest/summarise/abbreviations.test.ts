import { describe, expect, it } from 'vitest'
import { expanded } from '../../../../ingest/summarise/abbreviations.ts'

describe('abbreviations', () => {
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
      name: 'in brackets at the start',
      from: '(ACE) cleaves it.',
      to: '(angiotensin-converting enzyme, ACE) cleaves it.',
    },
    {
      name: 'already spelled out in capitals',
      from: 'ANGIOTENSIN-CONVERTING ENZYME (ACE) cleaves it.',
      to: 'ANGIOTENSIN-CONVERTING ENZYME (ACE) cleaves it.',
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
