/** Tests backups made while the corpus is written to, and their restoring: whole or not at all. */
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openSqliteCorpus } from '../../../corpus/adapters/sqlite-corpus-store.ts'
import { exitCode, killed, startScript } from '../../fixtures/child-process.ts'
import { changeRows, putPapers } from '../../fixtures/corpus-writing.ts'
import { paperRecord } from '../../fixtures/paper-records.ts'
import { runCli, SAMPLE_PAPERS } from '../../fixtures/run-cli.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const NAMES = ['akt1-allosteric.pdf', 'bark-extract-lupeol.pdf']

async function ingested() {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'papers'))
  for (const name of NAMES) copyFileSync(join(SAMPLE_PAPERS, name), join(cwd, 'papers', name))
  const run = await runCli(['ingest', 'papers', '--corpus', 'mine', '--topic', 'none'], { cwd })
  expect(run.code, run.stderr).toBe(0)
  const workspace = join(cwd, '.gloss')
  return { cwd, workspace, path: join(workspace, 'corpora', 'mine', 'corpus.sqlite') }
}

async function unitsIn(path: string): Promise<string> {
  const store = openSqliteCorpus(path, { create: false })
  try {
    expect(await store.verify()).toEqual([])
    return JSON.stringify(await store.listUnits())
  } finally {
    await store.close()
  }
}

it('goes back to the same corpus in another workspace, with the files of its papers', async () => {
  const { cwd, path } = await ingested()
  const store = openSqliteCorpus(path, { create: false })
  // Open, and written to over another connection, as by `gloss serve`.
  const writer = await store.write('ingest')
  const made = await runCli(['corpus', 'backup', '--corpus', 'mine', '--out', 'saved'], { cwd })
  expect(made.code, made.stderr).toBe(0)
  expect(made.stdout).toContain('2 papers, 2 files')
  await writer[Symbol.asyncDispose]()
  const before = JSON.stringify(await store.listUnits())
  await store.close()
  rmSync(join(cwd, 'papers'), { recursive: true })
  const restored = await runCli(['corpus', 'restore', 'saved', '--workspace', 'other'], { cwd })
  expect(restored.code, restored.stderr).toBe(0)
  expect(restored.stdout).toContain('2 files copied to the workspace')
  const other = join(cwd, 'other', 'corpora', 'mine', 'corpus.sqlite')
  expect(await unitsIn(other)).toBe(before)
  const asked = await runCli(['retrieve', 'lupeol bark extract', '--workspace', 'other', '--json'], { cwd })
  expect(JSON.parse(asked.stdout.trim().split('\n').at(-1) ?? '').hits.length).toBeGreaterThan(0)
  const shown = openSqliteCorpus(other, { create: false })
  for (const { paths } of await shown.papers()) expect(paths.some((one) => existsSync(one))).toBe(true)
  await shown.close()
})

it('is refused where it is damaged, where the corpus exists, and of a damaged corpus', async () => {
  const { cwd, path } = await ingested()
  expect((await runCli(['corpus', 'backup', '--corpus', 'mine', '--out', 'saved'], { cwd })).code).toBe(0)
  const before = await unitsIn(path)
  const exists = await runCli(['corpus', 'restore', 'saved'], { cwd })
  expect([exists.code, exists.stderr]).toEqual([2, expect.stringContaining('--replace')])
  const files = readdirSync(join(cwd, 'saved', 'files'))
  for (const damaged of ['corpus.sqlite', join('files', files[0] ?? ''), 'manifest.json']) {
    const copy = `damaged-${damaged.replaceAll('/', '-')}`
    await runCli(['corpus', 'backup', '--corpus', 'mine', '--out', copy], { cwd })
    appendFileSync(join(cwd, copy, damaged), 'x')
    const refused = await runCli(['corpus', 'restore', copy, '--replace'], { cwd })
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('another backup')])
    expect(await unitsIn(path)).toBe(before)
  }
  changeRows(path, `UPDATE page SET text = text || '.' WHERE number = 1`)
  const ofDamaged = await runCli(['corpus', 'backup', '--corpus', 'mine', '--out', 'never'], { cwd })
  expect([ofDamaged.code, ofDamaged.stderr]).toEqual([1, expect.stringContaining('was not backed up')])
  expect(readdirSync(cwd).filter((name) => name.startsWith('never'))).toEqual([])
  expect((await runCli(['corpus', 'restore', 'saved', '--replace'], { cwd })).code).toBe(0)
  expect(await unitsIn(path)).toBe(before)
})

it('that is killed is no backup; a restore that is killed leaves the old corpus or the new one', async () => {
  const { cwd, workspace, path } = await ingested()
  const saved = join(cwd, 'saved')
  expect((await runCli(['corpus', 'backup', '--corpus', 'mine', '--out', saved], { cwd })).code).toBe(0)
  const old = await unitsIn(path)
  const store = openSqliteCorpus(path, { create: false })
  await putPapers(store, paperRecord('amber'))
  await store.close()
  const changed = await unitsIn(path)
  for (const delayMs of [0, 40, 120, 250]) {
    const out = join(cwd, `killed-${delayMs}`)
    const child = await startScript('corpus/back-up-corpus.ts', workspace, out)
    await sleep(delayMs)
    await killed(child)
    if (!existsSync(out)) continue
    expect((await runCli(['corpus', 'restore', out, '--workspace', `w${delayMs}`], { cwd })).code).toBe(0)
    expect(await unitsIn(join(cwd, `w${delayMs}`, 'corpora', 'mine', 'corpus.sqlite'))).toBe(changed)
  }
  for (const left of readdirSync(cwd).filter((name) => name.includes('.partial-')))
    if (!existsSync(join(cwd, left, 'manifest.json')))
      expect((await runCli(['corpus', 'restore', left, '--replace'], { cwd })).code).toBe(1)
  for (const delayMs of [0, 40, 120, 250]) {
    const child = await startScript('corpus/back-up-corpus.ts', workspace, saved, 'restore')
    await sleep(delayMs)
    await killed(child)
    expect([old, changed]).toContain(await unitsIn(path))
  }
  const child = await startScript('corpus/back-up-corpus.ts', workspace, saved, 'restore')
  expect(await exitCode(child)).toBe(0)
  expect(await unitsIn(path)).toBe(old)
})
