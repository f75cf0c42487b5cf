import { describe, expect, it } from 'vitest'
import { paperBody } from '../../../../ingest/paper-body.ts'
import { paperSentences } from '../../../../ingest/summarise/paper-sentences.ts'
import { standsAlone, worthOf } from '../../../../ingest/summarise/sentence-worth.ts'
import { readPaperOf } from '../../../fakes/read-paper.ts'

describe('sentences as candidates', () => {
  const standings = [
    { name: 'a pronoun', text: 'It inhibited the enzyme.', alone: false },
    { name: 'a pronoun after a link', text: 'However, this was not seen.', alone: false },
    {
      name: 'a phrase that points back',
      text: 'On this basis compound 2 is epilupeol.',
      alone: false,
    },
    { name: 'a link', text: 'However, lupeol was inactive.', alone: false },
    { name: 'a bare subject', text: 'The protocol was approved by all.', alone: false },
    { name: 'a subject with its own words', text: 'The bark of the palm holds lupeol.', alone: true },
    {
      name: 'what only something before can explain',
      text: 'Similar levels were found in bears.',
      alone: false,
    },
    { name: 'a "these" further on', text: 'Growth of these cells was slow.', alone: false },
    { name: 'the results', text: 'The results suggest that lupeol inhibits ACE.', alone: true },
    { name: 'an empty "it"', text: 'It is known that lupeol is a triterpene.', alone: true },
    { name: 'the study itself', text: 'In this study, lupeol inhibited ACE.', alone: true },
    { name: 'a plain subject', text: 'Lupeol inhibited ACE.', alone: true },
  ]
  it.each(standings)('judges whether a sentence stands alone: $name, $alone', ({ text, alone }) => {
    expect(standsAlone(text)).toBe(alone)
  })

  it('values results with quantities above aims and pointers to figures', () => {
    const result = worthOf('We found that lupeol inhibited ACE with an IC50 of 3.5 µg/ml.')
    expect(result).toBeGreaterThan(worthOf('Lupeol occurs in many palms.'))
    expect(worthOf('Lupeol occurs in many palms.')).toBeGreaterThan(worthOf('The spectra are in Figure 2.'))
    expect(worthOf('The aim of this work was to find inhibitors.')).toBeLessThan(0)
  })

  const notProse = [
    { name: 'a caption', text: 'Figure 2. Growth of the cells in the broth over time.' },
    { name: 'an address', text: 'Department of Chemistry, University of Dhaka, Dhaka 1000, Bangladesh.' },
    { name: 'a mail address', text: 'Write to the authors at anna@example.org about all of this.' },
    {
      name: 'an entry of the references',
      text: 'Smith, A. B., Jones, C. and Lee, D. (2003) The crystal structure. Nature 421, 551–554.',
    },
    { name: 'a row of numbers', text: 'Lupeol 3.5 12.1 14.2 11.0 9.8 3.3 2.1 8.8 4.4.' },
    {
      name: 'columns that ran together',
      text: 'The result favours the groups of the left side. calculated to be ten of them.',
    },
    { name: 'a heading', text: 'Cytotoxicity of the partitionates of the extract' },
  ]
  it.each(notProse)('holds back $name', ({ text }) => {
    const found = paperSentences(paperBody(readPaperOf([text])))
    expect(found.filter((sentence) => sentence.isProse)).toEqual([])
  })

  it('joins a sentence that a page end tore apart', () => {
    const pages = ['Lupeol from the bark of palms strongly', 'inhibited the enzyme of mammals. It is cheap.']
    const [first] = paperSentences(paperBody(readPaperOf(pages, {}, true)))
    expect(first).toMatchObject({
      text: 'Lupeol from the bark of palms strongly inhibited the enzyme of mammals.',
      isProse: true,
    })
  })

  it('leaves back matter, lists of references and the title page out of the content', () => {
    const text = 'Anna Author\n\nAbstract\nLupeol acts.\n\n2. REFERENCES 18\nSmith.\n\nFunding\nThe state.'
    const headings = ['Abstract', '2. REFERENCES 18', 'Funding']
    const starts = headings.map((heading) => text.indexOf(heading))
    const sections = headings.map((heading, i) => ({
      heading,
      level: 1,
      start: starts[i]!,
      end: starts[i + 1] ?? text.length,
    }))
    const { blocks } = paperBody(readPaperOf([text], { sections }))
    expect(blocks.map(({ part, heading }) => [part, heading])).toEqual([
      ['front', ''],
      ['abstract', 'Abstract'],
      ['back', 'Funding'],
    ])
  })
})
