/** Tests the description of papers without a layout, and the years and licences that notices give. */
import { describe, expect, it } from 'vitest'
import { describeText } from '../../../../ingest/describe/index.ts'
import { casesIn } from '../../../fixtures/case-lines.ts'

const tools = { languageOf: () => null, latestYear: 2030 }

function described(text: string, known = {}) {
  return describeText({ text, known }, tools)
}

const PAPER = `# Lupeol inhibits the growth of cells

Ada Lovelace, Charles Babbage

## Abstract

Lupeol is a triterpene of many barks and it inhibits the growth of cells at low doses.

## 1 Introduction

Barks are used as medicine. Published: 12 March 2015.

## 2 Results

The IC50 was 2.17 µg/ml in all of the assays that we ran.

## References

1. A paper of 1999.
`

describe('text without a layout', () => {
  it('has the parts of a paper', () => {
    const { sections, ...found } = described(PAPER)
    expect(found).toMatchObject({
      title: 'Lupeol inhibits the growth of cells',
      authors: ['Ada Lovelace', 'Charles Babbage'],
      abstract: 'Lupeol is a triterpene of many barks and it inhibits the growth of cells at low doses.',
      year: 2015,
      bodyEnd: PAPER.indexOf('## References'),
    })
    const headings = sections.map(({ heading, level }) => `${level} ${heading}`)
    expect(headings).toEqual(['2 Abstract', '2 1 Introduction', '2 2 Results', '2 References'])
    expect(sections.at(-1)?.end).toBe(PAPER.length)
  })

  it('does not end at the entry of a table of contents, whatever dates are below it', () => {
    const years =
      'The trees of the north were seen in 2001, 2004, 2009, 2014 and again in 2020 by those who live there.'
    const growth = `${years} ${'They grew a little in every one of these years. '.repeat(12)}`
    const text = `# A handbook of barks\n\n## Contents\n\nGrowth\n\nReferences\n\n## Growth\n\n${growth}\n\n`
    expect(described(`${text}## References\n\nDoe J. Of barks. 1999.\n`).bodyEnd).toBe(text.length)
  })

  it('ends where a numbered list without a heading begins, even if its lines were read together', () => {
    const body = `# Of barks\n\n${'Barks scatter light in all of the ways [1] that are known of them [2]. '.repeat(30)}\n\n`
    const numbered = (end: string) =>
      Array.from(
        { length: 9 },
        (_, at) => `[${at + 1}] A. Smith, Phys. Rev. C ${at + 60},\n\n1550${at} ${end}`,
      )
    expect(described(body + numbered('(2020)').join(' ')).bodyEnd).toBe(body.length)
    expect(described(body + numbered('of the steps').join(' ')).bodyEnd).toBeGreaterThan(body.length)
  })

  it.each(
    casesIn<'name' | 'text' | 'sections'>(`
    name | text | sections
    lines without blank ones between them | Introduction⏎Barks are used as medicine.⏎2. Methods⏎We cut bark.⏎References⏎Doe J. Of barks. 1999. | Introduction, 2. Methods, References
    no wrapped line of a sentence | Introduction⏎Barks are used as medicine, and in all of the trials the⏎Results⏎of which are known they helped. | Introduction
  `),
  )('has the names of parts as sections: $name', ({ text, sections }) => {
    const found = described(text)
    expect(found.sections.map(({ heading }) => heading).join(', ')).toBe(sections)
    expect(found).toMatchObject({ title: '', abstract: '' })
    if (sections.includes('References')) expect(found.bodyEnd).toBe(text.indexOf('References'))
  })

  it('yields to what a catalogue knows', () => {
    expect(described(PAPER, { title: 'Known', year: 1984 })).toMatchObject({ title: 'Known', year: 1984 })
  })

  it.each(['', ' \n\n \n', 'Word', '...\n\n---\n\n***'])('may be %j', (text) => {
    expect(described(text)).toMatchObject({ abstract: '', authors: [], bodyEnd: text.length })
  })
})

describe('the abstract', () => {
  const body = 'Cells grow in many ways that are not yet understood by those who study them.'
  it.each([
    ['below a heading', `Title of it\n\nABSTRACT\n\n${body}\n\nKeywords: cells`],
    ['run into its heading by a dash', `Title of it\n\nAbstract—${body}\n\nI. INTRODUCTION\n\nText.`],
    ['run into its heading by a colon', `Title of it\n\nABSTRACT: ${body}\n\nIntroduction\n\nText.`],
    ['headed Summary', `Title of it\n\nSummary\n\n${body}\n\nIntroduction\n\nText.`],
    ['headed in letters set apart', `Title of it\n\nA B S T R A C T\n\n${body}\n\n1. Introduction\n\nText.`],
    ['followed by a notice', `Title of it\n\nAbstract\n\n${body} © 2014 Elsevier B.V. All rights reserved.`],
    ['labelled at its start', `Title of it\n\nAbstract\n\nBackground: ${body}\n\nIntroduction\n\nText.`],
  ])('is found %s', (_, text) => {
    expect(described(text).abstract).toBe(body)
  })

  it('keeps the parts of a structured abstract together', () => {
    const text = `A title\n\nAbstract\n\nBackground: ${body}\n\nMethods: We looked at them.\n\nResults: They grew.\n\nKeywords: cells\n\nMore.`
    expect(described(text).abstract).toBe(`${body} Methods: We looked at them. Results: They grew.`)
  })
})

describe('the year', () => {
  it.each([
    ['a citation line', 'BMC Psychiatry 2014, 14:1. © 2013 The Authors', 2014],
    ['a journal with its year in brackets', 'Journal of Hydrology 310 (2005) 253–265', 2005],
    ['a volume after the year', 'Postgrad Med J 2010;86:272-278', 2010],
    ['a copyright notice', 'Copyright © 2010 Nuala E. Tully', 2010],
    [
      'a date of acceptance before one of receipt',
      'Received 24 August 2009\n\nAccepted 13 February 2010',
      2010,
    ],
    ['an arXiv number', 'arXiv:2203.00274v2 [cs.CL]', 2022],
    ['an arXiv number of the old kind', 'hep-ph/9412269 9 Dec 94', 1994],
    ['no year', 'We took 2014 samples and 1999 controls', null],
    ['a year to come', '© 2099 The Authors', null],
  ])('is read from %s', (_, text, year) => {
    expect(described(`Title of the paper\n\n${text}`).year).toBe(year)
  })
})

describe('identifiers', () => {
  it.each([
    ['CC-BY-2.0', 'http://creativecommons.org/licenses/by/2.0'],
    ['CC-BY-NC-SA', 'under the Creative Commons Attribution-NonCommercial-ShareAlike licence'],
    ['CC-BY-4.0', 'Creative Commons Attribution 4.0 International License'],
    ['CC-BY-NC-ND-4.0', 'CC BY-NC-ND 4.0'],
    ['CC0-1.0', 'creativecommons.org/publicdomain/zero/1.0/'],
    [null, 'All rights reserved'],
  ])('have the licence %s', (licence, text) => {
    expect(described(`Title\n\n${text}`).licence).toBe(licence)
  })
})
