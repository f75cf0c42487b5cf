/** Tests units of papers: their reading, their topic, and their number for each section. */
import { describe, expect, it } from 'vitest'
import { createExtractiveSummariser } from '../../../ingest/index.ts'
import { readPaperOf, sectionedPaper } from '../../fakes/read-paper.ts'

async function unitsOf(paper: ReturnType<typeof readPaperOf>) {
  return (await createExtractiveSummariser().summarise(paper, new AbortController().signal)).drafts
}

describe('the reading of a unit', () => {
  it.each([
    [
      'brackets go',
      'ACE cleaves Ac-SDKP [11,12] and other kinins [3–6].',
      'ACE cleaves Ac-SDKP and other kinins.',
    ],
    [
      'raised numbers go',
      'Embolism⁴¹ rose in the patients by 20 %.',
      'Embolism rose in the patients by 20 %.',
    ],
    [
      'raised numbers go, behind commas',
      'The patients used words,28 which often rose in bears.',
      'The patients used words, which often rose in bears.',
    ],
    ['powers and areas stay', 'Lupeol inhibited some 10⁶ cells per m² of skin.', null],
    ['decimals stay', 'The IC50 of lupeol was 18.4 µg/mL in the bark.', null],
    ['intervals stay', 'The enzyme of palms was at a CI of [0.2, 0.9] at 5 %.', null],
    ['figures stay', 'The enzyme of palms rose as Fig.3 and Eq.12 show.', null],
  ])('has no citation marks: %s', async (_, text, reading) => {
    expect((await unitsOf(readPaperOf([text]))).map((unit) => unit.reading)).toEqual([reading])
  })
})

describe('the topic of a unit is what the paper repeats', () => {
  const WASP = 'Gall wasp larvae feed. Gall wasp larvae grow. Gall wasp larvae rest.'
  const FINDING = 'Warm winters inhibited the growth of the animals strongly.'
  it.each([
    ['Lake sediment', 'Lake sediment holds pollen. We dated lake sediment. Lake sediment settles slowly.'],
    ['Flow duration curves', 'Flow duration curves of rivers. The flow duration curve shifts. A curve.'],
    ['Cells grow', 'Cells grow. A cell grows.'],
    ['', 'Each word here stands once.'],
  ])('"%s" of: %s', async (topic, text) => {
    const [unit] = await unitsOf(
      readPaperOf([`${FINDING}\n\n${text}\n\n${WASP}`], {
        title: '',
        bodyEnd: FINDING.length + text.length + 2,
      }),
    )
    expect(unit?.topic).toBe(topic)
  })
})

describe('the units of a long paper', () => {
  const sentences = (count: number, from: number) =>
    Array.from(
      { length: count },
      (_, i) =>
        `Compound ${from + i} inhibited the first enzyme of strain S${from + i} within ${from + i} hours of slow incubation in the warm yeast broth.`,
    ).join(' ')

  it.each([
    ['three of a text of 500 words', 'Palms 25', 'Palms 3'],
    ['one for 80 words of a longer one', 'Palms 26', 'Palms 7'],
    ['twenty of a section at most', 'Palms 90, Zinc 10', 'Palms 20, Zinc 3'],
    ['one of a short section', 'Palms 30, Zinc 1', 'Palms 8, Zinc 1'],
    ['two of a procedure at most', 'Palms 20, Materials and methods 20', 'Palms 5, Materials and methods 2'],
    ['none of statistics', 'Palms 26, Statistical analysis 8, Sample size 8', 'Palms 7'],
    ['all findings of the abstract', 'Abstract 16, Palms 20', 'Abstract 6, Palms 3'],
    ['three of ten besides the findings', 'Introduction 60, Results 40', 'Introduction 4, Results 10'],
    ['four without a finding', 'Introduction 60, Background 40', 'Introduction 4'],
  ])('are %s', async (_, counts, units) => {
    const parts = counts.split(', ').map((part, i) => {
      const [, heading = '', count] = /^(.+) (\d+)$/.exec(part)!
      return [heading, sentences(Number(count), 100 * i)]
    })
    const drafts = await unitsOf(sectionedPaper(Object.fromEntries(parts)))
    const found = Map.groupBy(drafts, ({ locator }) => locator)
    expect([...found].map(([locator, some]) => `${locator} ${some.length}`).join(', ')).toBe(units)
  })
})

describe('what a whole paper found, by its abstract and conclusions, stands in units', () => {
  const PROSE = Array.from(
    { length: 40 },
    (_, i) => `Compound ${i} inhibited the enzyme of strain S${i} by ${i + 10} % within ${i + 2} hours.`,
  ).join(' ')

  it.each([
    ['behind a link', 'However, bark of old palms was associated with fever (OR = 1.83).'],
    ['of few signs', 'Bark of old palms looked green.'],
    ['that follows from another', 'Thus, bark of old palms is a source of lupeol.'],
  ])('a sentence %s', async (_, last) => {
    const abstract = `Lupeol was given to forty rats. ${'Lupeol inhibited the enzyme of young palms strongly. '.repeat(14)}${last}`
    for (const heading of ['Abstract', 'Conclusions']) {
      const drafts = await unitsOf(sectionedPaper({ [heading]: abstract, Results: PROSE }))
      expect(
        drafts
          .filter(({ locator }) => locator === heading)
          .map(({ text }) => text)
          .join('\n'),
      ).toContain(last)
    }
  })

  it('but no plan', async () => {
    const plan = 'Bark of old palms will be collected in future work.'
    const drafts = await unitsOf(
      sectionedPaper({ Conclusions: `Lupeol inhibited the enzyme. ${plan}`, Results: PROSE }),
    )
    expect(drafts.map(({ text }) => text).join('\n')).not.toContain(plan)
  })

  it('and a "Summary" at the end takes nothing from an abstract without a heading', async () => {
    const abstract = 'Bark of old palms lowered the fever of forty rats by two degrees.'
    const text = `${abstract}\n\nResults\n${PROSE}\n\nSummary\nLupeol inhibited enzymes of palms.`
    const [results, summary] = [text.indexOf('Results\n'), text.indexOf('Summary\n')]
    const paper = readPaperOf([text], {
      abstract,
      sections: [
        { heading: 'Results', level: 1, start: results, end: summary },
        { heading: 'Summary', level: 1, start: summary, end: text.length },
      ],
    })
    expect((await unitsOf(paper))[0]).toMatchObject({ locator: 'Abstract', text: abstract })
  })
})

it('a unit behind the end of a box says the section that the box interrupts', async () => {
  const said = 'Lupeol inhibited the enzyme of old palms within hours (p = .01).'
  const text = `Background\nBark is old.\n\nKey points\nBark is brown.\n\n${said} ${'Bark of palms is brown. '.repeat(120)}`
  const [box, after] = [text.indexOf('Key'), text.indexOf(said)]
  const sections = [
    { heading: 'Background', level: 1, start: 0, end: box },
    { heading: 'Key points', level: 2, start: box, end: after - 2 },
    { heading: 'Discussion', level: 1, start: text.length - 24, end: text.length },
  ]
  const drafts = await unitsOf(readPaperOf([text], { sections }))
  expect(drafts.find((draft) => draft.text.includes(said))?.locator).toBe('Background')
})
