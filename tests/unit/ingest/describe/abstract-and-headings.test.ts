import { describe, expect, it } from 'vitest'
import { describe as described } from '../../../../ingest/describe/index.ts'
import type { LaidOutPage } from '../../../../ingest/extract/index.ts'
import { laidOutPage, type SetParagraph } from '../../../fixtures/laid-out-page.ts'

const TOOLS = { languageOf: (text: string) => (/\bel\b/.test(text) ? 'spa' : 'eng'), latestYear: 2030 }
const SENTENCE =
  'Barks are used against swellings by many people, but the substances that act are seldom known.'
const TITLE: SetParagraph = { lines: ['Lupeol of barks in culture'], size: 18 }
const NAMES: SetParagraph = { lines: ['Ada Lovelace and Charles Babbage'], size: 12 }
const HEAD: SetParagraph = { lines: ['Abstract'], bold: true, size: 12 }
const INTRODUCTION: SetParagraph = { lines: ['Introduction'], bold: true, size: 12 }
const BODY: SetParagraph = {
  lines: Array.from({ length: 20 }, () => 'Words of the body of the paper go on and on in every line.'),
}

const read = (...pages: LaidOutPage[]) => described(pages, TOOLS)
const onePage = (...paragraphs: SetParagraph[]) => read(laidOutPage([TITLE, NAMES, ...paragraphs]))
const headingsOf = (...paragraphs: SetParagraph[]) =>
  onePage(HEAD, { lines: [SENTENCE] }, ...paragraphs).sections.map(
    ({ heading, level }) => `${level} ${heading}`,
  )

describe('the abstract', () => {
  it('goes on over notices and the page where its sentence is open', () => {
    const found = read(
      laidOutPage([
        TITLE,
        NAMES,
        HEAD,
        { lines: [SENTENCE, 'We took lupeol from one of them and'] },
        { lines: ['© 2016 The Authors. Published under the terms of a licence.'], size: 7 },
      ]),
      laidOutPage([{ lines: ['gave it to cells.'] }, INTRODUCTION, BODY], { number: 2 }),
    )
    expect(found.abstract).toBe(`${SENTENCE} We took lupeol from one of them and gave it to cells.`)
  })

  it('goes on where the page says that it is continued', () => {
    const found = read(
      laidOutPage([
        TITLE,
        NAMES,
        HEAD,
        { lines: [`Background: ${SENTENCE}`] },
        { lines: ['(Continued on next page)'], size: 8 },
        { lines: ['* Correspondence: ada@example.org'], size: 7 },
      ]),
      laidOutPage(
        [
          { lines: ['(Continued from previous page)'], size: 8 },
          { lines: ['Conclusions: They act.'] },
          { lines: ['Keywords: bark'] },
          INTRODUCTION,
          BODY,
        ],
        { number: 2 },
      ),
    )
    expect(found.abstract).toBe(`${SENTENCE} Conclusions: They act.`)
  })

  it.each([
    ['at keywords within its paragraph', [SENTENCE, 'Keywords: bark, lupeol']],
    ['before the citation that the journal prints behind it', [SENTENCE, '(Am Heart J 2021;235:12–23.)']],
  ])('ends %s', (_, lines) => {
    expect(onePage(HEAD, { lines }, INTRODUCTION, BODY).abstract).toBe(SENTENCE)
  })

  it('is none where a letter begins with its text', () => {
    const letter: SetParagraph = { lines: Array.from({ length: 6 }, () => SENTENCE) }
    expect(onePage(letter, { ...letter, lines: [SENTENCE] }, BODY).abstract).toBe('')
  })

  it.each([
    ['table of contents', (at: number) => `${at} Of barks and lupeol . . . . . . . . . . . ${at}`],
    ['program', (at: number) => `> barks <- lupeol(growth = ${at}, cells = culture[${at}])`],
    ['footnote', (at: number) => `${at === 0 ? '∗This' : 'this'} work was written for barks and lupeol.`],
  ])('is no %s', (_, line) => {
    const lines = Array.from({ length: 8 }, (_, at) => line(at))
    expect(onePage({ lines, bold: true }, INTRODUCTION, BODY).abstract).toBe('')
  })

  it('is the one in the language of the body', () => {
    const found = onePage(
      { ...HEAD, lines: ['Resumen'] },
      { lines: ['Las cortezas se usan contra el dolor, pero el principio que actua es casi desconocido.'] },
      HEAD,
      { lines: [SENTENCE] },
      INTRODUCTION,
      BODY,
    )
    expect(found.abstract).toBe(SENTENCE)
  })
})

