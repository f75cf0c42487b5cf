/** Tests runs into an existing corpus: nothing to do, changes, copies, removed files, a second writer, Ctrl-C. */
import { once } from 'node:events'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openFolderWorkspace } from '../../../corpus/adapters/folder-workspace.ts'
import { answerOf, lastObject, runCli, startCli } from '../../fixtures/run-cli.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const cwd = sharedFolder()
const ingest = (...more: string[]) =>
  answerOf<Record<string, unknown>>(['ingest', 'papers', '--topic', 'none', ...more], { cwd })
const papers = async () =>
  (await answerOf<{ papers: { id: string; path: string; paths: string[] }[] }>(['papers'], { cwd })).papers
const file = (number: number) => join(cwd, 'papers', `paper-${String(number).padStart(4, '0')}.txt`)

beforeAll(() => void writeSmallPapers(join(cwd, 'papers'), 3))

describe('an ingest', () => {
  it('stores nothing in a dry run', async () => {
    expect(await ingest('--dry-run')).toMatchObject({ seen: 3, kept: 3, dryRun: true })
    expect(existsSync(join(cwd, '.gloss', 'main'))).toBe(false)
    const run = await runCli(['papers'], { cwd })
    expect(run.stderr).toContain('There is no corpus main')
  })

  it('stores a copy as a second path of the same paper', async () => {
    copyFileSync(file(1), file(8))
    expect(await ingest()).toMatchObject({ seen: 3, copies: 1 })
    expect((await papers()).find(({ paths }) => paths.length === 2)!.paths).toEqual([file(1), file(8)])
  })

  it('keeps papers whose files are gone unless --prune is given', async () => {
    rmSync(file(2))
    rmSync(file(8))
    expect(await ingest()).toMatchObject({ seen: 2, pruned: 0 })
    expect(await papers()).toHaveLength(3)
    expect(await ingest('--prune')).toMatchObject({ seen: 2, pruned: 2 })
    expect((await papers()).map(({ paths }) => paths).sort()).toEqual([[file(0)], [file(1)]])
    expect(await answerOf(['corpus', 'verify'], { cwd })).toEqual({ ok: true, problems: [] })
  })
})

describe('files that went or were renamed', () => {
  const IN_CORPUS = ['--corpus', 'moved', '--topic', 'none']
  const listed = async () =>
    (
      await answerOf<{
        papers: { id: string; path: string; document: string; year: number; units: number }[]
      }>(['papers', '--corpus', 'moved'], { cwd })
    ).papers.map(({ id, path, document, year, units }) => ({ id, path, document, year, units }))

  beforeAll(async () => {
    writeSmallPapers(join(cwd, 'moved papers'), 3)
    await runCli(['ingest', 'moved papers', ...IN_CORPUS], { cwd })
  })

  it('a renamed paper keeps its id, units and edits, and goes by its new name', async () => {
    await runCli(['papers', 'edit', 'paper-0001', '--year', '1999', '--corpus', 'moved'], { cwd })
    const at = (name: string) => join(cwd, 'moved papers', `${name}.txt`)
    const before = (await listed()).find(({ document }) => document === 'paper-0001')!
    renameSync(at('paper-0001'), at('kinase'))
    const again = await runCli(['ingest', 'moved papers', ...IN_CORPUS], { cwd })
    expect(again.stdout).not.toContain('No longer there')
    const after = (await listed()).find(({ id }) => id === before.id)
    expect(after).toEqual({ ...before, document: 'kinase', path: at('kinase') })
    expect(await answerOf(['corpus', 'verify', '--corpus', 'moved'], { cwd })).toMatchObject({ ok: true })
  })

  it('a file that is gone is named with the command that takes its paper out', async () => {
    rmSync(join(cwd, 'moved papers', 'kinase.txt'))
    const { stdout } = await runCli(['ingest', 'moved papers', ...IN_CORPUS], { cwd })
    expect(stdout).toContain(
      `No longer there: 1 file (${join('moved papers', 'kinase.txt')}). What was read from it stays; take it out: `,
    )
    expect(stdout).toContain("ingest 'moved papers' --prune --corpus moved\n")
    const pruned = await runCli(['ingest', 'moved papers', '--prune', '--corpus', 'moved'], { cwd })
    expect(pruned.stdout).not.toContain('No longer there')
    expect(await listed()).toHaveLength(2)
  })
})

describe('a second writer', () => {
  it('is refused with the name of the first; readers are not', async () => {
    const store = await openFolderWorkspace(join(cwd, '.gloss')).openCorpus('main')
    const writer = await store.write('ingest /somewhere/else')
    const refused = await runCli(['ingest', 'papers', '--json'], { cwd })
    expect(refused.code).toBe(1)
    expect(lastObject(refused.stdout)).toMatchObject({
      error: {
        code: 'CORPUS_BUSY',
        message: expect.stringContaining(`process ${process.pid}`),
        facts: { pid: process.pid, purpose: 'ingest /somewhere/else' },
      },
    })
    expect((await runCli(['retrieve', 'kinase'], { cwd })).code).toBe(0)
    await writer[Symbol.asyncDispose]()
    await store.close()
  })
})

describe('Ctrl-C', () => {
  it('ends an ingest after the paper in hand; the next run continues', async () => {
    // Seconds of work after the first, which is when the signal is sent.
    const MANY = 250
    writeSmallPapers(join(cwd, 'many'), MANY)
    const args = ['ingest', 'many', '--topic', 'none', '--corpus', 'many', '--json']
    const started = startCli(args, { cwd })
    let reported = ''
    await new Promise<void>((resolve) => {
      started.child.stderr.on('data', (chunk: Buffer) => {
        reported += chunk.toString()
        if (reported.includes('"paper-ended"')) resolve()
      })
    })
    started.interrupt()
    const stopped = await started.run()
    expect(stopped.code).toBe(1)
    const { interrupted, seen } = lastObject<{ interrupted: boolean; seen: number }>(stopped.stdout)
    expect(interrupted).toBe(true)
    expect(seen).toBeLessThan(MANY)
    expect(stopped.stderr).toContain('press Ctrl-C again')

    const result = await answerOf<Record<string, unknown>>(args.slice(0, -1), { cwd })
    expect(result).toMatchObject({ seen: MANY, kept: MANY, unchanged: seen, interrupted: false })
    expect(await answerOf(['corpus', 'verify', '--corpus', 'many'], { cwd })).toEqual({
      ok: true,
      problems: [],
    })
  })
})

describe('a reader that closes the pipe', () => {
  it('is no failure', async () => {
    const { child } = startCli(['units', '--corpus', 'many', '--json'], { cwd })
    let complaints = ''
    child.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString()
    })
    child.stdout.once('data', () => child.stdout.destroy())
    const [code] = await once(child, 'close')
    expect([code, complaints]).toEqual([0, ''])
  })
})
