/** Tests which sentences of a paper become its units, with their reading, topic and place. */
import { describe, expect, it } from 'vitest'
import { paperText } from '../../../corpus/index.ts'
import { createExtractiveSummariser, type ReadPaper } from '../../../ingest/index.ts'
import { readPaperOf, sectionedPaper } from '../../fakes/read-paper.ts'
import { casesIn } from '../../fixtures/case-lines.ts'

const signal = new AbortController().signal
const ABSTRACT = [
  'Angiotensin-converting enzyme (ACE) raises the blood pressure of mammals by cleaving angiotensin I.',
  'The aim of this study was to find plant compounds that block the enzyme.',
  'Lupeol from the bark of Phoenix paludosa inhibited ACE with an IC50 of 3.5 µg/ml in vitro.',
  'It did so without binding zinc.',
  'We conclude that triterpenes of palms are a source of ACE inhibitors with few side effects.',
].join(' ')

async function unitsOf(paper: ReadPaper, unitsPerPaper?: number) {
  const settings = unitsPerPaper === undefined ? {} : { unitsPerPaper }
  return (await createExtractiveSummariser(settings).summarise(paper, signal)).drafts
}
async function textsOf(paper: ReadPaper, unitsPerPaper?: number): Promise<string[]> {
  return (await unitsOf(paper, unitsPerPaper)).map(({ text }) => text)
}

describe('a unit', () => {
  it('says section and page, and its span contains its words', async () => {
    const pages = ['A title of a paper\n\nAnna Author', `Results\n${ABSTRACT}`]
    const start = pages[0]!.length + 2
    const sections = [{ heading: '3. Results', level: 1, start, end: pages.join('\n\n').length }]
    const paper = readPaperOf(pages, { sections }, true)
    const units = await unitsOf(paper)
    expect(units.length).toBeGreaterThan(0)
    for (const unit of units) {
      expect(unit).toMatchObject({ locator: 'Results, p. 2', page: 2, name: 'EXTRACTED_POINT', year: 2014 })
      expect(paperText(paper.pages).slice(unit.start!, unit.end!)).toContain(unit.text.slice(-30))
    }
  })

  it('behind the end of a box says the section that the box interrupts', async () => {
    const said = 'Lupeol inhibited the enzyme of old palms within hours (p = .01).'
    const text = `Background\nBark is old.\n\nKey points\nBark is brown.\n\n${said} ${'Bark of palms is brown. '.repeat(120)}`
    const [box, after] = [text.indexOf('Key'), text.indexOf(said)]
    const sections = [
      { heading: 'Background', level: 1, start: 0, end: box },
      { heading: 'Key points', level: 2, start: box, end: after - 2 },
      { heading: 'Discussion', level: 1, start: text.length - 24, end: text.length },
    ]
    const units = await unitsOf(readPaperOf([text], { sections }))
    expect(units.find((unit) => unit.text.includes(said))?.locator).toBe('Background')
  })

  it('spells out a short form that the paper defines elsewhere in its reading, never in its text', async () => {
    const first = 'Angiotensin-converting enzyme (ACE) raises the blood pressure of mammals.'
    const second = 'Lupeol inhibited ACE with an IC50 of 3.5 µg/ml in vitro.'
    const body = `${first}\n\nResults\n${second}`
    const results = { heading: 'Results', level: 1, start: first.length + 2, end: body.length }
    const units = await unitsOf(readPaperOf([body], { sections: [results] }))
    expect(units.find(({ text }) => text === second)?.reading).toBe(
      second.replace('ACE', 'angiotensin-converting enzyme (ACE)'),
    )
  })

  it.each(
    casesIn<'name' | 'text' | 'reading'>(`
    name | text | reading
    brackets | ACE cleaves Ac-SDKP [11,12] and other kinins [3–6]. | ACE cleaves Ac-SDKP and other kinins.
    raised numbers | Embolism⁴¹ rose in the patients by 20 %. | Embolism rose in the patients by 20 %.
    raised numbers behind commas | The patients used words,28 which often rose in bears. | The patients used words, which often rose in bears.
    but keeps powers and areas | Lupeol inhibited some 10⁶ cells per m² of skin. | the text
    but keeps decimals | The IC50 of lupeol was 18.4 µg/mL in the bark. | the text
    but keeps intervals | The enzyme of palms was at a CI of [0.2, 0.9] at 5 %. | the text
    but keeps the numbers of figures | The enzyme of palms rose as Fig.3 and Eq.12 show. | the text
  `),
  )('leaves citation marks out of its reading: $name', async ({ text, reading }) => {
    const units = await unitsOf(readPaperOf([text]))
    expect(units.map((unit) => unit.reading ?? 'the text')).toEqual([reading])
  })

  const WASP = 'Gall wasp larvae feed. Gall wasp larvae grow. Gall wasp larvae rest.'
  const WARM = 'Warm winters inhibited the growth of the animals strongly.'
  it.each([
    ['Lake sediment', 'Lake sediment holds pollen. We dated lake sediment. Lake sediment settles slowly.'],
    ['Flow duration curves', 'Flow duration curves of rivers. The flow duration curve shifts. A curve.'],
    ['Cells grow', 'Cells grow. A cell grows.'],
    ['', 'Each word here stands once.'],
  ])('has the topic that the body of the paper repeats: "%s" of %s', async (topic, text) => {
    const bodyEnd = WARM.length + text.length + 2
    const paper = readPaperOf([`${WARM}\n\n${text}\n\n${WASP}`], { title: '', bodyEnd })
    expect((await unitsOf(paper))[0]?.topic).toBe(topic)
  })
})

