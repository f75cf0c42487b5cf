/** Tests that every format is read back as it was written. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tableAsCsv } from '../../../../app/values/index.ts'
import { NO_PUBLICATION, type Publication, type Unit } from '../../../../corpus/index.ts'
import {
  CITED_CSV_HEADER,
  citedCsvLine,
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
import { tableCsv } from '../../../../ingest/index.ts'

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

const PRINTED = {
  id: 'p1',
  title: 'T',
  authors: ['A B', 'C D'],
  doi: '10.5555/a',
  document: null,
  sections: [],
  paths: ['a.pdf', 'b.pdf'],
  publication: { journal: 'J. Chem.', volume: '8', issue: '1', pages: '7-10' },
  confidence: { title: 1, authors: 0.6, year: 0.79 },
}

const RUN_BY_SPREADSHEETS = [
  '=HYPERLINK("x")',
  "=cmd|' /C calc'!A0",
  '@SUM(1)',
  '+1+1',
  '- one',
  '\t=1',
  '＝1',
]

const cell = fc.string({
  unit: fc.constantFrom(...'ab,"\n\r\\ `~\'é;|{}=+-@1\t'.split(''), '""', '```', '\r\n', 'name', ',,'),
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
  const sheets = [
    { sheet: 'units', write: (title: string) => citedCsvLine(UNIT, { ...PRINTED, title }) },
    { sheet: 'published units', write: (text: string) => unitCsvLine(unitRow({ ...UNIT, text })) },
    {
      sheet: 'a table of a paper',
      write: (text: string) => tableCsv({ header: 0, rows: [['a', text]], caption: '', notes: '' }),
    },
    {
      sheet: 'the papers by their values',
      write: (title: string) =>
        tableAsCsv({ corpus: 'c', columns: [], rows: [{ paper: 'p', title, year: null, cells: [] }] }),
    },
  ]
  test.each(sheets)('a spreadsheet runs no cell of $sheet', ({ write }) => {
    for (const cell of RUN_BY_SPREADSHEETS)
      expect(write(cell).replace("'\t", "'"), cell).toContain(`'${cell.trim().replaceAll('"', '""')}`)
    for (const number of ['-5', '+1.5e3', '-12,5%', '-', '+'])
      expect(write(number)).not.toContain(`'${number}`)
  })

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

describe('CSV with sources', () => {
  test('a row holds what a reader cites, and names what is doubtful', () => {
    const [header, row] = [CITED_CSV_HEADER, citedCsvLine(UNIT, PRINTED)]
    expect(header).toBe(
      'paper,year,section,kind,statement,page,place,doi,authors,journal,volume,issue,pages,topic,file,doubtful,paper_id,unit\n',
    )
    expect(row).toBe(
      'T,2016,Results,finding,"The extract, ""as is"", was active.",2,5-38,10.5555/a,' +
        'A B; C D,J. Chem.,8,1,7-10,bark,a.pdf,authors year,p1,u1\n',
    )
  })

  test('its units are read back, each on one line', () => {
    const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
        const lines = rows.map(({ quote, ...rest }) =>
          citedCsvLine({ ...UNIT, ...rest, text: quote, year: 2016 }, PRINTED),
        )
        for (const line of lines) expect(line.match(/\n/g)).toHaveLength(1)
        const wanted = rows.map(({ locator, topic, quote }) => ({
          ...{ name: 'IMPORTED_POINT', year: '2016', topic: oneLine(topic), quote: oneLine(quote) },
          locator: [oneLine(locator), 'p. 2'].filter((part) => part !== '').join(', '),
        }))
        expect(parseUnitCsv(CITED_CSV_HEADER + lines.join(''))).toEqual({ rows: wanted, losses: {} })
      }),
      { numRuns: 1000 },
    )
  })

  test('a sheet of the older columns is read, too', () => {
    const older =
      'name,year,locator,topic,quote,title,authors,doi,journal,volume,issue,pages,file,page,doubtful,paper,unit\n' +
      'EXTRACTED_POINT,2016,"Results, p. 2",bark,"It was\nactive.",T,A B,,,,,,a.pdf,2,,p1,u1\n'
    expect(parseUnitCsv(older).rows).toEqual([
      {
        name: 'EXTRACTED_POINT',
        year: '2016',
        locator: 'Results, p. 2',
        topic: 'bark',
        quote: 'It was\nactive.',
      },
    ])
  })
})

describe('JSON', () => {
  test('a line holds the unit and its paper', () => {
    const line = unitJsonLine(UNIT, PRINTED)
    expect(line.endsWith('}\n')).toBe(true)
    expect(JSON.parse(line)).toEqual({
      ...{ ...UNIT, statement: 'finding' },
      ...{ title: 'T', authors: ['A B', 'C D'], doi: '10.5555/a', path: 'a.pdf', document: null },
      publication: PRINTED.publication,
      confidence: PRINTED.confidence,
    })
  })
})

type BibPaper = Parameters<ReturnType<typeof createBibtexWriter>>[0]

const PAPER: BibPaper = {
  title: 'Of $5 & {bark}',
  authors: ['Inés Marchetti', 'Black and White, Inc.'],
  year: 2016,
  doi: '10.5555/a_b',
  abstract: 'At 5 %.',
  paths: ['/a b/c_d:e.pdf'],
  document: null,
  publication: { journal: 'J. Bark & Leaf', volume: '8', issue: '1', pages: '7-10' },
}

describe('BibTeX', () => {
  test('papers are read back as they were written, and keys are unique', () => {
    const word = fc.string({
      unit: fc.constantFrom(...'abcXYZéø09&%$#_{}\\~^@-"'),
      minLength: 1,
      maxLength: 8,
    })
    const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '))
    const body = fc.constantFrom('Bark and Leaf Group', 'Black, White, Inc.', 'others')
    const author = fc.oneof(
      { weight: 4, arbitrary: fc.tuple(word, word).map((names) => names.join(' ')) },
      { weight: 1, arbitrary: body },
    )
    const paper: fc.Arbitrary<BibPaper> = fc.record({
      title: words,
      authors: fc.array(author, { maxLength: 3 }),
      year: fc.option(fc.integer({ min: 1000, max: 2100 })),
      doi: fc.option(fc.constantFrom('10.5555/a_b', '10.5555/x(1)#2')),
      abstract: words,
      paths: fc.constantFrom(['a.pdf'], ['/x/b c_d;e:f.pdf'], ['notes.txt']),
      document: fc.constantFrom(null, 'a', 'Müller2019-x', 'two words'),
      publication: fc.constantFrom<Publication>(
        NO_PUBLICATION,
        { journal: 'J. {B} & C_d', volume: '8', issue: '1-2', pages: '7-10' },
        { journal: 'Proc.', volume: null, issue: null, pages: 'e0123456' },
      ),
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
          expect(read.publication ?? NO_PUBLICATION).toEqual(written.publication)
          expect(pdfPathsOfEntry(entry)).toEqual(written.paths.filter((path) => path.endsWith('.pdf')))
        }
      }),
    )
  })

  test.each(['Bark and Leaf Group', 'Black, White, Inc.', 'others'])('"%s" is one author', (author) => {
    const [entry] = parseBibtex(createBibtexWriter()({ ...PAPER, authors: [author, 'A. Green'] })).entries
    expect(entry && descriptionOfEntry(entry).authors).toEqual([author, 'A. Green'])
  })

  test('an entry looks as it should', () => {
    const write = createBibtexWriter()
    expect(write(PAPER)).toBe(
      [
        '@article{marchetti2016bark,',
        '  title = {{Of \\$5 \\& \\textbraceleft{}bark\\textbraceright{}}},',
        '  author = {Inés Marchetti and {Black and White, Inc.}},',
        '  journal = {J. Bark \\& Leaf},',
        '  volume = {8},',
        '  number = {1},',
        '  pages = {7--10},',
        '  year = {2016},',
        '  doi = {10.5555/a\\_b},',
        '  abstract = {At 5 \\%.},',
        '  file = {/a b/c_d\\:e.pdf}',
        '}\n\n',
      ].join('\n'),
    )
    expect(write(PAPER)).toContain('{marchetti2016barkb,')
  })

  test.each([
    ["a catalogue's key stays", 'Marchetti:2016', ['x.pdf'], 'Marchetti:2016'],
    ['a file named by its key', 'marchetti2016', ['/a/marchetti2016.pdf'], 'marchetti2016'],
    ['a file with any name', 'scan-3', ['/a/scan-3.pdf'], 'marchetti2016bark'],
    ['what BibTeX would end a key at', 'a,b', ['x.pdf'], 'marchetti2016bark'],
  ])('%s', (_, document, paths, key) => {
    expect(createBibtexWriter()({ ...PAPER, document, paths })).toContain(`{${key},`)
  })
})
