/** Tests BibTeX: papers are read back as they were written, and entries of other programs are read. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_PUBLICATION, type Publication } from '../../../../corpus/index.ts'
import {
  createBibtexWriter,
  descriptionOfEntry,
  latexToText,
  parseBibtex,
  pdfPathsOfEntry,
  textToLatex,
} from '../../../../ingest/formats/index.ts'
import { casesIn } from '../../../fixtures/case-lines.ts'

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

function anyPaper(): fc.Arbitrary<BibPaper> {
  const word = fc.string({ unit: fc.constantFrom(...'abcXYZéø09&%$#_{}\\~^@-"'), minLength: 1, maxLength: 8 })
  const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '))
  const group = fc.constantFrom('Bark and Leaf Group', 'Black, White, Inc.', 'others')
  const person = fc.tuple(word, word).map((names) => names.join(' '))
  const author = fc.oneof({ weight: 4, arbitrary: person }, { weight: 1, arbitrary: group })
  return fc.record({
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
}

describe('a written entry', () => {
  test('is read back as it was written, under its own key', () => {
    fc.assert(
      fc.property(fc.array(anyPaper(), { maxLength: 5 }), (papers) => {
        const write = createBibtexWriter()
        const { entries, broken } = parseBibtex(papers.map((each) => write(each)).join(''))
        expect(broken).toEqual([])
        expect(new Set(entries.map(({ key }) => key)).size).toBe(papers.length)
        const read = entries.map((entry) => {
          const {
            title,
            abstract,
            authors = [],
            year = null,
            doi = null,
            publication,
          } = descriptionOfEntry(entry)
          const own = { title, abstract, authors, year, doi, publication: publication ?? NO_PUBLICATION }
          return { ...own, paths: pdfPathsOfEntry(entry) }
        })
        const wanted = papers.map(({ document: _, paths, ...paper }) => ({
          ...paper,
          paths: paths.filter((path) => path.endsWith('.pdf')),
        }))
        expect(read).toEqual(wanted)
      }),
    )
  })

  test('has the usual fields, and a second paper gets another key', () => {
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
    ["keeps a catalogue's key", 'Marchetti:2016', 'x.pdf', 'Marchetti:2016'],
    [
      'has the name of its file if that may be a key',
      'marchetti2016',
      '/a/marchetti2016.pdf',
      'marchetti2016',
    ],
    ['has a new key if its file has any other name', 'scan-3', '/a/scan-3.pdf', 'marchetti2016bark'],
    ['has a new key if BibTeX would end the old one early', 'a,b', 'x.pdf', 'marchetti2016bark'],
  ])('%s', (_, document, path, key) => {
    expect(createBibtexWriter()({ ...PAPER, document, paths: [path] })).toContain(`{${key},`)
  })
})

describe('an entry is read', () => {
  test.each(
    casesIn<'name' | 'text' | 'fields'>(`
    name | text | fields
    braces | @article{a, title = {A {B} c}, year = 2001} | {"title":"A {B} c","year":"2001"}
    quotation marks | @article{a, title = "A {"}B{"} c" , } | {"title":"A {\\"}B{\\"} c"}
    parentheses | @book(a, title={T}) | {"title":"T"}
    strings | @string{j = "J. Chem."}⏎@article{a, journal = j # " B", month = mar} | {"journal":"J. Chem. B","month":"mar"}
    comments | % note⏎@comment{ @article{x, title={No}} }⏎me@home.org⏎@article{a, title={T}} | {"title":"T"}
    missing commas | @article{a title = {T} year = 1999} | {"title":"T","year":"1999"}
    a backslash at the end | @article{a, file = {C:\\x\\}} | {"file":"C:\\\\x\\\\"}
    capitals | @ARTICLE{a, TITLE = {T}} | {"title":"T"}
    CRLF | @article{a,\r⏎  title = {T},\r⏎}\r⏎ | {"title":"T"}
  `),
  )('with $name', ({ text, fields }) => {
    const read = parseBibtex(text).entries.map((entry) => Object.fromEntries(entry.fields))
    expect(read).toEqual([JSON.parse(fields)])
  })

  test('or reported with its line, whatever the text is', () => {
    const pieces = fc.constantFrom(...'@{}()",=#\\ \na1'.split(''), 'article', 'string', 'comment')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const text = parts.join('')
        const lines = text.split('\n').length
        const { entries, broken } = parseBibtex(text)
        for (const { line } of [...entries, ...broken]) expect(line >= 1 && line <= lines).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test.each(
    casesIn<'from' | 'file' | 'paths'>(`
    from | file | paths
    Better BibTeX | files/12/a.pdf | files/12/a.pdf
    Better BibTeX with two files | a.pdf;b.html | a.pdf
    Zotero | Full Text PDF:files/12/a b.pdf:application/pdf;Snapshot:files/13/s.html:text/html | files/12/a b.pdf
    JabRef | :papers/x.pdf:PDF | papers/x.pdf
    a program that escapes signs | Text:/home/a\\:b\\;c\\_d.pdf:application/pdf | /home/a:b;c_d.pdf
    a program without files
  `),
  )('with the PDFs of $from', ({ file, paths }) => {
    const [entry] = parseBibtex(`@article{a, file = {${file}}}`).entries
    expect(pdfPathsOfEntry(entry!).join()).toBe(paths)
  })

  test.for([
    ['BibTeX', 'journal = {J}, number = 2, pages = {7-10}, year = 2016', '2', '7-10'],
    ['biblatex', 'journaltitle = {J}, issue = 2, eid = {e7}, date = {2016-03-01}', '2', 'e7'],
    ['publishers', 'booktitle = {J}, article-number = {7}, year = 2016', null, '7'],
  ] as const)('with the fields of %s that say where it was published', ([, fields, issue, pages]) => {
    const [entry] = parseBibtex(`@article{a, ${fields}}`).entries
    const publication = { journal: 'J', volume: null, issue, pages }
    expect(descriptionOfEntry(entry!)).toEqual({ year: 2016, publication })
  })
})

describe('LaTeX', () => {
  test.for([
    ['M{\\"u}ller', 'Müller'],
    ['M\\"{u}ller', 'Müller'],
    ["Garc{\\'\\i}a", 'García'],
    ["Garc\\'{\\i}a", 'García'],
    ['{\\v{S}}imon \\c{C}elik', 'Šimon Çelik'],
    ['{\\ss}, {\\O}, \\aa{}', 'ß, Ø, å'],
    ['{TNF}-$\\alpha$ at 5\\,\\%', 'TNF-α at 5 %'],
    ['\\textit{E. coli} -- a~study', 'E. coli – a study'],
    ['A \\& B \\{C\\}', 'A & B {C}'],
    ["``quoted''", '"quoted"'],
    ['H\\textsubscript{2}O', 'H2O'],
  ] as const)('%s is %s', ([latex, text]) => {
    expect(latexToText(latex)).toBe(text)
  })

  test('any text is read back as it was written', () => {
    const unit = fc.constantFrom(..."abcXYZ019 .,;:!?()[]+*/<>@|&%$#_{}\\~^-`'äéøßαβ–é")
    const plain = fc.string({ unit, maxLength: 60 }).map((text) => text.replace(/\s+/g, ' ').trim())
    fc.assert(
      fc.property(plain, (text) => {
        expect(latexToText(textToLatex(text))).toBe(text)
      }),
    )
  })
})
