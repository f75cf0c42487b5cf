/** Tests tables of units: CSV as this project writes it, as spreadsheets and models write it, and units as JSON. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tableAsCsv } from '../../../../app/values/index.ts'
import type { Unit } from '../../../../corpus/index.ts'
import {
  CITED_CSV_HEADER,
  citedCsvLine,
  parseUnitCsv,
  UNIT_CSV_HEADER,
  type UnitRow,
  unitCsvLine,
  unitJsonLine,
  unitRow,
} from '../../../../ingest/formats/index.ts'
import { tableCsv } from '../../../../ingest/index.ts'
import { casesIn } from '../../../fixtures/case-lines.ts'

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

describe('a spreadsheet runs no cell', () => {
  const table = (rows: string[][]) => tableCsv({ header: 0, rows, caption: '', notes: '' })
  const paper = (title: string) => ({ paper: 'p', title, year: null, cells: [] })
  test.each([
    ['of units', (title: string) => citedCsvLine(UNIT, { ...PRINTED, title })],
    ['of published units', (text: string) => unitCsvLine(unitRow({ ...UNIT, text }))],
    ['of a table of a paper', (text: string) => table([['a', text]])],
    [
      'of papers and their values',
      (title: string) => tableAsCsv({ corpus: 'c', columns: [], rows: [paper(title)] }),
    ],
  ])('%s', (_, write) => {
    const formulas = ['=HYPERLINK("x")', "=cmd|' /C calc'!A0", '@SUM(1)', '+1+1', '- one', '\t=1', '＝1']
    for (const formula of formulas)
      expect(write(formula).replace("'\t", "'"), formula).toContain(
        `'${formula.trim().replaceAll('"', '""')}`,
      )
    for (const number of ['-5', '+1.5e3', '-12,5%', '-', '+'])
      expect(write(number)).not.toContain(`'${number}`)
  })
})

describe('units as CSV', () => {
  test('rows of any text are read back as they were written', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
        const text = UNIT_CSV_HEADER + rows.map(unitCsvLine).join('')
        expect(parseUnitCsv(text)).toEqual({ rows, losses: {} })
      }),
      { numRuns: 3000 },
    )
  })

  test('no text makes the reader throw, and each row it returns has a quote', () => {
    const piece = fc.constantFrom(
      ...'",\n\ra \\'.split(''),
      '```',
      '```csv\n',
      UNIT_CSV_HEADER,
      'A_B,N/A,N/A,N/A,',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const { quote } of parseUnitCsv(pieces.join('')).rows) expect(quote.trim()).not.toBe('')
      }),
      { numRuns: 3000 },
    )
  })

  test('reading time grows with the length, even if no quotation mark is closed', () => {
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

  // HEAD is the header, `~` the first four cells of a row, `␍` a carriage return.
  test.each(
    casesIn<'name' | 'text' | 'quotes' | 'losses'>(`
    name | text | quotes | losses
    no fence | HEAD⏎~One.⏎~Two. | One.+Two.
    a header with spaces | name, year, locator, topic, quote⏎~One. | One.
    a quoted header | "name","year","locator","topic","quote"⏎~One. | One.
    no header | ~One.⏎~"Two, too." | One.+Two, too.
    a fence | ¶csv⏎name, year, locator, topic, quote⏎~"One."⏎¶ | One.
    a fence without a header | ¶⏎~"One."⏎¶ | One.
    a byte order mark and CRLF | \uFEFFHEAD␍⏎~"One."␍⏎~Two.␍⏎ | One.+Two.
    lone carriage returns | HEAD␍~"One."␍~Two. | One.+Two.
    doubled quotation marks | HEAD⏎~"A ""gate"" opens." | A "gate" opens.
    quotation marks behind a backslash | HEAD⏎~"A \\"gate\\" opens." | A "gate" opens.
    single inner quotation marks | HEAD⏎~"A "gate" opens." | A "gate" opens.
    commas and line breaks within quotation marks | HEAD⏎~"One, two,⏎three." | One, two,⏎three.
    spaces around cells | HEAD⏎P , N/A, N/A , N/A, "One, two."  | One, two.
    prose around a fence | Sure, here it is, in CSV, as asked, for you:⏎⏎¶csv⏎HEAD⏎~"One."⏎¶⏎I hope this, with its commas, and more, helps, you. | One.
    prose before a header | Here are, "as asked, the rows:⏎HEAD⏎~"One." | One.
    prose around rows without a header | Here are, as asked, the rows, all of them:⏎~"One."⏎Done. | One. | prose 2
    two fences | ¶csv⏎HEAD⏎~One.⏎¶⏎and⏎¶csv⏎~Two.⏎¶ | One.+Two.
    a repeated header | HEAD⏎~One.⏎HEAD⏎~Two. | One.+Two.
    a row with too few columns | HEAD⏎A,N/A,text⏎~One. | One. | wrong_columns 1
    a sixth column after a quoted one | HEAD⏎~"One.",6⏎~Two. | Two. | wrong_columns 1
    empty quotes | HEAD⏎~⏎~"  "⏎~One. | One. | empty_quote 2
    stray commas | HEAD⏎~One, two,  three.⏎~"Four." | One, two,  three.+Four. | mended_commas 1
    a quoted last row that is cut off | ¶csv⏎HEAD⏎~"One."⏎~"Two is not | One. | cut_off 1
    a bare last row that is cut off | ¶csv⏎HEAD⏎~One.⏎~Two is not | One. | cut_off 1
    a last row that is cut off in its first cell | ¶csv⏎HEAD⏎~One.⏎SYNTHESIZED_POI | One. | cut_off 1
    a quotation mark that never closes | HEAD⏎~"One, and more.⏎~Two. | One, and more.+Two. | mended_quotes 1
    nothing
    only prose | I cannot do this. |  | prose 1
  `),
  )('a table written by a model is read: $name', ({ text, quotes, losses }) => {
    const written = text
      .replaceAll('HEAD', 'name,year,locator,topic,quote')
      .replaceAll('~', 'SYNTHESIZED_POINT_SUMMARY,N/A,N/A,N/A,')
      .replaceAll('¶', '```')
      .replaceAll('␍', '\r')
    const parsed = parseUnitCsv(written)
    expect(parsed.rows.map(({ quote }) => quote).join('+')).toBe(quotes)
    const [reason = '', count] = losses.split(' ')
    expect(parsed.losses).toEqual(reason === '' ? {} : { [reason]: Number(count) })
  })
})

describe('units with their sources', () => {
  test('a row has what a reader cites, and names what is doubtful', () => {
    expect(CITED_CSV_HEADER).toBe(
      'paper,year,section,kind,statement,page,place,doi,authors,journal,volume,issue,pages,topic,file,doubtful,paper_id,unit\n',
    )
    expect(citedCsvLine(UNIT, PRINTED)).toBe(
      'T,2016,Results,finding,"The extract, ""as is"", was active.",2,5-38,10.5555/a,' +
        'A B; C D,J. Chem.,8,1,7-10,bark,a.pdf,authors year,p1,u1\n',
    )
  })

  test('are read back, each from one line', () => {
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

  test('are read from a sheet with the older columns', () => {
    const older =
      'name,year,locator,topic,quote,title,authors,doi,journal,volume,issue,pages,file,page,doubtful,paper,unit\n' +
      'EXTRACTED_POINT,2016,"Results, p. 2",bark,"It was\nactive.",T,A B,,,,,,a.pdf,2,,p1,u1\n'
    const place = { year: '2016', locator: 'Results, p. 2', topic: 'bark' }
    expect(parseUnitCsv(older).rows).toEqual([
      { name: 'EXTRACTED_POINT', ...place, quote: 'It was\nactive.' },
    ])
  })

  test('as JSON, a line has the unit and its paper', () => {
    const line = unitJsonLine(UNIT, PRINTED)
    expect(line.endsWith('}\n')).toBe(true)
    const { authors, doi, publication, confidence } = PRINTED
    expect(JSON.parse(line)).toEqual({
      ...{ ...UNIT, statement: 'finding', title: 'T', path: 'a.pdf', document: null },
      ...{ authors, doi, publication, confidence },
    })
  })
})
