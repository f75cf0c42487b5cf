/** Tests runs into an existing corpus: nothing to do, changes, copies, files that moved or are gone, a second writer, Ctrl-C. */
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openFolderWorkspace } from '../../../corpus/adapters/folder-workspace.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { lastObject, startCli } from '../../fixtures/run-cli.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { column, type Json } from '../../fixtures/service.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'

const { cwd, run, json, failure, write } = cliFolder()
const ingest = (more = '') => json(`ingest papers --topic none${more}`)
const papersOf = async (corpus: string): Promise<Json[]> => (await json(`papers --corpus ${corpus}`)).papers
const file = (number: number) => join(cwd, 'papers', `paper-000${number}.txt`)

beforeAll(() => void writeSmallPapers(join(cwd, 'papers'), 3))

describe('an ingest', () => {
  it('stores nothing in a dry run', async () => {
    expect(await ingest(' --dry-run')).toMatchObject({ seen: 3, kept: 3, dryRun: true })
    expect(existsSync(join(cwd, '.gloss', 'main'))).toBe(false)
    expect((await run('papers')).stderr).toContain('There is no corpus main')
  })

  it('stores a copy as a second path of the same paper', async () => {
    copyFileSync(file(1), file(8))
    expect(await ingest()).toMatchObject({ seen: 3, copies: 1 })
    expect(column(await papersOf('main'), 'paths')).toContainEqual([file(1), file(8)])
  })

  it('keeps papers whose files are gone unless --prune is given', async () => {
    rmSync(file(2))
    rmSync(file(8))
    expect(await ingest()).toMatchObject({ seen: 2, pruned: 0 })
    expect(await papersOf('main')).toHaveLength(3)
    expect(await ingest(' --prune')).toMatchObject({ seen: 2, pruned: 2 })
    expect(column(await papersOf('main'), 'paths').sort()).toEqual([[file(0)], [file(1)]])
    expect(await json('corpus verify')).toEqual({ ok: true, problems: [] })
  })
})

describe('files that were renamed or removed', () => {
  const at = (name: string) => join(cwd, 'moved papers', `${name}.txt`)
  const again = (...more: string[]) =>
    run(['ingest', 'moved papers', '--corpus', 'moved', '--topic', 'none', ...more])

  beforeAll(async () => {
    writeSmallPapers(join(cwd, 'moved papers'), 3)
    await again()
  })

  it('a renamed paper keeps its id, units and edits under its new name', async () => {
    await run('papers edit paper-0001 --year 1999 --corpus moved')
    const before = (await papersOf('moved')).find(({ document }) => document === 'paper-0001')
    renameSync(at('paper-0001'), at('kinase'))
    expect((await again()).stdout).not.toContain('No longer there')
    const { id, year, units } = before
    const renamed = { id, year, units, document: 'kinase', path: at('kinase') }
    expect(await papersOf('moved')).toContainEqual(expect.objectContaining(renamed))
    expect(await json('corpus verify --corpus moved')).toMatchObject({ ok: true })
  })

  it('a file that is gone is named, with the command that removes its paper', async () => {
    rmSync(at('kinase'))
    const { stdout } = await again()
    expect(stdout).toContain(
      `No longer there: 1 file (${join('moved papers', 'kinase.txt')}). What was read from it is kept; to remove it: `,
    )
    expect(stdout).toContain("ingest 'moved papers' --prune --corpus moved\n")
    expect((await again('--prune')).stdout).not.toContain('No longer there')
    expect(await papersOf('moved')).toHaveLength(2)
  })

  it('papers of a list on a drive that is not there stay as they were read, until --prune', async () => {
    const drive = join(cwd, 'drive')
    mkdirSync(drive)
    copyFileSync(samplePaper('bark-extract-lupeol'), join(drive, 'bark.pdf'))
    write('list.bib', `@article{bark, title = {Of bark}, file = {${join(drive, 'bark.pdf')}}}`)
    const list = (more = '') => run(`ingest list.bib --corpus drive --topic none${more}`)
    await list()
    await run('papers edit bark --year 1999 --corpus drive')
    const before = await papersOf('drive')
    expect(before).toMatchObject([{ state: 'kept', year: 1999 }])
    renameSync(drive, join(cwd, 'elsewhere'))
    const away = await list()
    expect(away.stdout).toContain('Skipped files: 1 missing_file.')
    expect(away.stdout).not.toContain('No papers found')
    expect(await papersOf('drive')).toEqual(before)
    renameSync(join(cwd, 'elsewhere'), drive)
    expect((await list()).stdout).toContain('Unchanged since the last ingest: 1 paper.')
    rmSync(drive, { recursive: true })
    await list(' --prune')
    expect(await papersOf('drive')).toMatchObject([{ state: 'failed:missing_file', units: 0 }])
  })
})

it('a second writer is refused with the name of the first; readers are not', async () => {
  const store = await openFolderWorkspace(join(cwd, '.gloss')).openCorpus('main')
  const purpose = 'ingest /somewhere/else'
  const writer = await store.write(purpose)
  expect(await failure('ingest papers --corpus main')).toMatchObject({
    exit: 1,
    code: 'CORPUS_BUSY',
    message: expect.stringContaining(`process ${process.pid}`),
    facts: { pid: process.pid, purpose },
  })
  expect((await run('retrieve kinase --corpus main')).code).toBe(0)
  await writer[Symbol.asyncDispose]()
  await store.close()
})

it('Ctrl-C ends an ingest after the paper in hand; the next run continues', async () => {
  // Seconds of work after the first, which is when the signal is sent.
  const MANY = 250
  writeSmallPapers(join(cwd, 'many'), MANY)
  const command = 'ingest many --topic none --corpus many'
  const started = startCli([...command.split(' '), '--json'], { cwd })
  let reported = ''
  await new Promise<void>((resolve) => {
    started.child.stderr.on('data', (chunk: Buffer) => {
      reported += chunk.toString()
      if (reported.includes('"paper-ended"')) resolve()
    })
  })
  started.interrupt()
  const { code, stdout, stderr } = await started.run()
  expect([code, stderr]).toEqual([1, expect.stringContaining('press Ctrl-C again')])
  const { interrupted, seen } = lastObject<Json>(stdout)
  expect([interrupted, seen < MANY]).toEqual([true, true])
  expect(await json(command)).toMatchObject({ seen: MANY, kept: MANY, unchanged: seen, interrupted: false })
  expect(await json('corpus verify --corpus many')).toEqual({ ok: true, problems: [] })
})

it('a reader that closes the pipe is no failure', async () => {
  const { child } = startCli(['units', '--corpus', 'many', '--json'], { cwd })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString()
  })
  child.stdout.once('data', () => child.stdout.destroy())
  const [code] = await once(child, 'close')
  expect([code, complaints]).toEqual([0, ''])
})
