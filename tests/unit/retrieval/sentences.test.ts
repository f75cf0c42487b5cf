/** Tests which sentence of a passage a hit shows, and what a question is taken to ask. */
import { describe, expect, it } from 'vitest'
import { bestSentence, readQuestion, termedSentences } from '../../../retrieval/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'

const PASSAGE =
  'The bark was dried in air. The bark extract inhibited ACE with an IC50 of 4.2 µM. ' +
  'Leaves of the same tree were inactive. The extract of the leaves was dark.'

const CASES = [
  { name: 'the one with most of the terms', query: 'IC50 of the bark extract', starts: 'The bark extract' },
  { name: 'a rare term before a frequent one', query: 'inactive extract', starts: 'Leaves of' },
  { name: 'the earlier one at a tie', query: 'bark', starts: 'The bark was' },
  { name: 'the first one where nothing matches', query: 'galaxies', starts: 'The bark was' },
  { name: 'the first one for a question of stop words', query: 'of the', starts: 'The bark was' },
  { name: 'a term asked twice counts once', query: 'dark bark bark', starts: 'The extract of' },
]

describe('the best sentence', () => {
  it.for(CASES)('is $name', ({ query, starts }) => {
    const best = bestSentence(readQuestion(query), termedSentences(PASSAGE))
    expect(PASSAGE.slice(best!.start, best!.end)).toMatch(new RegExp(`^${starts}`))
  })
})

describe('the best sentence has what the question asks for:', () => {
  it.each(
    casesIn<'name' | 'query' | 'starts' | 'text'>(`
    name | query | starts | text
    a number beside what is counted | How many gene families were compared with Selectome? | It has 18 | We compared gene families with Selectome to show its use (Moretti et al., 2014). It has 18 homologous gene families.
    a number with its unit | What is the LC50 of the chloroform fraction in the brine shrimp assay? | The hexane | The LC50 of the chloroform fraction was of interest. The hexane and chloroform fractions had an LC50 of 2.17 µg/ml and 2.77 µg/ml.
    a share | How often does retrieval of a filter fail? | Failed | Retrieval of a filter that fails exposes the patient to risks. Failed retrieval of filters is reported in 2.8% of patients.
    a span of time | How long were participants followed? | The mean | Participants were followed by letter and telephone. The mean time they were followed was 10.8 years.
    a year | When was the virus of the outbreak isolated? | The virus was isolated in | The virus of the outbreak was isolated with care. The virus was isolated in 1994, after the outbreak.
    a name | Which residue makes the compound bind? | The residue | One residue makes the compound active. The residue Tyr369 makes it bind, and Arg381 does not.
    a reason | Why do filters migrate in patients? | Filters migrate | Many filters migrate in patients. Filters migrate because the veins of patients widen.
    a result rather than a call for further studies | Does eradication improve haemoglobin? | Eradication led | Further studies on eradication and haemoglobin are needed. Eradication led to higher haemoglobin.
    a sentence rather than a caption | How do groups differ in serum haemoglobin? | The groups | Table 2 Groups by serum haemoglobin. The groups differed in haemoglobin.
    a sentence rather than a legend | Are haemoglobin and ferritin raised? | Both were | HB, haemoglobin; SF, ferritin; A, adults. Both were raised: haemoglobin by 10 g/l.
    a sentence rather than a heading | How is panda milk protein made? | Panda milk | 3.1 Panda milk proteins⏎⏎Panda milk is made slowly.
  `),
  )('$name', ({ query, text, starts }) => {
    const best = bestSentence(readQuestion(query), termedSentences(text))
    expect(text.slice(best!.start, best!.end)).toMatch(new RegExp(`^${starts}`))
  })
})

describe('the best sentence of a page as it was printed', () => {
  const shown = (query: string, text: string, reading: string | null = null) => {
    const best = bestSentence(readQuestion(query), termedSentences(text, reading))
    return text.slice(best!.start, best!.end)
  }

  it('is found by the long form of a short form that the reading explains', () => {
    const text = 'The trial was large. The WMD of Hb was 12.88 g/l.'
    const reading = 'The trial was large. The WMD of haemoglobin (Hb) was 12.88 g/l.'
    expect(shown('How did haemoglobin change?', text, reading)).toMatch(/^The WMD/)
    expect(shown('How did haemoglobin change?', text)).toMatch(/^The trial/)
  })

  it('is found by words that the page breaks, whole and in parts', () => {
    const text = 'It was a long study. Iron-\ndeficiency anaemia was com-\nmon there.'
    expect(shown('common', text)).toMatch(/^Iron/)
    expect(shown('iron', text)).toMatch(/^Iron/)
  })
})

describe('the terms of a question', () => {
  it.each([
    { text: 'Which enzymes does lupeol inhibit?', terms: ['enzym', 'lupeol', 'inhibit'] },
    { text: 'What is lupeol? Lupeol?', terms: ['lupeol'] },
    { text: 'Who, and who?', terms: ['who'] },
    { text: '???', terms: [] },
    { text: 'Welche Zellen?', language: 'deu', terms: ['zell'] },
  ])('"$text": $terms', ({ text, language, terms }) => {
    expect(readQuestion(text, language).terms).toEqual(terms)
  })
})

describe('what a question wants', () => {
  it.each([
    { text: '  HOW   many beds?  ', wants: ['count'] },
    { text: 'What is the LC50 of the extract?', wants: ['measure'] },
    { text: 'How often does it fail?', wants: ['count', 'share'] },
    { text: 'How long does it take?', wants: ['count', 'duration'] },
    { text: 'When was it found?', wants: ['time'] },
    { text: 'Where is it?', wants: ['place'] },
    { text: 'Who isolated it?', wants: ['name'] },
    { text: 'Which country has it?', wants: ['name', 'place'] },
    { text: 'Why is it so?', wants: ['reason'] },
    { text: 'Does it help?', wants: ['verdict'] },
    { text: 'At what temperature does it melt?', wants: ['measure', 'name'] },
    { text: 'What is bark lupeol oil?', wants: ['meaning'] },
    { text: 'What is old bark lupeol oil?', wants: [] },
    { text: 'Define lupeol', wants: ['meaning'] },
    { text: 'What does ROS stand for?', wants: ['meaning'] },
    { text: 'lupeol', wants: [] },
  ])('$text: $wants', ({ text, wants }) => {
    expect([...readQuestion(text).wants].sort()).toEqual(wants)
  })
})
