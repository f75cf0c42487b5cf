import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  descriptionOfEntry,
  latexToText,
  parseBibtex,
  pdfPathsOfEntry,
  textToLatex,
} from '../../../../ingest/formats/index.ts'

function fieldsOf(text: string): Record<string, string>[] {
  return parseBibtex(text).entries.map((entry) => Object.fromEntries(entry.fields))
}

describe('parseBibtex', () => {
  test.for([
    {
      name: 'braces',
      text: '@article{a, title = {A {B} c}, year = 2001}',
      fields: { title: 'A {B} c', year: '2001' },
    },
    {
      name: 'quotation marks',
      text: '@article{a, title = "A {"}B{"} c" , }',
      fields: { title: 'A {"}B{"} c' },
    },
    { name: 'parentheses', text: '@book(a, title={T})', fields: { title: 'T' } },
    {
      name: 'strings',
      text: '@string{j = "J. Chem."}\n@article{a, journal = j # " B", month = mar}',
      fields: { journal: 'J. Chem. B', month: 'mar' },
    },
    {
      name: 'comments',
      text: '% note\n@comment{ @article{x, title={No}} }\nme@home.org\n@article{a, title={T}}',
      fields: { title: 'T' },
    },
    {
      name: 'missing commas',
      text: '@article{a title = {T} year = 1999}',
      fields: { title: 'T', year: '1999' },
    },
    { name: 'a backslash at the end', text: '@article{a, file = {C:\\x\\}}', fields: { file: 'C:\\x\\' } },
    { name: 'capitals', text: '@ARTICLE{a, TITLE = {T}}', fields: { title: 'T' } },
    { name: 'CRLF', text: '@article{a,\r\n  title = {T},\r\n}\r\n', fields: { title: 'T' } },
  ])('reads $name', ({ text, fields }) => {
    expect(fieldsOf(text)).toEqual([fields])
  })

  test('no text makes it throw, and every entry has a line of the text', () => {
    const pieces = fc.constantFrom(
      '@',
      'article',
      '{',
      '}',
      '(',
      ')',
      '"',
      ',',
      '=',
      '#',
      '\\',
      ' ',
      '\n',
      'a',
      '1',
      'string',
      'comment',
    )
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

  test('text made LaTeX and back is the same text', () => {
    const plain = fc
      .string({
        unit: fc.constantFrom(..."abcXYZ019 .,;:!?()[]+*/<>@|&%$#_{}\\~^-`'äéøßαβ–é"),
        maxLength: 60,
      })
      .map((text) => text.replace(/\s+/g, ' ').trim())
    fc.assert(
      fc.property(plain, (text) => {
        expect(latexToText(textToLatex(text))).toBe(text)
      }),
    )
  })
})

describe('what an entry says', () => {
  test.for([
    { name: 'Better BibTeX', file: 'files/12/a.pdf', paths: ['files/12/a.pdf'] },
    { name: 'Better BibTeX, two files', file: 'a.pdf;b.html', paths: ['a.pdf'] },
    {
      name: 'Zotero',
      file: 'Full Text PDF:files/12/a b.pdf:application/pdf;Snapshot:files/13/s.html:text/html',
      paths: ['files/12/a b.pdf'],
    },
    { name: 'JabRef', file: ':papers/x.pdf:PDF', paths: ['papers/x.pdf'] },
    {
      name: 'escaped signs',
      file: 'Text:/home/a\\:b\\;c\\_d.pdf:application/pdf',
      paths: ['/home/a:b;c_d.pdf'],
    },
    { name: 'none', file: '', paths: [] },
  ])('lists the PDFs of $name', ({ file, paths }) => {
    const [entry] = parseBibtex(`@article{a, file = {${file}}}`).entries
    expect(entry && pdfPathsOfEntry(entry)).toEqual(paths)
  })

  // BibTeX, biblatex and the variants of publishers.
  test.for([
    ['journal = {J}, number = 2, pages = {7-10}, year = 2016', '2', '7-10'],
    ['journaltitle = {J}, issue = 2, eid = {e7}, date = {2016-03-01}', '2', 'e7'],
    ['booktitle = {J}, article-number = {7}, year = 2016', null, '7'],
  ] as const)('where it was published: %s', ([fields, issue, pages]) => {
    const [entry] = parseBibtex(`@article{a, ${fields}}`).entries
    const publication = { journal: 'J', volume: null, issue, pages }
    expect(entry && descriptionOfEntry(entry)).toEqual({ year: 2016, publication })
  })
})
