/** Tests uploaded files that name other files: they reach files of the same upload, by name, but none of the server. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formOf, type Served, samplePaper, serve } from '../../fixtures/served-samples.ts'

const PDF = 'bark-extract-lupeol'
const WORDS = 'The private notes hold a dose of 77.7 milligrams that nobody else may read. '

let served: Served
let outside: string
beforeAll(async () => {
  served = await serve()
  outside = join(served.gloss.config.workspace, '..', `private-${process.pid}`)
  mkdirSync(outside)
  copyFileSync(samplePaper(PDF), join(outside, 'private.pdf'))
  writeFileSync(join(outside, 'private.tex'), WORDS.repeat(8))
})
afterAll(async () => {
  await served.close()
  rmSync(outside, { recursive: true })
})

interface Paper {
  readonly state: string
  readonly detail: string
}

/** Uploads files and returns the papers, and whether any text of the file outside can be found. */
async function upload(corpus: string, files: Parameters<typeof formOf>[0]) {
  const { server } = served
  const form = formOf(files)
  const url = `/papers?corpus=${corpus}&topic=none`
  const job = (await server.inject({ method: 'POST', url, ...form })).json()
  await server.inject(`/jobs/${job.id}/events`)
  const { result } = (await server.inject(`/jobs/${job.id}`)).json()
  const { papers } = (await server.inject(`/papers?corpus=${corpus}`)).json()
  const { payload } = await server.inject(`/units?corpus=${corpus}&limit=100`)
  return { result, papers: papers as Paper[], units: payload }
}

const bibtex = (file: string) =>
  `@article{a,\n title = {Of private things},\n abstract = {Nothing is said here of any value.},\n file = {${file}}\n}\n`
const ris = (file: string) => `TY  - JOUR\nID  - a\nTI  - Of private things\nL1  - ${file}\nER  - \n`
const rdf = (file: string) =>
  `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:bib="http://purl.org/net/biblio#" xmlns:link="http://purl.org/rss/1.0/modules/link/"><bib:Article rdf:about="#item_2"><z:itemType>journalArticle</z:itemType><link:link rdf:resource="#item_3"/><dc:title>Of private things</dc:title></bib:Article><z:Attachment rdf:about="#item_3"><rdf:resource rdf:resource="${file}"/><dc:title>PDF</dc:title><link:type>application/pdf</link:type></z:Attachment></rdf:RDF>`

const LISTS = [
  { list: 'BibTeX of JabRef', name: 'r.bib', text: (file: string) => bibtex(`:${file}:PDF`) },
  {
    list: 'BibTeX of Zotero',
    name: 'r.bib',
    text: (file: string) => bibtex(`Full Text:${file}:application/pdf`),
  },
  { list: 'Better BibTeX', name: 'r.bib', text: bibtex },
  { list: 'RIS', name: 'r.ris', text: ris },
  { list: 'Zotero RDF', name: 'r.rdf', text: rdf },
]
const SPELLINGS = [
  (path: string) => path,
  (path: string) => `file://${path}`,
  (path: string) => `file://localhost${path}`,
  (path: string) => relative(served.gloss.workspace.filesPath('any'), path),
  (path: string) => `${'../'.repeat(16)}${path.slice(1)}`,
]

describe('a list that is uploaded', () => {
  it.each(LISTS)('opens no file of the server, however it spells the path: $list', async (list) => {
    const files = SPELLINGS.map((spell, i) => ({
      name: `${i}-${list.name}`,
      bytes: list.text(spell(join(outside, 'private.pdf'))),
    }))
    const { result, units, papers } = await upload(`out-${LISTS.indexOf(list)}`, files)
    expect(result).toMatchObject({ kept: 0, failed: { missing_file: 1 } })
    expect(units).not.toContain('IC50')
    const details = papers.map(({ detail }) => detail).join()
    expect(details).toContain('The list names the file private.pdf')
    expect(details).not.toContain(outside)
  })

  it.each(LISTS)('says the same of a file that is there as of one that is not: $list', async (list) => {
    const answers = []
    for (const [corpus, folder] of [
      ['there', outside],
      ['gone', `${outside}-gone`],
    ] as const) {
      const { result, papers } = await upload(`${corpus}-${LISTS.indexOf(list)}`, [
        { name: list.name, bytes: list.text(join(folder, 'private.pdf')) },
      ])
      answers.push({
        result: { ...result, seconds: 0 },
        papers: papers.map(({ state, detail }) => [state, detail]),
      })
    }
    expect(JSON.stringify(answers[0]).replaceAll('there-', '')).toBe(
      JSON.stringify(answers[1]).replaceAll('gone-', ''),
    )
  })

  // One of each kind of file: reading a PDF takes seconds.
  const kinds = LISTS.filter(({ list }) => !/JabRef|Better/.test(list))
  it.each(kinds)('brings what came with it, by name, whatever folder it names: $list', async (list) => {
    const { result } = await upload(`with-${LISTS.indexOf(list)}`, [
      { name: list.name, bytes: list.text('/home/someone/Zotero/storage/AB12/own.pdf') },
      { name: 'own.pdf', bytes: readFileSync(samplePaper(PDF)) },
    ])
    expect(result).toMatchObject({ kept: 1, failed: {} })
  })
})

describe('LaTeX that is uploaded', () => {
  const main = (part: string) =>
    `\\documentclass{article}\\begin{document}\\section{Trees}${'Trees of the forest hold much water in their leaves and roots. '.repeat(12)}\\input{${part}}\\end{document}`

  it('takes no part from the server, not even from an earlier upload', async () => {
    await upload('tex', [{ name: 'note.txt', bytes: 'A note of another paper.' }])
    const stored = '0123456789abcdef-private.tex'
    writeFileSync(join(served.gloss.workspace.filesPath('tex'), stored), WORDS.repeat(8))
    const parts = [join(outside, 'private'), stored, `../files/${stored}`, 'private']
    const files = parts.map((part, i) => ({ name: `main-${i}.tex`, bytes: main(part) }))
    for (const file of files) {
      const { units } = await upload('tex', [file])
      expect(units).toContain('Trees')
      expect(units).not.toContain('77.7')
    }
  })

  it('takes the parts that came with it', async () => {
    const { units } = await upload('tex-parts', [
      { name: 'main.tex', bytes: main('parts/dose') },
      { name: 'dose.tex', bytes: `\\section{Dose}${WORDS.repeat(8)}` },
    ])
    expect(units).toContain('77.7')
  })
})
