/** Tests files that are read or downloaded over HTTP: a paper's PDF, its citation, a corpus's export. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ingestPaths } from '../../../app/index.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { column, type Json, sharedService } from '../../fixtures/service.ts'

const NAME = "Lupeol (it's new).pdf"
const PAPER = `/papers/${encodeURIComponent(NAME)}`

const service = sharedService()
const { get } = service
let path: string
beforeAll(async () => {
  const folder = join(service.gloss.config.workspace, 'papers')
  mkdirSync(folder)
  path = join(folder, NAME)
  writeFileSync(path, readFileSync(samplePaper('bark-extract-lupeol')))
  const html = join(folder, 'page.html')
  const words = 'The bark extract showed an IC50 of 18.4 micrograms per millilitre in three experiments. '
  writeFileSync(html, `<!doctype html><title>Bark</title><h1>Bark</h1><p>${words.repeat(12)}</p>`)
  const request = { paths: [path, html], topic: 'none' }
  await ingestPaths(service.gloss, request, () => undefined, AbortSignal.timeout(60_000))
})

describe('the PDF of a paper', () => {
  it('is the file that was read, for the browser to show', async () => {
    const { status, headers, bytes } = await get(`${PAPER}/file`)
    expect([status, bytes.equals(readFileSync(path))]).toEqual([200, true])
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-disposition': "inline; filename*=UTF-8''Lupeol%20%28it%27s%20new%29.pdf",
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect((await get('/papers/page.html/file')).body).toMatchObject({ code: 'FILE_UNREADABLE' })
  })

  it('is never another file that has taken its place', async () => {
    const whole = readFileSync(path)
    const { id } = (await get(PAPER)).body
    writeFileSync(path, 'another file')
    expect((await get(`/papers/${id}/file`)).body).toMatchObject({ status: 404, code: 'FILE_GONE' })
    rmSync(path)
    expect((await get(`/papers/${id}/file`)).body).toMatchObject({ status: 404, code: 'FILE_GONE' })
    writeFileSync(path, whole)
  })
})

describe('the citation of a paper', () => {
  it.each([
    { format: 'bibtex', type: 'application/x-bibtex', says: /^@article\{[\s\S]*doi = \{10\.5555/ },
    { format: 'ris', type: 'application/x-research-info-systems', says: /^TY {2}- JOUR\n[\s\S]*ER {2}- / },
    {
      format: 'csl-json',
      type: 'application/vnd.citationstyles.csl+json',
      says: /^\[[\s\S]*"DOI":"10\.5555/,
    },
  ])('is given as $format', async ({ format, type, says }) => {
    const { headers, text } = await get(`${PAPER}/citation?format=${format}`)
    expect(headers['content-type']).toContain(type)
    expect(text).toMatch(says)
    expect(text).not.toContain('.pdf')
  })

  it('has the key that it has in an export', async () => {
    const { text } = await get('/papers/page.html/citation?format=bibtex')
    expect((await get('/corpora/main/export?format=bibtex')).text).toContain(text.split('\n')[0])
  })
})

describe('the export of a corpus', () => {
  it.each([
    { query: 'format=csv&bom=1', ending: 'csv', says: /^\uFEFFpaper,year,/ },
    { query: 'format=bibtex', ending: 'bib', says: /^@/ },
    { query: 'format=ris', ending: 'ris', says: /^TY {2}- / },
    { query: 'format=csl-json', ending: 'json', says: /^\[\n/ },
  ])('is a file to save: $query', async ({ query, ending, says }) => {
    const { status, headers, text } = await get(`/corpora/main/export?${query}`)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''main.${ending}`)
    expect(text).toMatch(says)
  })

  it('has every paper', async () => {
    const { text } = await get('/corpora/main/export?format=csl-json')
    const titles = ['Bark', 'Cytotoxic triterpenes from the stem bark of Terminalia lacustris']
    expect(column(JSON.parse(text), 'title').sort()).toEqual(titles)
  })
})

it('the units of a page are those of the paper that stand on it, each with its boxes', async () => {
  const { units } = (await get(`/units?paper=${encodeURIComponent(NAME)}&kind=unit&limit=100`)).body
  const marked = (await get(`${PAPER}/pages/2/units`)).body.units
  const onSecond = column(
    units.filter(({ page }: Json) => page === 2),
    'id',
  )
  expect(column(marked, 'unit')).toEqual(expect.arrayContaining(onSecond))
  expect(onSecond.length).toBeGreaterThan(0)
  for (const { boxes } of marked) expect(boxes.length).toBeGreaterThan(0)
  expect((await get(`${PAPER}/pages/9/units`)).body.code).toBe('PAGE_NOT_FOUND')
})
