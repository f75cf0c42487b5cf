/** Tests `gloss check`: what the cited papers say about the sentences of a draft, in any format of drafts. */
import { beforeAll, describe, expect, it } from 'vitest'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { makeZip } from '../../fixtures/made-zip.ts'
import { putIngested, samplePaper } from '../../fixtures/served-samples.ts'
import { column, type Json } from '../../fixtures/service.ts'

const { cwd, json, run, write } = cliFolder()
const SENTENCE = 'Lupeol makes up 1.9 % of the dry bark and explains most of the activity of the extract'
let [title, author] = ['', '']

beforeAll(async () => {
  await putIngested(cwd, ['bark-extract-lupeol', 'stereo-matching'].map(samplePaper))
  const { papers } = await json('papers')
  const paper = papers.find((one: Json) => one.title.includes('bark'))
  title = paper.title
  author = paper.authors[0]
  write(
    'refs.bib',
    `@article{bark_2016,\n author = {${author}},\n title = {${title}},\n year = {2016}\n}\n@article{far,\n title = {A work that no corpus holds at all},\n year = {1999}\n}\n@article{broken, title = {no end\n`,
  )
})

const check = (draft: string, ...options: string[]) => json(['check', draft, ...options])
const verdictsIn = ({ sentences }: Json): string[] => column(sentences, 'verdict')

