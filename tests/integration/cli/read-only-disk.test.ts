/** Tests a workspace on a read-only disk: commands that read answer as before, those that write report it, and nothing is changed. */
import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CLI_MAIN, type CliRun, lastObject, runCli, SAMPLE_PAPERS } from '../../fixtures/run-cli.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const PAPER = join(SAMPLE_PAPERS, 'bark-extract-lupeol.pdf')
const QUESTION = ['retrieve', 'cytotoxicity of lupeol', '--json']
// Root may write whatever the mode says: there the workspace is mounted read-only.
const isRoot = process.getuid?.() === 0
const isPossible = !isRoot || spawnSync('bwrap', ['--dev-bind', '/', '/', 'true']).status === 0

/** `copies`: where temporary files go, apart from those of other tests. */
function runReadOnly(args: readonly string[], { cwd, copies }: { cwd: string; copies: string }): CliRun {
  const command = [process.execPath, CLI_MAIN, ...args]
  const workspace = join(cwd, '.gloss')
  const box = ['bwrap', '--dev-bind', '/', '/', '--ro-bind', workspace, workspace]
  const [program = '', ...rest] = isRoot ? [...box, ...command] : command
  const { status, stdout, stderr } = spawnSync(program, rest, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: copies },
  })
  return { code: status, stdout, stderr }
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
}

function hitsOf({ stdout }: CliRun): string[] {
  return lastObject<{ hits: { unit: string }[] }>(stdout).hits.map(({ unit }) => unit)
}

it.skipIf(!isPossible)('is read, and stays as it is', async () => {
  const [cwd, copies] = [temporaryFolder(), temporaryFolder()]
  await runCli(['ingest', PAPER, '--topic', 'none'], { cwd })
  const wanted = hitsOf(await runCli(QUESTION, { cwd }))
  const before = filesOf(join(cwd, '.gloss'))
  if (!isRoot) for (const path of ['.', ...before]) chmodSync(join(cwd, '.gloss', path), 0o500)
  try {
    const asked = runReadOnly(QUESTION, { cwd, copies })
    expect([asked.code, hitsOf(asked)]).toEqual([0, wanted])
    const exported = runReadOnly(['export', '--format', 'csv', '--out', '-'], { cwd, copies })
    expect([exported.code, exported.stdout]).toEqual([0, expect.stringContaining('18.4')])
    const written = runReadOnly(['ingest', PAPER, '--topic', 'none', '--json'], { cwd, copies })
    expect([written.code, written.stdout + written.stderr]).toEqual([
      1,
      expect.stringContaining('STORE_UNWRITABLE'),
    ])
    expect(filesOf(join(cwd, '.gloss'))).toEqual(before)
    expect(filesOf(copies).filter((name) => name.startsWith('gloss-reading-'))).toEqual([])
  } finally {
    if (!isRoot) for (const path of ['.', ...before]) chmodSync(join(cwd, '.gloss', path), 0o700)
  }
})
