/** Tests which sentences of a paper become its units. */
import { describe, expect, it } from 'vitest'
import { paperText } from '../../../corpus/index.ts'
import { createExtractiveSummariser } from '../../../ingest/index.ts'
import { readPaperOf, sectionedPaper } from '../../fakes/read-paper.ts'

const signal = new AbortController().signal
const ABSTRACT = [
  'Angiotensin-converting enzyme (ACE) raises the blood pressure of mammals by cleaving angiotensin I.',
  'The aim of this study was to find plant compounds that block the enzyme.',
  'Lupeol from the bark of Phoenix paludosa inhibited ACE with an IC50 of 3.5 µg/ml in vitro.',
  'It did so without binding zinc.',
  'We conclude that triterpenes of palms are a source of ACE inhibitors with few side effects.',
].join(' ')

async function unitsOf(paper: Parameters<ReturnType<typeof createExtractiveSummariser>['summarise']>[0]) {
  return (await createExtractiveSummariser().summarise(paper, signal)).drafts
}

describe('extractive summariser', () => {
  // Each sentence that points back names a measurement, so that it would otherwise be the best of its paper.
  it.each([
    'It inhibited ACE of rats, rabbits and humans by 93 % with an IC50 of 3.5 µg/ml and without binding zinc.',
    'This compound of Phoenix paludosa lowered the blood pressure of rats by 42 mmHg with an ED50 of 5 mg/kg.',
    'They also showed that lupeol from the bark inhibited ACE in vitro with a Ki of 1.2 µM in three assays.',
    'These triterpenes were 14 times more potent than captopril, with an IC50 of 0.25 µg/ml against human ACE.',
  ])('begins no unit with words that point back: %s', async (pointing) => {
    const after = 'Lupeol from the bark of Phoenix paludosa was bought at the market.'
    const units = await unitsOf(readPaperOf([`${pointing} ${after}`]))
    for (const { text } of units) expect(text).not.toMatch(/^(?:It|This|They|These)\b/)
  })

  it('spells out a short form that the paper defines elsewhere in its reading, never in its text', async () => {
    const first = 'Angiotensin-converting enzyme (ACE) raises the blood pressure of mammals.'
    const second = 'Lupeol inhibited ACE with an IC50 of 3.5 µg/ml in vitro.'
    const body = `${first}\n\nResults\n${second}`
    const results = { heading: 'Results', level: 1, start: first.length + 2, end: body.length }
    const units = await unitsOf(readPaperOf([body], { sections: [results] }))
    const unit = units.find(({ text }) => text === second)
    expect(unit?.reading).toBe(
      'Lupeol inhibited angiotensin-converting enzyme (ACE) with an IC50 of 3.5 µg/ml in vitro.',
    )
  })

  it('says section and page, and its span holds its words', async () => {
    const pages = ['A title of a paper\n\nAnna Author', `Results\n${ABSTRACT}`]
    const from = pages[0]!.length + 2
    const text = pages.join('\n\n')
    const paper = readPaperOf(
      pages,
      { sections: [{ heading: '3. Results', level: 1, start: from, end: text.length }] },
      true,
    )
    const units = await unitsOf(paper)
    expect(units.length).toBeGreaterThan(0)
    for (const unit of units) {
      expect(unit).toMatchObject({ locator: 'Results, p. 2', page: 2, name: 'EXTRACTED_POINT', year: 2014 })
      expect(paperText(paper.pages).slice(unit.start!, unit.end!)).toContain(unit.text.slice(-30))
    }
  })

  it('gives three units of an abstract and more of a long paper, up to the limit', async () => {
    const about = (i: number) =>
      `Compound ${i} inhibited enzyme number ${i} of strain S${i} by ${i + 10} % within ${i + 2} hours of incubation in broth.`
    const long = Array.from({ length: 400 }, (_, i) => about(i)).join(' ')
    expect(
      await unitsOf(readPaperOf([Array.from({ length: 20 }, (_, i) => about(i)).join(' ')])),
    ).toHaveLength(3)
    expect(await unitsOf(readPaperOf([long]))).toHaveLength(60)
    const few = createExtractiveSummariser({ unitsPerPaper: 5 })
    expect((await few.summarise(readPaperOf([long]), signal)).drafts).toHaveLength(5)
  })

  it('gives three units of a short text, however many headings it has', async () => {
    const paper = sectionedPaper({ Aims: ABSTRACT, Findings: ABSTRACT, Meaning: ABSTRACT })
    expect(await unitsOf(paper)).toHaveLength(3)
  })

  it('gives the results and the conclusion of a structured abstract before its aims and methods', async () => {
    const abstract = [
      'Background: Anaemia of iron deficiency is a public problem of many countries of the world.',
      'Aims: To learn whether treating the infection of the stomach improves the anaemia of patients.',
      'Methods: Sixteen trials of treatment with antibiotics and iron were searched in four databases.',
      'Two reviewers read all of them and noted doses, ages and the length of treatment.',
      'Results: The weighted mean difference of haemoglobin was 12.88 g/l (95% CI 6.03 to 19.74).',
      'That of ferritin was 10.05 mg/l (95% CI 5.48 to 14.63).',
      'Conclusions: Eradication with iron is more effective than iron alone in anaemia.',
    ].join(' ')
    const said = (await unitsOf(readPaperOf([abstract]))).map(({ text }) => text).join('\n')
    expect(said).toContain('12.88 g/l')
    expect(said).toContain('Eradication with iron is more effective')
    expect(said).not.toContain('To learn whether')
  })

  it('makes no unit of legends, thanks, addresses, key words or table rows', async () => {
    const asides = [
      'Values are expressed as mean ± SEM of seven rats per group in this experiment.',
      'TBARS, thiobarbituric acid reactive substances; GPx, glutathione peroxidase; CAT, catalase.',
      'We thank Anna Author of the University of Dhaka for her help with the spectra.',
      'This work was supported by grant 12345 of the National Science Foundation to the last author.',
      'Keywords: lupeol, triterpenes, palms, bark, inhibitors of the enzyme.',
      'Received 9 May 2013; revision requested 3 June 2013 and accepted 1 July 2013.',
      'Pyridine Sigma-Aldrich 99.8% KOtBu Energy Chem 98% Toluene Acros 99.9%',
    ]
    const text = [ABSTRACT, ...asides].join('\n\n')
    const said = (await unitsOf(readPaperOf([text]))).map((unit) => unit.text).join('\n')
    for (const aside of asides) expect(said).not.toContain(aside.slice(0, 20))
  })

  const empty = [
    ['nothing', ''],
    ['headings and cells', 'TABLE 1\n\n3 4 5 6\n\nReferences\n\n12.1 14.2'],
  ]
  it.each(empty)('makes no unit of %s and counts it', async (_, text) => {
    const summary = await createExtractiveSummariser().summarise(readPaperOf([text]), signal)
    expect(summary).toEqual({ drafts: [], losses: { no_statement: 1 } })
  })
})

