/** Tests uploaded files that name other files: they reach files of the same upload, by name, but none of the server. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type formOf, samplePaper } from '../../fixtures/served-samples.ts'
import { column, sharedService } from '../../fixtures/service.ts'

const PDF = samplePaper('bark-extract-lupeol')
const WORDS = 'The private notes hold a dose of 77.7 milligrams that nobody else may read. '

const service = sharedService()
let outside: string
beforeAll(() => {
  outside = join(service.gloss.config.workspace, '..', `private-${process.pid}`)
  mkdirSync(outside)
  copyFileSync(PDF, join(outside, 'private.pdf'))
  writeFileSync(join(outside, 'private.tex'), WORDS.repeat(8))
})
afterAll(() => rmSync(outside, { recursive: true }))

/** Uploads files into a corpus and returns the job's result, the papers, and the text of all units. */
async function upload(corpus: string, files: Parameters<typeof formOf>[0]) {
  const { result } = await service.ingested(files, `corpus=${corpus}&topic=none`)
  const { papers } = (await service.get(`/papers?corpus=${corpus}`)).body
  const { text } = await service.get(`/units?corpus=${corpus}&limit=100`)
  return { result, papers, units: text }
}

const bibtex = (file: string) =>
  `@article{a,\n title = {Of private things},\n abstract = {Nothing is said here of any value.},\n file = {${file}}\n}\n`
const ris = (file: string) => `TY  - JOUR\nID  - a\nTI  - Of private things\nL1  - ${file}\nER  - \n`
const rdf = (file: string) =>
  `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:bib="http://purl.org/net/biblio#" xmlns:link="http://purl.org/rss/1.0/modules/link/"><bib:Article rdf:about="#item_2"><z:itemType>journalArticle</z:itemType><link:link rdf:resource="#item_3"/><dc:title>Of private things</dc:title></bib:Article><z:Attachment rdf:about="#item_3"><rdf:resource rdf:resource="${file}"/><dc:title>PDF</dc:title><link:type>application/pdf</link:type></z:Attachment></rdf:RDF>`

const LISTS = [
  { list: 'jabref', name: 'r.bib', text: (file: string) => bibtex(`:${file}:PDF`) },
  { list: 'zotero', name: 'r.bib', text: (file: string) => bibtex(`Full Text:${file}:application/pdf`) },
  { list: 'better-bibtex', name: 'r.bib', text: bibtex },
  { list: 'ris', name: 'r.ris', text: ris },
  { list: 'zotero-rdf', name: 'r.rdf', text: rdf },
]
const SPELLINGS = [
  (path: string) => path,
  (path: string) => `file://${path}`,
  (path: string) => `file://localhost${path}`,
  (path: string) => relative(service.gloss.workspace.filesPath('any'), path),
  (path: string) => `${'../'.repeat(16)}${path.slice(1)}`,
]

describe('a list that is uploaded', () => {
  it.each(LISTS)(
    'opens no file of the server, however it spells the path: $list',
    async ({ list, name, text }) => {
      const bytesOf = SPELLINGS.map((spell) => text(spell(join(outside, 'private.pdf'))))
      const files = bytesOf.map((bytes, at) => ({ name: `${at}-${name}`, bytes }))
      const { result, units, papers } = await upload(`out-${list}`, files)
      expect(result).toMatchObject({ kept: 0, failed: { missing_file: 1 } })
      expect(units).not.toContain('IC50')
      const details = column(papers, 'detail').join()
      expect(details).toContain('The list names the file private.pdf')
      expect(details).not.toContain(outside)
    },
  )

  it.each(LISTS)('does not show whether a file of the server exists: $list', async ({ list, name, text }) => {
    const seen = async (corpus: string, folder: string) => {
      const bytes = text(join(folder, 'private.pdf'))
      const { result, papers } = await upload(`${corpus}-${list}`, [{ name, bytes }])
      const all = {
        ...result,
        seconds: 0,
        states: column(papers, 'state'),
        details: column(papers, 'detail'),
      }
      return JSON.stringify(all).replaceAll(`${corpus}-`, '').replaceAll('-gone', '')
    }
    expect(await seen('there', outside)).toBe(await seen('gone', `${outside}-gone`))
  })

  // One of each kind of file: reading a PDF takes seconds.
  const kinds = LISTS.filter(({ list }) => !/jabref|better/.test(list))
  it.each(kinds)('finds a file of the same upload by its name: $list', async ({ list, name, text }) => {
    const { result } = await upload(`with-${list}`, [
      { name, bytes: text('/home/someone/Zotero/storage/AB12/own.pdf') },
      { name: 'own.pdf', bytes: readFileSync(PDF) },
    ])
    expect(result).toMatchObject({ kept: 1, failed: {} })
  })
})

describe('LaTeX that is uploaded', () => {
  const main = (part: string) =>
    `\\documentclass{article}\\begin{document}\\section{Trees}${'Trees of the forest hold much water in their leaves and roots. '.repeat(12)}\\input{${part}}\\end{document}`

  it('includes no part from the server, not even from an earlier upload', async () => {
    await upload('tex', [{ name: 'note.txt', bytes: 'A note of another paper.' }])
    const stored = '0123456789abcdef-private.tex'
    writeFileSync(join(service.gloss.workspace.filesPath('tex'), stored), WORDS.repeat(8))
    for (const part of [join(outside, 'private'), stored, `../files/${stored}`, 'private']) {
      const { units } = await upload('tex', [{ name: 'main.tex', bytes: main(part) }])
      expect(units).toContain('Trees')
      expect(units).not.toContain('77.7')
    }
  })

  it('includes the parts of the same upload', async () => {
    const { units } = await upload('tex-parts', [
      { name: 'main.tex', bytes: main('parts/dose') },
      { name: 'dose.tex', bytes: `\\section{Dose}${WORDS.repeat(8)}` },
    ])
    expect(units).toContain('77.7')
  })
})
