/** What `verify`, `tables`, `values`, `references` and `check` make of bad input: an answer to what can be read, and the line or file of what cannot. */
import { beforeAll, describe, expect, it } from 'vitest'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { madePdf } from '../../fixtures/made-pdf.ts'
import { lastObject } from '../../fixtures/run-cli.ts'
import { putIngested, samplePaper } from '../../fixtures/served-samples.ts'

const { cwd, run, write } = cliFolder()
const TRUE = 'The methanolic bark extract showed an IC50 of 18.4 µg/mL'
const DOSE = 'The IC50 of lupeol was 12.5 ± 0.3 µM.'
const BINARY = Uint8Array.from({ length: 6_000 }, (_, at) => (at * 37 + (at >> 3)) % 256)
const HEAD = ['Plant', 'Fe (mg/100 g)', 'Zn, total']
const leaves = (from: number) =>
  Array.from({ length: 6 }, (_, at) => [`Leaf${from + at}`, `${(from + at) * 1.5}`, `${(from + at) / 4}`])
const rowsAt = (y: number, rows: readonly (readonly string[])[]) =>
  rows.flatMap((row, at) =>
    row.map((text, column) => ({ text, x: 60 + 140 * column, y: y - 16 * at, size: 10 })),
  )
const pageOf = (caption: string, y: number, rows: readonly (readonly string[])[]) => ({
  lines: [{ text: caption, x: 60, y, size: 10 }, ...rowsAt(y - 20, [HEAD, ...rows])],
})
const FIRST = pageOf('Table 1. Minerals of leaves.', 200, leaves(1))
const SECOND = pageOf('Table 1. (continued)', 790, leaves(7))
const lines = (...records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n')
const BIB = `@article{ok, title = {Lupeol of the bark}, year = {2016}}
@book{twice, title = {One}}
@book{twice, title = {Two}}
@string{one = two # one}
@article{here, crossref = {there}, title = one}
@article{there, crossref = {here}}
@article{, title = {Nameless}}
@article{open, title = {no end
`
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'empty.pdf': '',
  'empty.jsonl': '',
  'empty.md': '',
  'binary.pdf': BINARY,
  'binary.jsonl': BINARY,
  'binary.txt': BINARY,
  'binary.md': BINARY,
  'binary.docx': BINARY,
  'binary.bib': BINARY,
  'scan.pdf': madePdf([{}, {}]),
  'two-pages.pdf': madePdf([FIRST, SECOND]),
  'rows-alone.pdf': madePdf([FIRST, { lines: rowsAt(790, leaves(7)) }]),
  'turned-90.pdf': madePdf([{ ...SECOND, rotate: 90 }]),
  'turned-180.pdf': madePdf([{ ...SECOND, rotate: 180 }]),
  'turned-270.pdf': madePdf([{ ...SECOND, rotate: 270 }]),
  'quotes.jsonl': lines(
    { id: 1, quote: 'lupeol' },
    { id: 'none', quote: '' },
    { id: 'sign', quote: '…' },
    { id: 'long', quote: `${TRUE} and `.repeat(100) },
    { id: 'true', quote: TRUE },
  ),
  'windows.jsonl': `\uFEFF${lines({ id: 'a', quote: TRUE })}\r\n\r\n${lines({ id: 'b', quote: 'x' })}\r\n`,
  'broken.jsonl': `${lines({ id: 'a', quote: TRUE, text: DOSE })}\n\n{"id": "b", "quote": \n["b"]\n${lines({ id: 2, quote: TRUE, text: 'No number.', paper: 'elsewhere' }, { quote: TRUE, text: DOSE }, { id: 'c', quote: 'x', text: 'So 5 mg' })}`,
  'list.jsonl': '["a"]\n',
  'no-id.jsonl': lines({ quote: TRUE, text: '5 mg' }),
  'huge.jsonl': lines({ id: 'a', quote: 'word '.repeat(60_000) }),
  'units.jsonl': lines(
    { id: 1, text: 'It weighed 12 blorps, then 3.5 zorkmids/qux, and 7 xyz^-2.' },
    { id: 2, text: '' },
    { id: 3, text: `${'1'.repeat(100_000)} mg` },
    { id: 4, text: '1e999 m and 1e-999 m, but \ud800 5 mg' },
  ),
  'references.txt': `\uFEFF[1] See [2].\r\n\r\n[2] See [1].\r\n${'word '.repeat(20_000)}\r\nx\r\n`,
  'utf-16.txt': Buffer.from('\uFEFFN. Isgur, Phys. Rev. D 43, 2401 (1991).\n', 'utf16le'),
  'faulty.bib': BIB,
  'page.bib': '<html>Sign in to see this list</html>',
  'draft.md':
    'Bark holds lupeol, as is known [@ok; @here].\n\nOf the others this is said too [@there; @twice; @open].',
  'draft.tex':
    '\\newcommand{\\a}{\\b}\\newcommand{\\b}{\\a}\\begin{document}\\input{draft}\\a Bark holds lupeol, as is known \\cite{ok,}. \\cite{} \\cite{open',
}

