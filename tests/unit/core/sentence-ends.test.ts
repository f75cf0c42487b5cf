/** What ends a sentence and what does not: `|` stands where the text is to be cut. */
import { describe, expect, it } from 'vitest'
import { sentences } from '../../../core/sentences.ts'

const ENDS = [
  { name: 'a name of several authors before a sentence', text: 'So wrote Smith et al.|Growth stopped.' },
  { name: 'a name of several authors before a number', text: 'So wrote Smith et al. 5 cells.' },
  { name: 'a name of several authors before small letters', text: 'So wrote Smith et al. in it.' },
  { name: 'a figure before a capital', text: 'It is in Fig. Two of them.' },
  { name: 'an initial before a name', text: 'It was J. Smith.' },
  { name: 'an initial before a word that opens sentences', text: 'It was hepatitis B.|The virus grew.' },
  { name: 'two initials before a name', text: 'In the U.S. Smith came.' },
  { name: 'two initials before a word that opens sentences', text: 'In the U.S.|The cells grew.' },
  { name: 'three initials', text: 'In the A.B.C.|Smith came.' },
  { name: 'the number of a section', text: '2.1. Methods of it.' },
  { name: 'the roman number of a section', text: 'IV. Results of it.' },
  { name: 'a number that ends a sentence', text: 'It was 2.1.|Methods of it.' },
  { name: 'an abbreviation after a section number', text: 'Growth was approx. Five.' },
  { name: 'dots that trail off', text: 'It was e.g...|Cells grew.' },
  { name: 'an ellipsis', text: 'It was e.g…|Cells grew.' },
  { name: 'marks together', text: 'Was it so?!|Cells grew.' },
  { name: 'a question after an abbreviation', text: 'Was it Fig?|Cells grew.' },
  { name: 'small letters behind', text: 'It grew. cells did.' },
  { name: 'a gene in small letters behind', text: 'It grew.|p53 did.' },
  { name: 'a Greek letter behind', text: 'It grew.|α-actin did.' },
  { name: 'a quotation behind', text: 'It grew.|“Cells grew.”|Then none.' },
  { name: 'a bracket that closes behind', text: '(It grew.)|Cells grew.' },
  { name: 'a citation in brackets', text: 'It grew.[1,2–4]|Cells grew.' },
  { name: 'raised digits', text: 'It grew.¹²,³|Cells grew.' },
  { name: 'a citation without brackets', text: 'It grew.11–13|Cells grew.' },
  { name: 'a month', text: 'It was on Jan. Fifth day.' },
  { name: 'a company before a sentence', text: 'It was made by Smith Inc.|Cells grew.' },
  { name: 'an abbreviation in capitals', text: 'See FIG. Two of it.' },
  { name: 'an abbreviation in a bracket', text: 'So (cf. Smith) it is.' },
  { name: 'a stop by itself', text: 'It grew .|Cells grew.' },
  { name: 'no space behind', text: 'It grew.Cells did.' },
  { name: 'Chinese stops', text: '它长大。|细胞！|真的？' },
  { name: 'a Chinese stop before small letters', text: '它长大。|cells grew，它长大' },
  { name: 'one long word before the stop', text: `${'x'.repeat(40)}.|Cells grew.` },
]

describe('the end of a sentence', () => {
  it.each(ENDS)('with $name', ({ text }) => {
    const parts = text.split('|')
    const joined = text.includes('。') ? parts.join('') : parts.join(' ')
    expect(sentences(joined).map(({ start, end }) => joined.slice(start, end))).toEqual(parts)
  })

  it('is found anew in each sentence: an abbreviation of the one before counts for nothing', () => {
    const text = 'Fig. 1 shows it. Al. Fig. 2 does.'
    expect(sentences(text)[0]).toEqual({ start: 0, end: 16 })
  })

  it.each([9, 10, 11, 12, 13, 32, 0xa0, 0x2028, 0x2029])('leaves white space %i around out', (code) => {
    const space = String.fromCharCode(code).repeat(2)
    expect(sentences(`${space}Cells grew${space}`)).toEqual([{ start: 2, end: 12 }])
  })

  it.each([8, 14, 31, 33, 0x9f, 0xa1, 0x2027, 0x202a])('keeps character %i, which is none', (code) => {
    const mark = String.fromCharCode(code)
    expect(sentences(`${mark}Cells grew${mark}`)).toEqual([{ start: 0, end: 12 }])
  })

  it('is a paragraph’s as well, wherever it ends', () => {
    const text = '  Title of it \n \n\nCells grew.  They did.\n\n'
    expect(sentences(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'Title of it',
      'Cells grew.',
      'They did.',
    ])
  })

  it('is none of white space alone', () => {
    expect([sentences(''), sentences(' \n\n ')]).toEqual([[], []])
  })
})