describe('of two sections, the one unit is', () => {
  const PLAIN = 'Lupeol looked yellow in the light of day.'
  const FINDING = 'Lupeol inhibited the enzyme of palms strongly.'
  const one = createExtractiveSummariser({ unitsPerPaper: 1 })
  it.each([
    ['an effect', 'Lupeol inhibited the lamp in the light of day.', PLAIN],
    ['a quantity', 'Lupeol looked 5 mg yellow in the light of day.', PLAIN],
    ['what was found', 'We found that lupeol looked yellow in light.', PLAIN],
    ['a conclusion', 'Overall, lupeol looked yellow in the light of day.', PLAIN],
    ['a test', 'Lupeol inhibited the enzyme of palms (p = .01).', FINDING],
    ['no aim', FINDING, 'The aim was to find lupeol of palms.'],
    ['no work at the bench', FINDING, 'Lupeol was washed with the palms.'],
    ['no pointer to a figure', FINDING, 'Lupeol inhibited palms as in Figure 2.'],
    ['no consent', FINDING, 'Informed consent inhibited the palms of it.'],
  ])('%s', async (_, better, other) => {
    for (const parts of [
      { Zinc: better, Palms: other },
      { Zinc: other, Palms: better },
    ])
      expect((await one.summarise(sectionedPaper(parts), signal)).drafts.map(({ text }) => text)).toEqual([
        better,
      ])
  })

  it.each([
    ['results before methods', 'Results', 'Methods'],
    ['results before background', 'Results', 'Introduction'],
    ['conclusions before background', 'Conclusions', 'Background'],
    ['what names no part before methods', 'Palms', 'Materials and methods'],
  ])('that of %s', async (_, better, other) => {
    const paper = sectionedPaper({ [other]: FINDING, [better]: FINDING.replace('palms', 'mammals') })
    expect((await one.summarise(paper, signal)).drafts.map(({ locator }) => locator)).toEqual([better])
  })
})