beforeAll(async () => {
  for (const [name, content] of Object.entries(FILES)) write(name, content)
  await putIngested(cwd, [samplePaper('bark-extract-lupeol')])
})

const tableOf = (page: number, caption: string, rows: readonly unknown[], header = 1) => ({
  page,
  caption,
  header,
  rows,
})
const ON_ONE = tableOf(1, 'Table 1. Minerals of leaves.', [HEAD, ...leaves(1)])
const values = (...texts: readonly (readonly object[])[]) => ({
  texts: texts.map((found, at) => ({ id: String(at + 1), values: found })),
})
const notA = (line: number, what: string) => ({
  line,
  message: expect.stringMatching(
    `^Line ${line} of broken.jsonl is not a JSON object with an id and a ${what}`,
  ),
})
const FAULTS = [
  { line: 3, reason: expect.stringContaining('twice') },
  { line: 7, reason: expect.stringContaining('no key') },
  { line: 8, reason: expect.stringContaining('never closed') },
]

const absent = (id: string) => ({ id, verdict: 'absent', paper: null, boxes: [] })
const exact = (id: string) => ({ id, verdict: 'exact' })
const DOSE_VALUE = { span: [23, 36], value: 12.5, error: 0.3, unit: 'µM', property: 'IC50', of: 'lupeol' }
const CONTINUED = tableOf(2, 'Table 1. (continued)', [HEAD, ...leaves(7)])