describe('a cover page', () => {
  it.each([
    'To cite this version: Ada Lovelace. Lupeol. 2012. HAL Id: inserm-00721680',
    'The COVID-19 resource centre is hosted on Elsevier Connect, the news website.',
    'Your use of the JSTOR archive indicates your acceptance of the Terms.',
    'See discussions, stats, and author profiles for this publication at researchgate.net',
    'Citation for published version (APA): Lovelace, A. (2012). Lupeol.',
  ])('gives no title, authors or abstract: %s', (mark) => {
    const found = read(
      laidOutPage([{ lines: ['Some words of the repository in large type'], size: 24 }, { lines: [mark] }]),
      laidOutPage([TITLE, NAMES, HEAD, { lines: [SENTENCE] }, INTRODUCTION, BODY], { number: 2 }),
    )
    expect(found).toMatchObject({
      title: 'Lupeol of barks in culture',
      authors: ['Ada Lovelace', 'Charles Babbage'],
      abstract: SENTENCE,
    })
  })
})

describe('headings', () => {
  const part = (text: string, more: Partial<SetParagraph> = {}): SetParagraph => ({
    lines: [text],
    bold: true,
    size: 12,
    ...more,
  })

  it('of the main parts are the first level where a box has a larger one', () => {
    const found = headingsOf(
      part('Introduction'),
      BODY,
      part('Key points', { size: 14 }),
      BODY,
      part('Bark and cells'),
      BODY,
    )
    expect(found).toEqual(['1 Abstract', '1 Introduction', '1 Key points', '1 Bark and cells'])
  })

  it('in capitals stand above those in small letters of the same size', () => {
    expect(headingsOf(part('METHODS'), part('Trial design'), BODY, part('RESULTS'), BODY)).toEqual([
      '1 Abstract',
      '1 METHODS',
      '2 Trial design',
      '1 RESULTS',
    ])
  })

  it('may have a bar behind their number', () => {
    expect(headingsOf(part('1 | INTRODUCTION'), BODY, part('2.1 | Plant material'), BODY)).toEqual([
      '1 Abstract',
      '1 1 | INTRODUCTION',
      '2 2.1 | Plant material',
    ])
  })

  it('are one where they are set in two lines', () => {
    expect(
      headingsOf(
        part('Introduction'),
        BODY,
        part('Linking roles to functions through', { top: 500, size: 10 }),
        part('Enzymes and other things', { top: 512, size: 10 }),
        BODY,
      ),
    ).toContain('2 Linking roles to functions through Enzymes and other things')
  })

  it('are no cells of tables and no addresses, which have no text below', () => {
    const cells = ['Responses', 'Content of the bark', 'Days of treatment'].map((text) =>
      part(text, { size: 8 }),
    )
    const found = headingsOf(
      part('Introduction'),
      BODY,
      ...cells,
      { lines: ['12.1 14.2'], size: 8 },
      part('Results'),
      BODY,
    )
    expect(found).toEqual(['1 Abstract', '1 Introduction', '1 Results'])
  })

  it.each([
    ['label of a figure', 'A (ne)'],
    ['notice', 'This paper is available on line at the journal of barks'],
    ['heading that its text goes on with', 'General procedure. The 1H spectra of bark'],
    ['program at a prompt', 'R> barks and lupeol in culture'],
    ['program with an assignment', 'Barks <- lupeol in culture'],
    ['text that ends a sentence within', 'It is a special case. The growth of cells'],
  ])('are no %s', (_, line) => {
    const found = headingsOf(part('Introduction'), BODY, part(line), BODY, part('Results'), BODY)
    expect(found).toEqual(['1 Abstract', '1 Introduction', '1 Results'])
  })

  it.each([
    ['an abstract over an introduction without a heading', [HEAD, { lines: [SENTENCE] }], SENTENCE],
    [
      'a box, with its last point',
      [
        HEAD,
        { lines: [SENTENCE] },
        part('Strengths and limitations of this study'),
        { lines: ['► Barks of old palms are few in the forests of the western shore.'] },
        { lines: ['► Trees are many.'] },
      ],
      '► Trees are many.',
    ],
    [
      'a statement, with its paragraph',
      [
        HEAD,
        { lines: [SENTENCE] },
        part('Importance'),
        { lines: ['Bark of old palms is a source of lupeol that is seldom used today.'] },
      ],
      'Bark of old palms is a source of lupeol that is seldom used today.',
    ],
  ])('end without a next one: %s', (_, above, last) => {
    const page = laidOutPage([TITLE, NAMES, ...above, { ...BODY, size: 9 }, part('Results'), BODY])
    const { sections } = read(page)
    const text = page.page.text
    expect(text.slice(0, sections.at(-2)?.end).endsWith(last)).toBe(true)
  })

  it('are no "Summary" in the head of a table', () => {
    const cells = [part('Summary'), { lines: ['estimate 12.1'], size: 8 }, { lines: ['14.2 12.2'], size: 8 }]
    const found = headingsOf(
      part('Introduction'),
      BODY,
      ...cells,
      { lines: ['12.1'], size: 8 },
      part('Results'),
      BODY,
    )
    expect(found).toEqual(['1 Abstract', '1 Introduction', '1 Results'])
  })

  it('of the introduction may come before the abstract in reading order', () => {
    const found = onePage(part('1 | INTRODUCTION'), HEAD, { lines: [SENTENCE] }, BODY)
    expect(found.sections.map(({ heading }) => heading)).toEqual(['1 | INTRODUCTION', 'Abstract'])
  })
})