describe('a sentence becomes no unit by itself', () => {
  it.each([
    ['a caption', 'Figure 2. Growth of the cells in the broth over time.'],
    ['an address', 'Department of Chemistry, University of Dhaka, Dhaka 1000, Bangladesh.'],
    ['a mail address', 'Write to the authors at anna@example.org about all of this.'],
    ['a reference', 'Smith, A. B., Jones, C. and Lee, D. (2003) The crystal structure. Nature 421, 551–554.'],
    ['a row of numbers', 'Lupeol 3.5 12.1 14.2 11.0 9.8 3.3 2.1 8.8 4.4.'],
    ['a heading', 'Cytotoxicity of the partitionates of the extract'],
    ['too few words', 'Lupeol inhibited enzymes of palms.'],
    ['no verb', 'Lupeol of the old bark in palm.'],
    ['a small letter in front', 'the bark inhibited the enzyme of palms.'],
    ['signs of formulas', 'Lupeol inhibited the √ enzyme of palms.'],
    ['a lettered heading', 'A. Team teaching From two points lupeol inhibited the enzyme.'],
    ['thanks', 'Acknowledgements Lupeol from Dhaka inhibited the enzyme of palms.'],
    ['an equation', 'E = the energy that inhibited the enzyme of palms.'],
    ['words that ran together', 'Lupeol inhibited the enzyme ofABC palms.'],
    ['a torn end', 'Lupeol inhibited the enzyme of the.'],
    ['a link', 'However, lupeol inhibited the enzyme of palms.'],
    ['what only something before explains', 'Similar levels were found in bears of the north.'],
    ['a "these" further on', 'Growth of these cells was slow in the broth.'],
    ['a time that counts from another', 'Two days later lupeol inhibited the enzyme of palms.'],
  ])('with %s', async (_, text) => {
    expect(await unitsOf(readPaperOf([text]))).toEqual([])
  })

  it.each([
    'It is known that lupeol inhibits the enzyme of palms.',
    'In this study, lupeol inhibited the enzyme of palms.',
    'The results suggest that lupeol inhibits the enzyme.',
    'Lupeol (that inhibited the enzyme of palms.)',
  ])('but does so where it stands alone: %s', async (text) => {
    expect((await unitsOf(readPaperOf([text]))).map((unit) => unit.text)).toEqual([text])
  })

  it('unless the sentence before explains it, and in other languages where it begins and ends as one', async () => {
    const run =
      'Lupeol from the bark of palms inhibited the enzyme. However, it did not inhibit that of rats.'
    expect((await unitsOf(readPaperOf([run]))).map(({ text }) => text)).toEqual([run])
    const german = 'Die Zellen der Probe sind nach dem Erhitzen nicht mehr gewachsen.'
    const inGerman = async (text: string) => await unitsOf(readPaperOf([text], { language: 'deu' }))
    expect(await inGerman(german)).toHaveLength(1)
    expect(await inGerman(german.slice(0, -1))).toEqual([])
  })
})
