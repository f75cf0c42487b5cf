/** Tests files that are read or downloaded over HTTP: a paper's PDF, its citation, a corpus's export. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ingestPaths } from '../../../app/index.ts'
import { type Served, samplePaper, serve } from '../../fixtures/served-samples.ts'

const NAME = "Lupeol (it's new).pdf"

let served: Served
let path: string
let html: string
beforeAll(async () => {
  served = await serve()
  const folder = join(served.gloss.config.workspace, 'papers')
  mkdirSync(folder)
  path = join(folder, NAME)
  html = join(folder, 'page.html')
  writeFileSync(path, readFileSync(samplePaper('bark-extract-lupeol')))
  const words = 'The bark extract showed an IC50 of 18.4 micrograms per millilitre in three experiments. '
  writeFileSync(html, `<!doctype html><title>Bark</title><h1>Bark</h1><p>${words.repeat(12)}</p>`)
  const request = { paths: [path, html], topic: 'none' }
  await ingestPaths(served.gloss, request, () => undefined, AbortSignal.timeout(60_000))
})
afterAll(() => served.close())

const get = (url: string) => served.server.inject(url)

describe('the PDF of a paper', () => {
  it('is the file that was read, for the browser to show', async () => {
    const { statusCode, headers, rawPayload } = await get(`/papers/${encodeURIComponent(NAME)}/file`)
    expect(statusCode).toBe(200)
    expect(rawPayload.equals(readFileSync(path))).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-disposition': "inline; filename*=UTF-8''Lupeol%20%28it%27s%20new%29.pdf",
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })

  it('is there for papers of the corpus alone, and for PDFs alone', async () => {
    const answers = await Promise.all(
      ['/papers/%2Fetc%2Fpasswd/file', '/papers/page.html/file'].map(async (url) => (await get(url)).json()),
    )
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [404, 'PAPER_NOT_FOUND'],
      [422, 'FILE_UNREADABLE'],
    ])
  })

  it('is never another file that has taken its place', async () => {
    const whole = readFileSync(path)
    const { papers } = (await get('/papers')).json()
    const { id } = papers.find((paper: { path: string }) => paper.path === NAME)
    writeFileSync(path, 'another file')
    const replaced = (await get(`/papers/${id}/file`)).json()
    rmSync(path)
    const gone = (await get(`/papers/${id}/file`)).json()
    writeFileSync(path, whole)
    expect([replaced, gone].map(({ status, code }) => [status, code])).toEqual([
      [404, 'FILE_GONE'],
      [404, 'FILE_GONE'],
    ])
  })
})

describe('the citation of a paper', () => {
  it.each([
    { format: 'bibtex', type: 'application/x-bibtex', says: /^@article\{[\s\S]*doi = \{10\.5555/ },
    { format: 'ris', type: 'application/x-research-info-systems', says: /^TY {2}- JOUR\n[\s\S]*ER {2}- / },
    { format: 'csl-json', type: 'application/vnd.citationstyles.csl+json', says: /"DOI":"10\.5555/ },
  ])('comes as $format', async ({ format, type, says }) => {
    const { headers, payload } = await get(`/papers/${encodeURIComponent(NAME)}/citation?format=${format}`)
    expect(headers['content-type']).toContain(type)
    expect(payload).toMatch(says)
    expect(payload).not.toContain('.pdf')
  })

  it('has the key that it has in an export', async () => {
    const { payload } = await get('/papers/page.html/citation?format=bibtex')
    expect((await get('/corpora/main/export?format=bibtex')).payload).toContain(payload.split('\n')[0])
  })

  it('is an array of one item in CSL-JSON', async () => {
    const { payload } = await get(`/papers/${encodeURIComponent(NAME)}/citation?format=csl-json`)
    expect(JSON.parse(payload)).toHaveLength(1)
  })
})

describe('the export of a corpus', () => {
  it.each([
    { query: 'format=csv&bom=1', ending: 'csv', says: /^\uFEFFpaper,year,/ },
    { query: 'format=bibtex', ending: 'bib', says: /^@/ },
    { query: 'format=ris', ending: 'ris', says: /^TY {2}- / },
    { query: 'format=csl-json', ending: 'json', says: /^\[\n/ },
  ])('is a file to save: $query', async ({ query, ending, says }) => {
    const { statusCode, headers, payload } = await get(`/corpora/main/export?${query}`)
    expect(statusCode).toBe(200)
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''main.${ending}`)
    expect(payload).toMatch(says)
  })

  it('is what `gloss export` writes', async () => {
    const { payload } = await get('/corpora/main/export?format=csl-json')
    expect(
      JSON.parse(payload)
        .map(({ title }: { title: string }) => title)
        .sort(),
    ).toEqual(['Bark', 'Cytotoxic triterpenes from the stem bark of Terminalia lacustris'])
  })

  it.each([
    { url: '/corpora/none/export?format=csv', code: 'CORPUS_NOT_FOUND' },
    { url: '/corpora/main/export?format=docx', code: 'INPUT_INVALID' },
    { url: '/corpora/main/export', code: 'INPUT_INVALID' },
  ])('refuses $url', async ({ url, code }) => {
    expect((await get(url)).json()).toMatchObject({ code })
  })
})

describe('the units of a page', () => {
  it('are the units of the paper that stand on it, each with its boxes', async () => {
    const id = encodeURIComponent(NAME)
    const { units } = (await get(`/units?paper=${id}&kind=unit&limit=100`)).json()
    const marked = (await get(`/papers/${id}/pages/2/units`)).json()
    const onSecond = units
      .filter(({ page }: { page: number }) => page === 2)
      .map((unit: { id: string }) => unit.id)
    expect(marked.units.map(({ unit }: { unit: string }) => unit)).toEqual(expect.arrayContaining(onSecond))
    expect(onSecond.length).toBeGreaterThan(0)
    for (const { boxes } of marked.units) expect(boxes.length).toBeGreaterThan(0)
  })

  it('are refused for a page that is not there', async () => {
    expect((await get(`/papers/${encodeURIComponent(NAME)}/pages/9/units`)).json()).toMatchObject({
      code: 'PAGE_NOT_FOUND',
    })
  })
})
