/** What the wording of a sentence is worth, cue by cue: the sums decide which sentences become units. */
import { describe, expect, it } from 'vitest'
import { standsAlone, worthOf } from '../../../../ingest/summarise/sentence-worth.ts'

describe('the worth of a sentence', () => {
  const cues = [
    { name: 'no cue', text: 'Lupeol looks yellow.', worth: 0 },
    { name: 'a quantity', text: 'Lupeol weighs 5 mg.', worth: 0.2 },
    { name: 'a share', text: 'Lupeol reached 12 %.', worth: 0.2 },
    { name: 'a test', text: 'Lupeol mattered (p = x).', worth: 0.15 },
    { name: 'what was found', text: 'We found lupeol.', worth: 0.2 },
    { name: 'an effect', text: 'Lupeol inhibits lipase.', worth: 0.15 },
    { name: 'a definition', text: 'Lupeol is a triterpene.', worth: 0.1 },
    { name: 'a conclusion', text: 'Overall, lupeol looks yellow.', worth: 0.15 },
    { name: 'an aim', text: 'Our objective was lupeol.', worth: -0.35 },
    { name: 'what was done', text: 'Lupeol was purchased.', worth: -0.15 },
    { name: 'work at the bench', text: 'Lupeol was washed.', worth: -0.35 },
    { name: 'a figure', text: 'Lupeol appears in Figure 2.', worth: -0.25 },
    { name: 'what stands elsewhere', text: 'Lupeol looks as above.', worth: -0.15 },
    { name: 'a citation', text: 'Smith et al. drew lupeol.', worth: -0.1 },
    { name: 'citations in brackets', text: 'Lupeol [1] looks yellow [2].', worth: -0.1 },
    { name: 'one citation in brackets', text: 'Lupeol [1] looks yellow.', worth: 0 },
    { name: 'a question', text: 'Why lupeol?', worth: -0.4 },
    { name: 'consent', text: 'Informed consent came first.', worth: -0.5 },
  ]
  it.each(cues)('is $worth for $name', ({ text, worth }) => {
    expect(worthOf(text)).toBeCloseTo(worth, 9)
  })

  it('is the sum of its cues, each counted once', () => {
    expect(worthOf('We found that lupeol inhibits lipase by 12 %, 14 % and 15 % (p = x).')).toBeCloseTo(
      0.2 + 0.15 + 0.2 + 0.15,
      9,
    )
    expect(worthOf('Lupeol inhibits lipase in Figure S.')).toBeCloseTo(0.15 - 0.25, 9)
    // In brackets the figure is a source, not the subject.
    expect(worthOf('Lupeol inhibits lipase (Figure S).')).toBeCloseTo(0.15, 9)
  })

  const others = [
    { name: 'words alone', text: 'Lupeol hemmt das Enzym.', worth: 0.05 },
    { name: 'a quantity', text: 'Lupeol hemmt zu 5 %.', worth: 0.25 },
    { name: 'a number of two digits', text: 'Lupeol wirkt bei 42 Ratten.', worth: 0.25 },
    { name: 'a test', text: 'Lupeol wirkt (p = x).', worth: 0.25 },
    { name: 'both', text: 'Lupeol hemmt zu 5 % (p = x).', worth: 0.45 },
    { name: 'words that only English weighs', text: 'Overall, we found lupeol inhibits.', worth: 0.05 },
  ]
  it.each(others)('is $worth in another language for $name', ({ text, worth }) => {
    expect(worthOf(text, 'deu')).toBeCloseTo(worth, 9)
  })
})

describe('a sentence that stands alone', () => {
  const standings = [
    { name: 'a group by its letter', text: 'Growth in group A was slow.', alone: false },
    { name: 'a means that is known', text: 'Using the known clusters, lupeol rose.', alone: false },
    { name: 'a time that counts from another', text: 'Two days later lupeol rose.', alone: false },
    { name: 'a contrast', text: 'In contrast, lupeol rose.', alone: false },
    { name: 'another', text: 'Another compound was lupeol.', alone: false },
    { name: 'a conclusion from before', text: 'Lupeol is thus a triterpene.', alone: false },
    { name: 'an "it" that stands for nothing', text: 'It is known that palms grow.', alone: true },
    { name: 'the study itself', text: 'This study measured palms.', alone: true },
    { name: 'the subject itself', text: 'Palms hold lupeol.', alone: true },
  ]
  it.each(standings)('judges $name: $alone', ({ text, alone }) => {
    expect(standsAlone(text)).toBe(alone)
  })

  it('may name the groups of its abstract', () => {
    expect(standsAlone('Growth in group A was slow.', true)).toBe(true)
    expect(standsAlone('However, growth in group A was slow.', true)).toBe(false)
  })
})