describe('of two sections, the one unit is from', () => {
  const PLAIN = 'Lupeol looked yellow in the light of day.'
  const FINDING = 'Lupeol inhibited the enzyme of palms strongly.'
  it.each([
    ['an effect', 'Lupeol inhibited the lamp in the light of day.', PLAIN],
    ['a quantity', 'Lupeol looked 5 mg yellow in the light of day.', PLAIN],
    ['what was found', 'We found that lupeol looked yellow in light.', PLAIN],
    ['a conclusion', 'Overall, lupeol looked yellow in the light of day.', PLAIN],
    ['a test', 'Lupeol inhibited the enzyme of palms (p = .01).', FINDING],
    ['a finding, not an aim', FINDING, 'The aim was to find lupeol of palms.'],
    ['a finding, not work at the bench', FINDING, 'Lupeol was washed with the palms.'],
    ['a finding, not a pointer to a figure', FINDING, 'Lupeol inhibited palms as in Figure 2.'],
    ['a finding, not consent', FINDING, 'Informed consent inhibited the palms of it.'],
  ])('%s', async (_, better, other) => {
    for (const [Zinc, Palms] of [[better, other] as const, [other, better] as const])
      expect(await textsOf(sectionedPaper({ Zinc, Palms }), 1)).toEqual([better])
  })

  it.each([
    ['Results', 'Methods'],
    ['Results', 'Introduction'],
    ['Conclusions', 'Background'],
    ['Palms', 'Materials and methods'],
  ])('%s before %s', async (better, other) => {
    const paper = sectionedPaper({ [other]: FINDING, [better]: FINDING.replace('palms', 'mammals') })
    expect((await unitsOf(paper, 1)).map(({ locator }) => locator)).toEqual([better])
  })
})

