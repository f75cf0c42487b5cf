import { describe, expect, it } from 'vitest'
import { describeText } from '../../../../ingest/describe/index.ts'

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
  const found = described(PAPER)

  it('has the first heading as its title', () =>
    expect(found.title).toBe('Lupeol inhibits the growth of cells'))
  it('has the text below "Abstract" as its abstract', () =>
    expect(found.abstract).toBe(
      'Lupeol is a triterpene of many barks and it inhibits the growth of cells at low doses.',
    ))
  it('has its authors between the two', () =>
    expect(found.authors).toEqual(['Ada Lovelace', 'Charles Babbage']))
  it('has the year of its notice, not of its references', () => expect(found.year).toBe(2015))
  it('ends where the references begin', () => expect(found.bodyEnd).toBe(PAPER.indexOf('## References')))
  it('does not end at the entry of a table of contents, whatever dates stand below it', () => {
    const contents = `# A handbook of barks

## Contents

Growth

References

## Growth

The trees of the north were seen in 2001, 2004, 2009, 2014 and again in 2020 by those who live there. ${'They grew a little in every one of these years. '.repeat(12)}

`
    const text = `${contents}## References

Doe J. Of barks. 1999.
`
    expect(described(text).bodyEnd).toBe(contents.length)
  })
  it('has sections that follow each other to the end', () => {
    expect(found.sections.map(({ heading, level }) => `${level} ${heading}`)).toEqual([
      '2 Abstract',
      '2 1 Introduction',
      '2 2 Results',
      '2 References',
    ])
    expect(found.sections.at(-1)?.end).toBe(PAPER.length)
  })

  it('yields to what a catalogue knows', () => {
    expect(described(PAPER, { title: 'Known', year: 1984 })).toMatchObject({ title: 'Known', year: 1984 })
  })

  it.each([
    { name: 'nothing', text: '' },
    { name: 'white space', text: ' \n\n \n' },
    { name: 'one word', text: 'Word' },
    { name: 'marks only', text: '...\n\n---\n\n***' },
  ])('may be $name', ({ text }) => {
    expect(described(text)).toMatchObject({ abstract: '', authors: [], bodyEnd: text.length })
  })
})

describe('the abstract', () => {
  const body = 'Cells grow in many ways that are not yet understood by those who study them.'
  it.each([
    { name: 'below a heading', text: `Title of it\n\nABSTRACT\n\n${body}\n\nKeywords: cells` },
    {
      name: 'run into its heading by a dash',
      text: `Title of it\n\nAbstract—${body}\n\nI. INTRODUCTION\n\nText.`,
    },
    {
      name: 'run into its heading by a colon',
      text: `Title of it\n\nABSTRACT: ${body}\n\nIntroduction\n\nText.`,
    },
    { name: 'headed Summary', text: `Title of it\n\nSummary\n\n${body}\n\nIntroduction\n\nText.` },
    {
      name: 'headed in letters set apart',
      text: `Title of it\n\nA B S T R A C T\n\n${body}\n\n1. Introduction\n\nText.`,
    },
    {
      name: 'followed by a notice',
      text: `Title of it\n\nAbstract\n\n${body} © 2014 Elsevier B.V. All rights reserved.`,
    },
    {
      name: 'labelled at its start',
      text: `Title of it\n\nAbstract\n\nBackground: ${body}\n\nIntroduction\n\nText.`,
    },
  ])('is found $name', ({ text }) => {
    expect(described(text).abstract).toBe(body)
  })

  it('keeps the parts of a structured abstract together', () => {
    const text = `A title\n\nAbstract\n\nBackground: ${body}\n\nMethods: We looked at them.\n\nResults: They grew.\n\nKeywords: cells\n\nMore.`
    expect(described(text).abstract).toBe(`${body} Methods: We looked at them. Results: They grew.`)
  })
})

describe('the year', () => {
  it.each([
    { name: 'a citation line', text: 'BMC Psychiatry 2014, 14:1. © 2013 The Authors', year: 2014 },
    {
      name: 'a journal with its year in brackets',
      text: 'Journal of Hydrology 310 (2005) 253–265',
      year: 2005,
    },
    { name: 'a volume after the year', text: 'Postgrad Med J 2010;86:272-278', year: 2010 },
    { name: 'a copyright notice', text: 'Copyright © 2010 Nuala E. Tully', year: 2010 },
    {
      name: 'a date of acceptance before one of receipt',
      text: 'Received 24 August 2009\n\nAccepted 13 February 2010',
      year: 2010,
    },
    { name: 'an arXiv number', text: 'arXiv:2203.00274v2 [cs.CL]', year: 2022 },
    { name: 'an arXiv number of the old kind', text: 'hep-ph/9412269 9 Dec 94', year: 1994 },
    { name: 'no year', text: 'We took 2014 samples and 1999 controls', year: null },
    { name: 'a year to come', text: '© 2099 The Authors', year: null },
  ])('is read from $name', ({ text, year }) => {
    expect(described(`Title of the paper\n\n${text}`).year).toBe(year)
  })
})

describe('identifiers', () => {
  it.each([
    {
      name: 'with a stop behind it',
      text: 'doi:10.1016/j.jhydrol.2005.01.006.',
      doi: '10.1016/j.jhydrol.2005.01.006',
    },
    { name: 'as a link', text: 'https://doi.org/10.7717/peerj-cs.118', doi: '10.7717/peerj-cs.118' },
    { name: 'not at all', text: 'version 10.2/3', doi: null },
  ])('have a DOI $name', ({ text, doi }) => {
    expect(described(`Title\n\n${text}`).doi).toBe(doi)
  })

  it.each([
    { text: 'http://creativecommons.org/licenses/by/2.0', licence: 'CC-BY-2.0' },
    {
      text: 'under the Creative Commons Attribution-NonCommercial-ShareAlike licence',
      licence: 'CC-BY-NC-SA',
    },
    { text: 'Creative Commons Attribution 4.0 International License', licence: 'CC-BY-4.0' },
    { text: 'CC BY-NC-ND 4.0', licence: 'CC-BY-NC-ND-4.0' },
    { text: 'creativecommons.org/publicdomain/zero/1.0/', licence: 'CC0-1.0' },
    { text: 'All rights reserved', licence: null },
  ])('have the licence $licence', ({ text, licence }) => {
    expect(described(`Title\n\n${text}`).licence).toBe(licence)
  })
})
