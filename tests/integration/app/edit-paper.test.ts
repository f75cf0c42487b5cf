/** Tests front matter corrected by hand: by every interface, kept when read again, found and exported at once, and undone. */
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openGloss } from '../../../library/index.ts'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { type Served, samplePaper, serve } from '../../fixtures/served-samples.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const FILE = 'akt1-allosteric.pdf'
const CHANGE = {
  title: 'An allosteric site of zebrafish kinases',
  authors: ['Leo van Buren', 'Cruz Ortiz, Ana'],
  year: 1999,
  doi: 'https://doi.org/10.1000/ABC',
  journal: 'Annals of Examples',
}
const { journal, ...SAME } = CHANGE
const CORRECTED = { ...SAME, doi: '10.1000/abc', publication: { journal } }
const FIELDS = ['authors', 'doi', 'journal', 'title', 'year']

const shared = sharedFolder()

interface Shown {
  readonly title: string
  readonly year: number
  readonly corrected: Readonly<Record<string, { readonly read: unknown; readonly at: string }>>
}

describe('every face', () => {
  const faces: { name: string; edit: (change: object, cwd: string) => Promise<unknown> }[] = [
    {
      name: 'the command line',
      edit: async (change, cwd) => {
        const { authors, reset, ...texts } = change as typeof CHANGE & { reset?: boolean }
        const given = Object.entries(texts).flatMap(([field, value]) => [`--${field}`, String(value)])
        const names = authors === undefined ? [] : ['--authors', authors.join('; ')]
        const flags = reset === true ? ['--reset'] : []
        return (
          await answerOf<{ paper: Shown }>(['papers', 'edit', FILE, ...given, ...names, ...flags], { cwd })
        ).paper
      },
    },
    {
      name: 'HTTP',
      edit: async (change, cwd) => {
        const served = await serve({ workspace: join(cwd, '.gloss') })
        onTestFinished(served.close)
        const { papers } = (await served.server.inject('/papers')).json()
        const answer = await served.server.inject({
          method: 'PATCH',
          url: `/papers/${papers[0].id}`,
          payload: change,
        })
        expect(answer.statusCode).toBe(200)
        expect((await served.server.inject(`/papers/${papers[0].id}`)).json()).toEqual(answer.json())
        return answer.json()
      },
    },
    {
      name: 'the library',
      edit: async (change, cwd) => {
        await using gloss = await openGloss({ workspace: join(cwd, '.gloss'), env: {} })
        return await gloss.editPaper(FILE, change)
      },
    },
  ]

  it.each(faces)('corrects a paper, says so, and takes it back: $name', async ({ edit }) => {
    const cwd = await corpusOf(FILE)
    const before = await paperIn(cwd)
    const after = await edit(CHANGE, cwd)
    expect(after).toMatchObject({ ...CORRECTED, confidence: { title: 1, authors: 1, year: 1 } })
    const { corrected } = after as Shown
    expect(Object.keys(corrected).sort()).toEqual(FIELDS)
    expect(corrected['title']).toMatchObject({ read: before.title, at: expect.stringMatching(/^20\d\d-/) })
    const { title, year, corrected: none } = before
    expect(await edit({ reset: true }, cwd)).toMatchObject({ title, year, corrected: none })
  })
})

