/** Tests the launcher: which Node it uses, and that it passes on the whole command. */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const MAIN = "console.log('built', process.version, ...process.argv.slice(2)); process.exitCode = 5"

/** Makes a package as npm installs it: bin/ and dist/, no sources. */
function installedPackage(): string {
  const folder = temporaryFolder()
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true })
  mkdirSync(join(folder, 'dist', 'cli'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'dist', 'cli', 'main.js'), MAIN)
  return folder
}

/** Makes the launcher believe that it runs on another Node, by a file loaded before it. */
function run(
  folder: string,
  bin: string,
  args: readonly string[],
  version = process.version,
  settings: Readonly<Record<string, string>> = {},
) {
  const pretence = join(folder, 'pretence.cjs')
  writeFileSync(
    pretence,
    `if (process.argv[1]?.endsWith('${bin}')) Object.defineProperty(process, 'version', { value: '${version}' })`,
  )
  return spawnSync(process.execPath, ['--require', pretence, join(folder, 'bin', bin), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...settings },
  })
}

function addPackagedNode(folder: string, answer?: string): void {
  const name = `node-${process.platform}-${process.arch}`
  const bin = join(folder, 'node_modules', name, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{}')
  if (answer === undefined) symlinkSync(process.execPath, join(bin, 'node'))
  else writeFileSync(join(bin, 'node'), answer, { mode: 0o755 })
}

it('runs the built package in the same process if Node is new enough', () => {
  const ended = run(installedPackage(), 'gloss.mjs', ['retrieve', 'a b'])
  expect(ended).toMatchObject({ status: 5, stdout: `built ${process.version} retrieve a b\n` })
})

it('puts "ingest" in front if it is called by that name', () => {
  expect(run(installedPackage(), 'ingest.mjs', ['./papers']).stdout).toBe(
    `built ${process.version} ingest ./papers\n`,
  )
})

it.for(['v20.20.2', 'v22.12.0'])('on %s starts again with the Node of the package', (version) => {
  const folder = installedPackage()
  addPackagedNode(folder)
  const ended = run(folder, 'gloss.mjs', ['doctor', '--json'], version)
  expect(ended).toMatchObject({ status: 5, stdout: `built ${process.version} doctor --json\n` })
})

it('finds the Node of the project in which it is installed', () => {
  const project = temporaryFolder()
  const folder = join(project, 'node_modules', '@gloss-papers', 'gloss')
  mkdirSync(join(project, 'node_modules', '@gloss-papers'), { recursive: true })
  cpSync(installedPackage(), folder, { recursive: true })
  addPackagedNode(project)
  expect(run(folder, 'gloss.mjs', [], 'v20.20.2')).toMatchObject({ status: 5 })
})

it.for([
  { name: 'the package has none', answer: null },
  { name: 'the one of the package does not start here', answer: '#!/bin/sh\nexit 127\n' },
])('says what to do if Node is too old and $name', ({ answer }) => {
  const folder = installedPackage()
  if (answer !== null) addPackagedNode(folder, answer)
  const ended = run(folder, 'gloss.mjs', [], 'v20.20.2')
  expect(ended).toMatchObject({ status: 1, stdout: '' })
  expect(ended.stderr).toMatch(/needs Node 24 or newer and runs on v20\.20\.2/)
  expect(ended.stderr).not.toMatch(/\n\s+at /)
})

it.for([
  { name: 'the user has not agreed', fetch: 'ask', says: /MB to download.*Nothing was fetched.*--yes/s },
  { name: 'the settings forbid it', fetch: 'never', says: /Nothing was fetched/ },
])('fetches no Node if $name', ({ fetch, says }) => {
  const folder = installedPackage()
  cpSync(join(ROOT, 'core', 'features'), join(folder, 'dist', 'core', 'features'), { recursive: true })
  const ended = run(folder, 'gloss.mjs', [], 'v20.20.2', { GLOSS_FETCH: fetch, XDG_CACHE_HOME: folder })
  expect(ended).toMatchObject({ status: 1, stdout: '' })
  expect(ended.stderr).toMatch(says)
})

it('passes a signal on and ends with its code', async () => {
  const folder = installedPackage()
  addPackagedNode(folder)
  writeFileSync(join(folder, 'dist', 'cli', 'main.js'), "console.log('up'); setInterval(() => {}, 1000)")
  writeFileSync(
    join(folder, 'pretence.cjs'),
    "if (process.argv[1]?.endsWith('gloss.mjs')) Object.defineProperty(process, 'version', { value: 'v20.0.0' })",
  )
  const child = spawn(process.execPath, [
    '--require',
    join(folder, 'pretence.cjs'),
    join(folder, 'bin', 'gloss.mjs'),
  ])
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGTERM')
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(143)
})
