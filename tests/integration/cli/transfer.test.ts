/** Tests import and export: everything imported is exported again, and nothing twice. */
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { writeJudgedFolder } from '../../fixtures/judged-folder.ts'
import { column, type Json } from '../../fixtures/service.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'

const { cwd, json, run, read, write } = cliFolder()
const unitsOf = async (corpus: string): Promise<Json[]> => (await json(`units --corpus ${corpus}`)).units
const textsOf = async (corpus: string) => column(await unitsOf(corpus), 'text')

it('gloss import --format beir adds every document once, however often it is repeated', async () => {
  writeJudgedFolder(join(cwd, 'beir'))
  const first = await json('import beir --format beir --corpus beir')
  expect(first).toMatchObject({ documents: 4, units: 4, seconds: expect.any(Number) })
  const before = await json('corpus show --corpus beir')
  await json('import beir --format beir --corpus beir')
  expect(await json('corpus show --corpus beir')).toEqual({ ...before, seq: expect.any(Number) })
})

describe('gloss export', () => {
  beforeAll(async () => {
    writeSmallPapers(join(cwd, 'papers'), 3)
    await json('ingest papers --topic none --corpus own')
  })

  it('writes the units as CSV, which is imported again in the same order', async () => {
    const { written } = await json('export --format csv --out units.csv --corpus own')
    expect(read('units.csv')).toMatch(/^paper,year,section,kind,statement,page,place,doi,authors,.*\n/)
    await json('import units.csv --format csv --corpus back')
    const units = await unitsOf('own')
    const statements = units.filter(({ kind }) => kind === 'unit')
    expect([written, units.length > written]).toEqual([statements.length, true])
    expect(await textsOf('back')).toEqual(column(statements, 'text'))
  })

  it('writes exactly the published columns with --published, behind a byte order mark with --bom', async () => {
    await json('export --format csv --out published.csv --published --bom --corpus own')
    expect(read('published.csv')).toMatch(/^\uFEFFname,year,locator,topic,quote\n/)
    await json('import published.csv --format csv --corpus back2')
    expect(await textsOf('back2')).toEqual(await textsOf('back'))
  })

  it.each(['csv', 'jsonl', 'bibtex', 'ris', 'csl-json'])(
    'writes %s to stdout and nothing else',
    async (format) => {
      await json(`export --format ${format} --out file.txt --corpus own`)
      const { code, stdout, stderr } = await run(`export --format ${format} --out - --corpus own`)
      expect([code, stdout]).toEqual([0, read('file.txt')])
      expect(stderr).toMatch(/^\d+ (?:unit|paper)s? written\.\n$/)
    },
  )

  it('writes the constant columns of the published files', async () => {
    await json('export --format csv --out constants.csv --constants --corpus own')
    const rows = read('constants.csv').trim().split(/\r?\n/).slice(1)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      expect(row).toMatch(/^"?SYNTHESIZED_POINT_SUMMARY"?, ?"?N\/A"?, ?"?N\/A"?, ?"?N\/A"?, ?./)
  })

  it('makes a key of author, year and title for a paper whose list gives none', async () => {
    const abstract = 'Caffeine reduced the sleep of twelve mice.'
    const ris = (id: string) =>
      `TY  - JOUR\n${id}TI  - Caffeine and sleep\nAU  - Smith, Ann\nPY  - 2011\nAB  - ${abstract}${id}\nER  - \n`
    write('list.ris', ris('') + ris('ID  - own\n'))
    const item = {
      type: 'article-journal',
      title: 'Tea and mice',
      issued: { 'date-parts': [[2012]] },
      author: [{ family: 'Lee' }],
      abstract: 'Tea calmed them.',
    }
    write('list.json', JSON.stringify([item]))
    await json('ingest list.ris list.json --topic none --corpus lists')
    await json('export --format bibtex --out lists.bib --corpus lists')
    const keys = [...read('lists.bib').matchAll(/^@\w+\{(.*),/gm)].map(([, key]) => key)
    expect(keys.sort()).toEqual(['lee2012mice', 'own', 'smith2011caffeine'])
  })

  it('writes JSON lines and BibTeX, which are read as papers again', async () => {
    await json('export --format jsonl --out units.jsonl --corpus own')
    const [first = ''] = read('units.jsonl').split('\n')
    expect(JSON.parse(first)).toMatchObject({ text: expect.any(String), title: expect.any(String) })
    expect(await json('export --format bibtex --out papers.bib --corpus own')).toMatchObject({ written: 3 })
    expect(read('papers.bib').match(/^@/gm)).toHaveLength(3)
    expect((await run('ingest papers.bib --topic none --corpus bib')).code).toBe(0)
  })
})