describe('a corrected paper', () => {
  let cwd: string
  beforeAll(async () => {
    cwd = await corpusOf(FILE)
    const options = ['--title', CHANGE.title, '--authors', CHANGE.authors.join('; '), '--year', '1999']
    await answerOf(['papers', 'edit', FILE, ...options], { cwd })
  })

  it('is found by its new title, and filtered by its new year', async () => {
    const { hits } = await answerOf<{ hits: Shown[] }>(['retrieve', 'zebrafish', '--years', '1999'], { cwd })
    expect(hits[0]).toMatchObject({ title: CHANGE.title, year: 1999 })
  })

  it.each([
    { format: 'csv', shows: [CHANGE.title, 'Cruz Ortiz', '1999'] },
    { format: 'bibtex', shows: [CHANGE.title, 'van Buren, Leo and Cruz Ortiz, Ana', 'year = {1999}'] },
    { format: 'ris', shows: [`TI  - ${CHANGE.title}`, 'AU  - Cruz Ortiz, Ana', 'PY  - 1999'] },
    { format: 'csl-json', shows: [CHANGE.title, '"family":"Cruz Ortiz"', '[[1999]]'] },
  ])('is exported as corrected: $format', async ({ format, shows }) => {
    const { stdout } = await runCli(['export', '--format', format, '--out', '-'], { cwd })
    for (const text of shows) expect(stdout).toContain(text)
  })

  it.each([
    { name: 'read again, since its units are made otherwise', how: async () => ingest(cwd, '--units-only') },
    { name: 'judged again', how: () => answerOf(['gate', '--rerun'], { cwd }) },
    {
      name: 'read again after its file changed',
      how: async () => {
        appendFileSync(join(cwd, 'papers', FILE), '\n% a comment')
        return ingest(cwd)
      },
    },
  ])('stays corrected when it is $name', async ({ how }) => {
    await how()
    const { title, year, corrected } = await paperIn(cwd)
    expect([title, year, Object.keys(corrected).sort()]).toEqual([
      CHANGE.title,
      1999,
      ['authors', 'title', 'year'],
    ])
  })

  it('gives one field back', async () => {
    const { paper } = await answerOf<{ paper: Shown }>(['papers', 'edit', FILE, '--reset', 'year'], { cwd })
    expect(paper).toMatchObject({ title: CHANGE.title, year: 2017 })
    expect(Object.keys(paper.corrected).sort()).toEqual(['authors', 'title'])
  })

  it('leaves no correction to another paper that takes the place of its file', async () => {
    copyFileSync(samplePaper('stereo-matching'), join(cwd, 'papers', FILE))
    await ingest(cwd)
    expect(await paperIn(cwd)).toMatchObject({ corrected: {}, title: expect.stringContaining('stereo') })
  })
})

it('corrects a paper that failed, and keeps it where the paper fails again', async () => {
  const cwd = mkdtempSync(join(shared, 'failed-'))
  mkdirSync(join(cwd, 'papers'))
  writeFileSync(join(cwd, 'papers', 'cut.pdf'), readFileSync(samplePaper('akt1-allosteric')).subarray(0, 900))
  await runCli(['ingest', 'papers'], { cwd })
  await answerOf(['papers', 'edit', 'cut.pdf', '--title', 'A broken download'], { cwd })
  await runCli(['ingest', 'papers', '--retry'], { cwd })
  expect(await paperIn(cwd)).toMatchObject({
    title: 'A broken download',
    state: expect.stringMatching(/^failed/),
  })
})

describe('a change that makes no sense', () => {
  let served: Served
  beforeAll(async () => {
    served = await serve({}, { papers: [samplePaper('akt1-allosteric')] })
  })
  afterAll(() => served.close())

  it.each([
    { change: {}, says: 'at least one field' },
    { change: { title: ' ' }, says: 'title: must not be empty' },
    { change: { year: 3000 }, says: 'year: must be from 1450 to 2200' },
    { change: { doi: 'none' }, says: 'doi: must be a DOI' },
    { change: { reset: ['colour'] }, says: 'reset: must name fields: title, authors' },
    { change: { abstract: 'x' }, says: 'abstract: is not a known field' },
  ])('is refused: $change', async ({ change, says }) => {
    const url = `/papers/${FILE}`
    const answer = await served.server.inject({ method: 'PATCH', url, payload: change })
    expect([answer.statusCode, answer.json().detail]).toEqual([400, expect.stringContaining(says)])
    await using gloss = await openGloss({ workspace: served.gloss.config.workspace, env: {} })
    await expect(gloss.editPaper(FILE, change as object)).rejects.toThrow(says)
  })
})

async function corpusOf(...files: readonly string[]): Promise<string> {
  const cwd = mkdtempSync(join(shared, 'corpus-'))
  mkdirSync(join(cwd, 'papers'))
  for (const file of files) copyFileSync(samplePaper(file.replace('.pdf', '')), join(cwd, 'papers', file))
  await ingest(cwd)
  return cwd
}

async function ingest(cwd: string, ...more: readonly string[]): Promise<unknown> {
  return await answerOf(['ingest', 'papers', '--topic', 'none', ...more], { cwd })
}

async function paperIn(cwd: string): Promise<Shown> {
  const { papers } = await answerOf<{ papers: Shown[] }>(['papers'], { cwd })
  expect(papers).toHaveLength(1)
  return papers[0]!
}
