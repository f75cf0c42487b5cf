/** Tests which corpus a command uses by default, and by which names it accepts papers. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerOf, runCli, SAMPLE_PAPERS } from '../../fixtures/run-cli.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'
import { sharedFolder, temporaryFolder } from '../../fixtures/temporary-folder.ts'

const cwd = sharedFolder()
const gloss = <Answer = Record<string, unknown>>(...args: string[]) => answerOf<Answer>(args, { cwd })

beforeAll(async () => {
  writeSmallPapers(join(cwd, 'papers'), 3)
  await gloss('ingest', 'papers', '--topic', 'none', '--corpus', 'thesis')
})

describe('with one corpus', () => {
  it.each([
    { args: ['retrieve', 'paper'] },
    { args: ['ask', 'what does the paper say?'] },
    { args: ['corpus', 'show'] },
  ])('gloss $args uses it', async ({ args }) => {
    expect((await gloss(...args))['corpus']).toBe('thesis')
  })

  it.each([
    { args: ['papers'] },
    { args: ['units'] },
    { args: ['gate'] },
    { args: ['corpus', 'verify'] },
    { args: ['export', '--format', 'csv', '--out', 'units.csv'] },
    { args: ['graph', 'build'] },
  ])('gloss $args finds it', async ({ args }) => {
    const { code, stderr } = await runCli(args, { cwd })
    expect({ code, stderr }).toMatchObject({ code: 0 })
  })

  it('gloss ingest adds to it', async () => {
    expect(await gloss('ingest', 'papers')).toMatchObject({ corpus: 'thesis', unchanged: 3 })
  })
})

it('with several, and none called main, the error names them', async () => {
  const folder = temporaryFolder()
  for (const name of ['a', 'b']) await answerOf(['corpus', 'create', name], { cwd: folder })
  const { code, stderr } = await runCli(['retrieve', 'paper'], { cwd: folder })
  expect(code).toBe(1)
  expect(stderr).toMatch(/available: a, b\.[\s\S]*CORPUS_NOT_FOUND/)
})

it('nothing is added to the sample papers unless they are named', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'own'))
  copyFileSync(join(SAMPLE_PAPERS, 'bark-extract-lupeol.pdf'), join(folder, 'own', 'a.pdf'))
  await answerOf(['corpus', 'create', 'sample'], { cwd: folder })
  expect(await answerOf(['corpus', 'show'], { cwd: folder })).toMatchObject({ corpus: 'sample' })
  expect(await answerOf(['ingest', 'own'], { cwd: folder })).toMatchObject({ corpus: 'main' })
})

describe('a paper', () => {
  it('is taken by its file name, and refused by a name of several, which are listed', async () => {
    const { papers } = await gloss<{ papers: { id: string; path: string }[] }>('papers')
    const [paper] = papers
    const file = paper?.path.split('/').at(-1) ?? ''
    const { units } = await gloss<{ units: { paper: string }[] }>('units', '--paper', file)
    expect(new Set(units.map((unit) => unit.paper))).toEqual(new Set([paper?.id]))
    mkdirSync(join(cwd, 'more'), { recursive: true })
    copyFileSync(join(SAMPLE_PAPERS, 'suzuki-low-palladium.pdf'), join(cwd, 'more', file))
    await gloss('ingest', 'more', '--topic', 'none')
    const { code, stderr } = await runCli(['units', '--paper', file], { cwd })
    expect(code).toBe(1)
    expect(stderr).toContain(`"${file}" names several papers: `)
    expect(stderr).toContain(paper?.id.slice(0, 12))
  })
})

describe('gloss ingest that finds nothing to keep', () => {
  it.each([
    {
      name: 'no paper at all',
      files: { 'a.xlsx': 'PK', 'b.xlsx': 'PK', 'c.key': 'x' },
      says: /Passed over: 3 files of kinds Gloss does not read \(\.xlsx 2, \.key 1\)\.\n[\s\S]*No papers found\. Gloss reads PDF/,
    },
    {
      name: 'only files that cannot be read',
      files: { 'a.pdf': 'no PDF' },
      says: /0 of 1 paper .* 1 failed/,
    },
  ])('exits with 1: $name', async ({ files, says }) => {
    const folder = temporaryFolder()
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const { code, stdout } = await runCli(['ingest', '.'], { cwd: folder })
    expect(stdout).toMatch(says)
    expect(code).toBe(1)
  })
})