describe('a sentence becomes no unit on its own', () => {
  it.each(
    casesIn<'name' | 'text'>(`
    name | text
    a caption | Figure 2. Growth of the cells in the broth over time.
    an address | Department of Chemistry, University of Dhaka, Dhaka 1000, Bangladesh.
    a mail address | Write to the authors at anna@example.org about all of this.
    a reference | Smith, A. B., Jones, C. and Lee, D. (2003) The crystal structure. Nature 421, 551–554.
    a row of numbers | Lupeol 3.5 12.1 14.2 11.0 9.8 3.3 2.1 8.8 4.4.
    a heading | Cytotoxicity of the partitionates of the extract
    too few words | Lupeol inhibited enzymes of palms.
    no verb | Lupeol of the old bark in palm.
    a small letter in front | the bark inhibited the enzyme of palms.
    signs of formulas | Lupeol inhibited the √ enzyme of palms.
    a lettered heading | A. Team teaching From two points lupeol inhibited the enzyme.
    thanks | Acknowledgements Lupeol from Dhaka inhibited the enzyme of palms.
    an equation | E = the energy that inhibited the enzyme of palms.
    words that ran together | Lupeol inhibited the enzyme ofABC palms.
    a torn end | Lupeol inhibited the enzyme of the.
    a link to the sentence before | However, lupeol inhibited the enzyme of palms.
    words that only the sentence before explains | Similar levels were found in bears of the north.
    a "these" further on | Growth of these cells was slow in the broth.
    a time that counts from another | Two days later lupeol inhibited the enzyme of palms.
  `),
  )('with $name', async ({ text }) => {
    expect(await textsOf(readPaperOf([text]))).toEqual([])
  })

  it.each([
    'It is known that lupeol inhibits the enzyme of palms.',
    'In this study, lupeol inhibited the enzyme of palms.',
    'The results suggest that lupeol inhibits the enzyme.',
    'Lupeol (that inhibited the enzyme of palms.)',
    'Lupeol from the bark of palms inhibited the enzyme. However, it did not inhibit that of rats.',
  ])('but does if it can be understood alone: %s', async (text) => {
    expect(await textsOf(readPaperOf([text]))).toEqual([text])
  })

  it('but does in another language if it begins and ends as a sentence', async () => {
    const german = 'Die Zellen der Probe sind nach dem Erhitzen nicht mehr gewachsen.'
    expect(await textsOf(readPaperOf([german], { language: 'deu' }))).toEqual([german])
    expect(await textsOf(readPaperOf([german.slice(0, -1)], { language: 'deu' }))).toEqual([])
  })

  // Each of these names a measurement, so that it would otherwise be the best sentence of its paper.
  it.each([
    'It inhibited ACE of rats, rabbits and humans by 93 % with an IC50 of 3.5 µg/ml and without binding zinc.',
    'This compound of Phoenix paludosa lowered the blood pressure of rats by 42 mmHg with an ED50 of 5 mg/kg.',
    'They also showed that lupeol from the bark inhibited ACE in vitro with a Ki of 1.2 µM in three assays.',
    'These triterpenes were 14 times more potent than captopril, with an IC50 of 0.25 µg/ml against human ACE.',
  ])('if it begins with a word that points back: %s', async (pointing) => {
    const after = 'Lupeol from the bark of Phoenix paludosa was bought at the market.'
    for (const text of await textsOf(readPaperOf([`${pointing} ${after}`])))
      expect(text).not.toMatch(/^(?:It|This|They|These)\b/)
  })

  it('if it is a legend, thanks, an address, key words or a table row beside an abstract', async () => {
    const asides = [
      'Values are expressed as mean ± SEM of seven rats per group in this experiment.',
      'TBARS, thiobarbituric acid reactive substances; GPx, glutathione peroxidase; CAT, catalase.',
      'We thank Anna Author of the University of Dhaka for her help with the spectra.',
      'This work was supported by grant 12345 of the National Science Foundation to the last author.',
      'Keywords: lupeol, triterpenes, palms, bark, inhibitors of the enzyme.',
      'Received 9 May 2013; revision requested 3 June 2013 and accepted 1 July 2013.',
      'Pyridine Sigma-Aldrich 99.8% KOtBu Energy Chem 98% Toluene Acros 99.9%',
    ]
    const said = (await textsOf(readPaperOf([[ABSTRACT, ...asides].join('\n\n')]))).join('\n')
    for (const aside of asides) expect(said).not.toContain(aside.slice(0, 20))
  })

  it.each(['', 'TABLE 1\n\n3 4 5 6\n\nReferences\n\n12.1 14.2'])(
    'and a paper without a unit is counted: %j',
    async (text) => {
      const summary = await createExtractiveSummariser().summarise(readPaperOf([text]), signal)
      expect(summary).toEqual({ drafts: [], losses: { no_statement: 1 } })
    },
  )
})

