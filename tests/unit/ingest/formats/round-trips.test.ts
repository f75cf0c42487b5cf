/** What is written is read back as it was. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Paper, Unit } from '../../../../corpus/index.ts'
import {
  createBibtexWriter,
  descriptionOfEntry,
  parseBibtex,
  parseUnitCsv,
  pdfPathsOfEntry,
  UNIT_CSV_HEADER,
  type UnitRow,
  unitCsvLine,
  unitJsonLine,
  unitRow,
} from '../../../../ingest/formats/index.ts'

const UNIT: Unit = {
  id: 'u1',
  paper: 'p1',
  kind: 'unit',
  ordinal: 0,
  name: 'EXTRACTED_POINT',
  year: 2016,
  locator: 'Results, p. 2',
  topic: 'bark',
  text: 'The extract, "as is", was active.',
  reading: null,
  page: 2,
  start: 5,
  end: 38,
  made: 'extractive',
}

const cell = fc.string({
  unit: fc.constantFrom(...'ab,"\n\r\\ `~\'é;|{}'.split(''), '""', '```', '\r\n', 'name', ',,'),
  maxLength: 12,
})
const row: fc.Arbitrary<UnitRow> = fc.record({
  name: cell,
  year: cell,
  locator: cell,
  topic: cell,
  quote: cell.filter((text) => text.trim() !== ''),
})

describe('CSV', () => {
  test('rows of any text are read back as they were written', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
        const text = UNIT_CSV_HEADER + rows.map(unitCsvLine).join('')
        expect(parseUnitCsv(text)).toEqual({ rows, losses: {} })
      }),
      { numRuns: 3000 },
    )
  })

  test('no text makes the reader throw, and no row comes without a quote', () => {
    const piece = fc.constantFrom(
      '"',
      ',',
      '\n',
      '\r',
      '```',
      '```csv\n',
      'a',
      ' ',
      '\\',
      UNIT_CSV_HEADER,
      'N/A',
      'A_B,N/A,N/A,N/A,',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const { quote } of parseUnitCsv(pieces.join('')).rows) expect(quote.trim()).not.toBe('')
      }),
      { numRuns: 3000 },
    )
  })

  test('time grows with the length, even where no quotation mark is closed', () => {
    const line = 'A_B,N/A,N/A,N/A,"open\n'
    expect(parseUnitCsv(UNIT_CSV_HEADER + line.repeat(50_000)).losses).toEqual({
      mended_quotes: 49_999,
      cut_off: 1,
    })
  })

  test('the columns are the provenance, or the published constants', () => {
    expect(unitCsvLine(unitRow(UNIT))).toBe(
      'EXTRACTED_POINT,2016,"Results, p. 2",bark,"The extract, ""as is"", was active."\n',
    )
    expect(unitCsvLine(unitRow(UNIT, 'constants'))).toBe(
      'SYNTHESIZED_POINT_SUMMARY,N/A,N/A,N/A,"The extract, ""as is"", was active."\n',
    )
  })
})

describe('JSON', () => {
  test('a line holds the unit and its paper', () => {
    const line = unitJsonLine(UNIT, { title: 'T', authors: ['A B'], doi: null, paths: ['a.pdf', 'b.pdf'] })
    expect(line.endsWith('}\n')).toBe(true)
    expect(JSON.parse(line)).toEqual({ ...UNIT, title: 'T', authors: ['A B'], doi: null, path: 'a.pdf' })
  })
})

type BibPaper = Parameters<ReturnType<typeof createBibtexWriter>>[0]

const PAPER: Pick<Paper, keyof BibPaper> = {
  title: 'Of $5 & {bark}',
  authors: ['Inés Marchetti', 'Black and White, Inc.'],
  year: 2016,
  doi: '10.5555/a_b',
  abstract: 'At 5 %.',
  paths: ['/a b/c_d:e.pdf'],
}

describe('BibTeX', () => {
  test('papers are read back as they were written, and keys are unique', () => {
    const word = fc.string({
      unit: fc.constantFrom(...'abcXYZéø09&%$#_{}\\~^@-"'),
      minLength: 1,
      maxLength: 8,
    })
    const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '))
    const author = fc.tuple(word, word).map((names) => names.join(' '))
    const paper: fc.Arbitrary<BibPaper> = fc.record({
      title: words,
      authors: fc.array(author, { maxLength: 3 }),
      year: fc.option(fc.integer({ min: 1000, max: 2100 })),
      doi: fc.option(fc.constantFrom('10.5555/a_b', '10.5555/x(1)#2')),
      abstract: words,
      paths: fc.constantFrom(['a.pdf'], ['/x/b c_d;e:f.pdf'], ['notes.txt']),
    })
    fc.assert(
      fc.property(fc.array(paper, { maxLength: 5 }), (papers) => {
        const write = createBibtexWriter()
        const { entries, broken } = parseBibtex(papers.map((each) => write(each)).join(''))
        expect(broken).toEqual([])
        expect(new Set(entries.map((entry) => entry.key)).size).toBe(papers.length)
        const { length } = papers
        for (let at = 0; at < length; at++) {
          const [written, entry] = [papers[at], entries[at]]
          if (written === undefined || entry === undefined) throw new Error('An entry is missing')
          const { title, abstract, authors, year, doi } = written
          const read = descriptionOfEntry(entry)
          expect([read.title, read.abstract, read.authors ?? []]).toEqual([title, abstract, authors])
          expect([read.year ?? null, read.doi ?? null]).toEqual([year, doi])
          expect(pdfPathsOfEntry(entry)).toEqual(written.paths.filter((path) => path.endsWith('.pdf')))
        }
      }),
    )
  })

  test('an entry looks as it should', () => {
    const write = createBibtexWriter()
    expect(write(PAPER)).toBe(
      [
        '@article{marchetti2016bark,',
        '  title = {{Of \\$5 \\& \\textbraceleft{}bark\\textbraceright{}}},',
        '  author = {Inés Marchetti and {Black and White, Inc.}},',
        '  year = {2016},',
        '  doi = {10.5555/a\\_b},',
        '  abstract = {At 5 \\%.},',
        '  file = {/a b/c\\_d\\:e.pdf}',
        '}\n\n',
      ].join('\n'),
    )
    expect(write(PAPER)).toContain('{marchetti2016barkb,')
  })
})