describe('the readable part is answered', () => {
  it.each<{ readonly command: string; readonly answer: object }>([
    {
      command: 'verify --file quotes.jsonl',
      answer: {
        quotes: [
          exact('1'),
          absent('none'),
          absent('sign'),
          { id: 'long', verdict: 'altered' },
          { ...exact('true'), page: 1 },
        ],
      },
    },
    { command: 'verify --file windows.jsonl', answer: { quotes: [exact('a'), { id: 'b' }] } },
    { command: 'verify --file empty.jsonl', answer: { quotes: [], problems: [] } },
    {
      command: 'verify --file broken.jsonl',
      answer: {
        quotes: [exact('a'), { id: 'c' }],
        problems: [
          notA(3, 'quote'),
          notA(4, 'quote'),
          { line: 5, message: 'Line 5 of broken.jsonl: There is no paper elsewhere.' },
          notA(6, 'quote'),
        ],
      },
    },
    {
      command: 'values --text broken.jsonl',
      answer: {
        texts: [
          { id: 'a', values: [DOSE_VALUE] },
          { id: '2', values: [] },
          { id: 'c', values: [{ text: '5 mg' }] },
        ],
        problems: [notA(3, 'text'), notA(4, 'text'), notA(6, 'text')],
      },
    },
    { command: 'tables scan.pdf', answer: { tables: [] } },
    { command: 'tables two-pages.pdf', answer: { tables: [ON_ONE, CONTINUED] } },
    { command: 'tables rows-alone.pdf', answer: { tables: [ON_ONE, tableOf(2, '', leaves(7), 0)] } },
    ...[90, 180, 270].map((turn) => ({
      command: `tables turned-${turn}.pdf`,
      answer: { tables: [{ ...CONTINUED, page: 1 }] },
    })),
    {
      command: 'values --text units.jsonl',
      answer: values([{ text: '3.5', unit: null, si: null }], [], [], [{ text: '5 mg', value: 5 }]),
    },
    { command: 'values --text empty.jsonl', answer: { texts: [] } },
    {
      command: 'references --parse references.txt',
      answer: {
        references: [
          { raw: '[1] See [2].' },
          { raw: '[2] See [1].' },
          { raw: expect.stringMatching(/^(word ?){20000}$/) },
          { raw: 'x' },
        ],
      },
    },
    {
      command: 'references --parse utf-16.txt',
      answer: { references: [{ fields: { volume: '43', date: '1991' } }] },
    },
    { command: 'references --parse empty.md', answer: { references: [] } },
    {
      command: 'check draft.md --bib faulty.bib',
      answer: {
        sentences: [{ keys: ['ok', 'here'] }, { keys: ['there', 'twice', 'open'] }],
        missingEntries: ['open'],
        faults: FAULTS,
      },
    },
    {
      command: 'check draft.tex --bib faulty.bib',
      answer: {
        sentences: [{ keys: ['ok'], text: expect.not.stringContaining('@{}') }],
        missingEntries: [],
        faults: FAULTS,
      },
    },
    {
      command: 'check draft.md --bib page.bib',
      answer: { faults: [{ line: 1, reason: expect.stringContaining('no BibTeX entry') }] },
    },
    { command: 'check draft.md --bib empty.md', answer: { faults: [] } },
    { command: 'check empty.md', answer: { sentences: [], faults: [] } },
  ])('gloss $command', async ({ command, answer }) => {
    const { code, stdout, stderr } = await run(`${command} --json`)
    const found = lastObject(stdout)
    expect(found).toMatchObject(answer)
    const { problems = [] } = found as { readonly problems?: readonly { readonly message: string }[] }
    expect([code, stderr]).toEqual([problems.length > 0 ? 1 : 0, expect.not.stringMatching(/^ {4}at /m)])
    for (const { message } of problems) expect(stderr).toContain(message)
  })
})

describe('the unreadable part is named', () => {
  it.each([
    ['verify --file list.jsonl', 'Line 1 of list.jsonl'],
    ['verify --file no-id.jsonl', 'Line 1 of no-id.jsonl'],
    ['verify --file huge.jsonl', /Line 1 of huge\.jsonl .*quote: .*200000 characters/],
    ['verify --file binary.jsonl', 'Line 1 of binary.jsonl'],
    ['values --text no-id.jsonl', 'Line 1 of no-id.jsonl is not a JSON object with an id and a text (id: '],
    ['values --text binary.jsonl', 'Line 1 of binary.jsonl'],
    ['tables empty.pdf', 'The file is empty'],
    ['tables binary.pdf', 'The file is not a PDF'],
    ['references --parse binary.txt', 'binary.txt is not text'],
    ['references --parse nowhere.txt', 'nowhere.txt does not exist'],
    ['check draft.md --bib binary.bib', 'binary.bib is not text'],
    ['check draft.md --bib nowhere.bib', /^gloss: nowhere\.bib does not exist\. The references are read/],
    ['check binary.md', 'binary.md cannot be read. The draft is in another format'],
    ['check scan.pdf', 'scan.pdf cannot be read. The draft is in another format'],
    ['check binary.docx', /binary\.docx cannot be read\. The file cannot be unpacked: [^.]*\. /],
  ])('gloss %s', async (command, message) => {
    const { code, stdout, stderr } = await run(`${command} --json`)
    expect(code).toBeGreaterThan(0)
    expect(stderr).toMatch(message)
    expect(lastObject(stdout)).toMatchObject({ error: { help: expect.stringMatching(/.{10,}\.$/) } })
    expect(stdout + stderr).not.toMatch(/^ {4}at /m)
  })
})