describe('the number of units', () => {
  const sentences = (count: number, from: number) =>
    Array.from(
      { length: count },
      (_, i) =>
        `Compound ${from + i} inhibited the first enzyme of strain S${from + i} within ${from + i} hours of slow incubation in the warm yeast broth.`,
    ).join(' ')

  it.each(
    casesIn<'name' | 'sentences' | 'units'>(`
    name | sentences | units
    three for a text of 500 words | Palms 25 | Palms 3
    one for 80 words of a longer text | Palms 26 | Palms 7
    twenty of a section at most | Palms 90, Zinc 10 | Palms 20, Zinc 3
    one of a short section | Palms 30, Zinc 1 | Palms 8, Zinc 1
    two of a procedure at most | Palms 20, Materials and methods 20 | Palms 5, Materials and methods 2
    none of statistics | Palms 26, Statistical analysis 8, Sample size 8 | Palms 7
    all findings of the abstract | Abstract 16, Palms 20 | Abstract 6, Palms 3
    three of ten besides the findings | Introduction 60, Results 40 | Introduction 4, Results 10
    four without a finding | Introduction 60, Background 40 | Introduction 4
  `),
  )('is $name', async ({ sentences: counts, units }) => {
    const parts = counts.split(', ').map((part, i) => {
      const [, heading = '', count] = /^(.+) (\d+)$/.exec(part)!
      return [heading, sentences(Number(count), 100 * i)]
    })
    const found = Map.groupBy(
      await unitsOf(sectionedPaper(Object.fromEntries(parts))),
      ({ locator }) => locator,
    )
    expect([...found].map(([locator, some]) => `${locator} ${some.length}`).join(', ')).toBe(units)
  })

  it('has a limit that a setting lowers', async () => {
    const long = readPaperOf([sentences(400, 0)])
    expect(await unitsOf(long)).toHaveLength(60)
    expect(await unitsOf(long, 5)).toHaveLength(5)
  })

  it('is three for a short text, however many headings it has', async () => {
    expect(
      await unitsOf(sectionedPaper({ Aims: ABSTRACT, Findings: ABSTRACT, Meaning: ABSTRACT })),
    ).toHaveLength(3)
  })
})

describe('units of abstracts and conclusions', () => {
  const PROSE = Array.from(
    { length: 40 },
    (_, i) => `Compound ${i} inhibited the enzyme of strain S${i} by ${i + 10} % within ${i + 2} hours.`,
  ).join(' ')

  it('give the results and the conclusion of a structured abstract before its aims and methods', async () => {
    const abstract = [
      'Background: Anaemia of iron deficiency is a public problem of many countries of the world.',
      'Aims: To learn whether treating the infection of the stomach improves the anaemia of patients.',
      'Methods: Sixteen trials of treatment with antibiotics and iron were searched in four databases.',
      'Two reviewers read all of them and noted doses, ages and the length of treatment.',
      'Results: The weighted mean difference of haemoglobin was 12.88 g/l (95% CI 6.03 to 19.74).',
      'That of ferritin was 10.05 mg/l (95% CI 5.48 to 14.63).',
      'Conclusions: Eradication with iron is more effective than iron alone in anaemia.',
    ].join(' ')
    const said = (await textsOf(readPaperOf([abstract]))).join('\n')
    expect(said).toContain('12.88 g/l')
    expect(said).toContain('Eradication with iron is more effective')
    expect(said).not.toContain('To learn whether')
  })

  it.each([
    ['behind a link', 'However, bark of old palms was associated with fever (OR = 1.83).'],
    ['of few signs', 'Bark of old palms looked green.'],
    ['that follows from another', 'Thus, bark of old palms is a source of lupeol.'],
  ])('have the last sentence %s', async (_, last) => {
    const found = `Lupeol was given to forty rats. ${'Lupeol inhibited the enzyme of young palms strongly. '.repeat(14)}${last}`
    for (const heading of ['Abstract', 'Conclusions']) {
      const units = await unitsOf(sectionedPaper({ [heading]: found, Results: PROSE }))
      const own = units.filter(({ locator }) => locator === heading).map(({ text }) => text)
      expect(own.join('\n')).toContain(last)
    }
  })

  it('have no plan for later work', async () => {
    const plan = 'Bark of old palms will be collected in future work.'
    const paper = sectionedPaper({ Conclusions: `Lupeol inhibited the enzyme. ${plan}`, Results: PROSE })
    expect((await textsOf(paper)).join('\n')).not.toContain(plan)
  })

  it('come from an abstract without a heading, even if the paper ends with a "Summary"', async () => {
    const abstract = 'Bark of old palms lowered the fever of forty rats by two degrees.'
    const text = `${abstract}\n\nResults\n${PROSE}\n\nSummary\nLupeol inhibited enzymes of palms.`
    const [results, summary] = [text.indexOf('Results\n'), text.indexOf('Summary\n')]
    const sections = [
      { heading: 'Results', level: 1, start: results, end: summary },
      { heading: 'Summary', level: 1, start: summary, end: text.length },
    ]
    const [first] = await unitsOf(readPaperOf([text], { abstract, sections }))
    expect(first).toMatchObject({ locator: 'Abstract', text: abstract })
  })
})
