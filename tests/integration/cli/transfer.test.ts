/** Tests import, export and evaluation: everything imported is exported again, and nothing twice. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const cwd = sharedFolder()
/** Runs a command as typed. */
const gloss = <Answer = Record<string, unknown>>(command: string) =>
  answerOf<Answer>(command.split(' '), { cwd })
const unitTexts = async (corpus: string) =>
  (await gloss<{ units: { text: string }[] }>(`units --corpus ${corpus}`)).units.map(({ text }) => text)

describe('gloss import --format beir, gloss eval retrieval', () => {
  const documents = [
    { _id: 'd1', title: 'Kinases', text: 'A kinase moves a phosphate group from ATP to a protein.' },
    { _id: 'd2', title: 'Haplotypes', text: 'Haplotypes are counted along the chloroplast genome.' },
    { _id: 'd3', title: 'Coupling', text: 'The Suzuki coupling joins aryl halides with boronic acids.' },
  ]
  const lines = (rows: readonly object[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`

  beforeAll(() => {
    mkdirSync(join(cwd, 'beir'))
    writeFileSync(join(cwd, 'beir', 'corpus.jsonl'), lines(documents))
    const queries = [
      { _id: 'q1', text: 'phosphate from ATP' },
      { _id: 'q2', text: 'joining boronic acids' },
    ]
    writeFileSync(join(cwd, 'queries.jsonl'), lines(queries))
    writeFileSync(join(cwd, 'qrels.tsv'), 'query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td3\t1\n')
  })

  it('takes every document in once, however often it is imported', async () => {
    const first = await gloss('import beir --format beir --corpus beir')
    expect(first).toMatchObject({ documents: 3, units: 3, seconds: expect.any(Number) })
    const before = await gloss('corpus show --corpus beir')
    await gloss('import beir --format beir --corpus beir')
    expect(await gloss('corpus show --corpus beir')).toEqual({ ...before, seq: expect.any(Number) })
  })
})

describe('gloss export', () => {
  beforeAll(async () => {
    writeSmallPapers(join(cwd, 'papers'), 3)
    await gloss('ingest papers --topic none --corpus own')
  })

  it('writes the units as CSV, which is imported again in the same order', async () => {
    const { written } = await gloss<{ written: number }>('export --format csv --out units.csv --corpus own')
    const texts = await unitTexts('own')
    expect(readFileSync(join(cwd, 'units.csv'), 'utf8')).toMatch(
      /^paper,year,section,kind,statement,page,place,doi,authors,.*\n/,
    )
    await gloss('import units.csv --format csv --corpus back')
    const units = (await gloss<{ units: { text: string; kind: string }[] }>('units --corpus own')).units
    const wanted = units.filter(({ kind }) => kind === 'unit').map(({ text }) => text)
    expect(written).toBe(wanted.length)
    expect(texts.length).toBeGreaterThan(wanted.length)
    expect(await unitTexts('back')).toEqual(wanted)
  })

  it('writes exactly the published columns with --published, behind a byte order mark with --bom', async () => {
    await gloss('export --format csv --out published.csv --published --bom --corpus own')
    const text = readFileSync(join(cwd, 'published.csv'), 'utf8')
    expect(text).toMatch(/^\uFEFFname,year,locator,topic,quote\n/)
    await gloss('import published.csv --format csv --corpus back2')
    expect(await unitTexts('back2')).toEqual(await unitTexts('back'))
  })

  it.each(['csv', 'jsonl', 'bibtex', 'ris', 'csl-json'])(
    'writes %s to stdout and nothing else',
    async (format) => {
      await gloss(`export --format ${format} --out file.txt --corpus own`)
      const { code, stdout, stderr } = await runCli(
        ['export', '--format', format, '--out', '-', '--corpus', 'own'],
        { cwd },
      )
      expect(code).toBe(0)
      expect(stdout).toBe(readFileSync(join(cwd, 'file.txt'), 'utf8'))
      expect(stderr).toMatch(/^\d+ (?:unit|paper)s? written\.\n$/)
    },
  )

  it('writes the constant columns of the published files', async () => {
    await gloss('export --format csv --out constants.csv --constants --corpus own')
    const rows = readFileSync(join(cwd, 'constants.csv'), 'utf8').trim().split(/\r?\n/).slice(1)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      expect(row).toMatch(/^"?SYNTHESIZED_POINT_SUMMARY"?, ?"?N\/A"?, ?"?N\/A"?, ?"?N\/A"?, ?./)
  })

  it('makes a key of author, year and title where the list of a paper gives none', async () => {
    const abstract = 'Caffeine reduced the sleep of twelve mice.'
    const ris = (id: string) =>
      `TY  - JOUR\n${id}TI  - Caffeine and sleep\nAU  - Smith, Ann\nPY  - 2011\nAB  - ${abstract}${id}\nER  - \n`
    writeFileSync(join(cwd, 'list.ris'), ris('') + ris('ID  - own\n'))
    const item = {
      type: 'article-journal',
      title: 'Tea and mice',
      issued: { 'date-parts': [[2012]] },
      author: [{ family: 'Lee' }],
      abstract: 'Tea calmed them.',
    }
    writeFileSync(join(cwd, 'list.json'), JSON.stringify([item]))
    await gloss('ingest list.ris list.json --topic none --corpus lists')
    await gloss('export --format bibtex --out lists.bib --corpus lists')
    const keys = readFileSync(join(cwd, 'lists.bib'), 'utf8').matchAll(/^@\w+\{(.*),/gm)
    expect([...keys].map(([, key]) => key).sort()).toEqual(['lee2012mice', 'own', 'smith2011caffeine'])
  })

  it('writes JSON lines and BibTeX, which are read as papers again', async () => {
    await gloss('export --format jsonl --out units.jsonl --corpus own')
    const lines = readFileSync(join(cwd, 'units.jsonl'), 'utf8').trim().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ text: expect.any(String), title: expect.any(String) })
    expect(await gloss('export --format bibtex --out papers.bib --corpus own')).toMatchObject({ written: 3 })
    expect(readFileSync(join(cwd, 'papers.bib'), 'utf8').match(/^@/gm)).toHaveLength(3)
    const again = await runCli(['ingest', 'papers.bib', '--topic', 'none', '--corpus', 'bib', '--json'], {
      cwd,
    })
    expect(again.code).toBe(0)
  })
})