describe('gloss check', () => {
  it('gives each cited sentence of a draft in Markdown its verdict', async () => {
    const changed = SENTENCE.replace('1.9', '2.7')
    expect(changed).not.toBe(SENTENCE)
    write(
      'draft.md',
      [
        '# A draft\nNothing is cited here, not even by someone@example.org.',
        `It is known [@bark_2016, p. 3] that ${SENTENCE}.`,
        `It is known that ${changed} [@bark_2016].`,
        `They write: “${changed}” [see @bark_2016].`,
        'Trade law of the middle ages forbade the sale of bells on Sundays [@bark_2016].',
        'A far result is cited [@far], and one of nobody [@nobody].',
        'So is this [@nobody].',
        '`[@code]`',
      ].join('\n\n'),
    )
    const { sentences, ...checked } = await check('draft.md', '--bib', 'refs.bib')
    const found = ['supported', 'another number', 'altered quote', 'nothing found', 'no paper', 'no entry']
    expect(verdictsIn({ sentences })).toEqual(found)
    expect(sentences[0].keys).toEqual(['bark_2016'])
    // Neither authors nor addresses.
    for (const { text } of column(sentences, 'support').flat())
      expect(text).not.toMatch(/University|Marchetti/)
    expect(sentences[0].support.some(({ text, page }: Json) => text.includes('1.9') && page > 0)).toBe(true)
    const change = { draft: expect.stringContaining('2.7'), paper: expect.stringContaining('1.9') }
    for (const { changes } of sentences.slice(1, 3)) expect(changes).toEqual([change])
    expect(checked.missingEntries).toEqual(['nobody'])
    expect(column(checked.missingPapers, 'key')).toEqual(['far'])
    expect(checked.faults).toEqual([{ line: 10, reason: expect.any(String) }])
  })

  it('cuts sentences at a citation that begins one, at items of a list and at rows of a table', async () => {
    const sentence = 'Lupeol is known [@bark_2016].'
    write(
      'cut.md',
      [
        `${sentence} @bark_2016 found it. It fell in all.`,
        'It rose. [@bark_2016]\nSmith et al. [@bark_2016] say so, e.g. @far did.',
        '- Bark is dry [@bark_2016]\n- Bark is old [@far].\n1. Bark is new: @nobody.',
        '| Claim | Source |\n|---|---|\n| Bark is red | [@bark_2016] |\n| Bark is blue | [@far] |',
      ].join('\n\n'),
    )
    const { sentences } = await check('cut.md', '--bib', 'refs.bib')
    expect(column(sentences, 'text')).toEqual([
      sentence,
      '@bark_2016 found it.',
      'It rose. [@bark_2016]',
      'Smith et al. [@bark_2016] say so, e.g. @far did.',
      '- Bark is dry [@bark_2016]',
      '- Bark is old [@far].',
      '1. Bark is new: @nobody.',
      '| Bark is red | [@bark_2016] |',
      '| Bark is blue | [@far] |',
    ])
  })

  it.each([
    {
      name: 'the nearest',
      claim: 'Pure lupeol had an IC50 of 31.2 µM after 72 h and β-sitosterol was inactive up to 102 µM',
      changes: [{ draft: expect.stringContaining('102'), paper: expect.stringContaining('100') }],
    },
    {
      name: 'none where a list has it',
      claim: 'Its spectrum had an olefinic singlet at 4.69 ppm',
      changes: [],
    },
    {
      name: 'none where it has the number under another name',
      claim: 'Pure lupeol had an EC50 of 31.2 µM after 72 h and epilupeol was half as active',
      changes: [],
    },
    {
      name: 'none that the draft has as well',
      claim: SENTENCE.replace('dry bark', 'dry bark, more than the 0.2 % of other trees,'),
      changes: [],
    },
  ])('of the numbers of a paper it names $name', async ({ claim, changes }) => {
    write('numbers.md', `${claim} [@bark_2016].`)
    const { sentences } = await check('numbers.md', '--bib', 'refs.bib')
    expect(sentences[0]).toMatchObject({
      changes,
      verdict: changes.length === 0 ? 'supported' : 'another number',
    })
  })

  it('reads the citations of LaTeX', async () => {
    write(
      'draft.tex',
      `\\documentclass{article}\\begin{document}\n\\section{One}\nNothing cited. % \\cite{hidden}\nIt is known that ${SENTENCE.replace(/%/g, '\\%')}~\\citep[see][p.~3]{bark_2016,far}.\n\\nocite{far}\n\\end{document}`,
    )
    const { sentences } = await check('draft.tex', '--bib', 'refs.bib')
    expect(sentences).toMatchObject([{ keys: ['bark_2016', 'far'], verdict: 'supported' }])
  })

  it('reads the list that LaTeX prints, in the draft or its .bbl, as entries of its keys', async () => {
    const list = [
      '\\begin{thebibliography}{9}',
      `\\bibitem[{Marchetti et~al.(2016)}]{bark_2016}\n${author}.\n\\newblock ${title}.\n\\newblock {\\em J. Bark}, 1:1--9, 2016.`,
      '% \\bibitem{hidden} Nobody.',
      '\\bibitem{far} P.~Lee, \\emph{A work that no corpus holds at all}, J. Far 2 (1999) 3.',
      '\\end{thebibliography}',
    ].join('\n\n')
    const body = `It is known that ${SENTENCE.replace(/%/g, '\\%')}~\\cite{bark_2016}. So is this \\cite{far}, and this \\cite{hidden}.`
    const withList = (end: string) =>
      `\\documentclass{article}\\begin{document}\n${body}\n\n${end}\\end{document}`
    write('listed.tex', withList(list))
    write('apart.tex', withList('\\bibliography{refs}\n'))
    write('apart.bbl', list)
    for (const draft of ['listed.tex', 'apart.tex']) {
      const { sentences, missingEntries, missingPapers } = await check(draft)
      expect(verdictsIn({ sentences })).toEqual(['supported', 'no paper'])
      expect(missingEntries).toEqual(['hidden'])
      expect(missingPapers).toEqual([{ key: 'far', reference: expect.stringContaining('no corpus holds') }])
    }
  })

  it('reads the fields that reference managers put into Word', async () => {
    const citation = JSON.stringify({
      citationItems: [
        { id: 7, itemData: { id: 7, 'citation-key': 'bark_2016', title, author: [{ literal: author }] } },
      ],
    }).replaceAll('"', '&quot;')
    const run = (inner: string) => `<w:r>${inner}</w:r>`
    const field = [
      run('<w:fldChar w:fldCharType="begin"/>'),
      run(`<w:instrText xml:space="preserve"> ADDIN ZOTERO_ITEM CSL_CITATION ${citation} </w:instrText>`),
      run('<w:fldChar w:fldCharType="separate"/>'),
      run('<w:t>(Marchetti, 2016)</w:t>'),
      run('<w:fldChar w:fldCharType="end"/>'),
    ].join('')
    write(
      'draft.docx',
      docxOf(
        `<w:p>${run(`<w:t xml:space="preserve">It is known that ${SENTENCE} </w:t>`)}${field}${run('<w:t>.</w:t>')}</w:p>`,
      ),
    )
    const { sentences } = await check('draft.docx', '--bib', 'refs.bib')
    expect(sentences).toMatchObject([{ keys: ['bark_2016'], verdict: 'supported' }])
    expect(sentences[0].text).not.toContain('Marchetti')
    // The field names the work: no .bib is needed.
    expect((await check('draft.docx')).sentences).toEqual(sentences)
  })

  it('reads the list at the end of a draft without keys', async () => {
    write(
      'plain.md',
      `It is known that ${SENTENCE} [1]. So is the matching of two images [2]. So is this [2, 3], in [5, 6), [0, 1] and [4].\n\n## References\n\n[1] ${author}. ${title}. J Bark. 2016;1:1-9.\n\n[2] Lee P. A work that no corpus holds at all. J Far. 1999;2:3-4.\n`,
    )
    const { sentences } = await check('plain.md')
    expect(sentences.map(({ keys, verdict }: Json) => [...keys, verdict])).toEqual([
      ['1', 'supported'],
      ['2', 'no paper'],
      ['2', '3', '4', 'no paper'],
    ])
  })

  it.each([
    { name: 'a line for each entry', heading: '## References', lead: '', between: '\n' },
    { name: 'bullets', heading: '**References:**', lead: '- ', between: '\n' },
    { name: 'paragraphs', heading: 'Bibliography\n============', lead: '', between: '\n\n' },
    {
      name: 'lines broken within entries',
      heading: '# Literature cited',
      lead: '',
      between: '\n\n',
      end: '\n',
    },
  ])('reads a list by names as people type it: $name', async ({ heading, lead, between, end = ' ' }) => {
    const entries = [
      `Lee P, Ahn K. A work that no corpus holds at all. J Far.${end}1999;2:3-4.`,
      `Marchetti I, Oyelaran T, Weissova H. ${title}.${end}J Bark. 2016;1:41-43.`,
      'Zhu A, Wu B. Another work that no corpus holds. J Farther. 2001;5:6-7.',
    ]
    write(
      'names.md',
      `The literature (Lee & Ahn, 1999) says less.\n\nIt is known that ${SENTENCE} (Marchetti et al., 2016). Zhu and Wu (2001) differ.\n\nNone did (Unknown, 1999). Few do (in Table 2; Boston in May 2010). One did (Lee & Ahn, 1999; Nobody et al., 2003).\n\n${heading}\n\n${entries.map((entry) => lead + entry).join(between)}\n`,
    )
    const { sentences, missingEntries, missingPapers } = await check('names.md')
    expect(sentences.map(({ text, verdict }: Json) => [text, verdict])).toEqual([
      ['The literature (Lee & Ahn, 1999) says less.', 'no paper'],
      [`It is known that ${SENTENCE} (Marchetti et al., 2016).`, 'supported'],
      ['Zhu and Wu (2001) differ.', 'no paper'],
      ['None did (Unknown, 1999).', 'no entry'],
      ['One did (Lee & Ahn, 1999; Nobody et al., 2003).', 'no paper'],
    ])
    expect(missingEntries).toEqual(['Unknown, 1999', 'Nobody et al., 2003'])
    expect(missingPapers).toHaveLength(2)
  })

  it('compares counts of the same, and one number with one number', async () => {
    const found =
      '423 participants developed dementia, and haemoglobin rose by 12.88 g/l (95% CI 6.03 to 19.74 g/l)'
    write('study.txt', `Life events and dementia\n\nDuring follow-up, ${found}. All 2,462 had been well.`)
    await run('ingest study.txt --topic none --corpus study')
    write('study.bib', '@article{study, title = {Life events and dementia}, year = {2014}}')
    const changed = found.replace('423', '523').replace('12.88', '22.88')
    write('counts.md', `During follow-up, ${found} [@study]. During follow-up, ${changed} [@study].`)
    const { sentences } = await check('counts.md', '--bib', 'study.bib', '--corpus', 'study')
    expect(sentences.map(({ verdict, changes }: Json) => [verdict, changes])).toEqual([
      ['supported', []],
      [
        'another number',
        [
          { draft: '523', paper: '423' },
          { draft: '22.88 g/l', paper: '12.88 g/l' },
        ],
      ],
    ])
  })

  it('prints a report in Markdown', async () => {
    const { stdout } = await run('check draft.md --bib refs.bib')
    expect(stdout).toContain('# Citations of draft.md')
    expect(stdout).toContain('## 2. another number')
    expect(stdout).toContain('## Citation keys without an entry\n\n- nobody')
    expect(stdout).toMatch(/\n> .*1\.9.*\n>\n> bark_2016, .*, p\. \d/)
  })
})

function docxOf(body: string): Uint8Array {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return makeZip([
    {
      name: '[Content_Types].xml',
      text: '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    },
    {
      name: '_rels/.rels',
      text: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      text: `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
  ])
}
