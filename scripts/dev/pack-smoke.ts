/**
 * `npm run pack:smoke`: checks that the package works once installed. Packs it, installs it into an empty folder, ingests two papers and
 * asks a question. Everything runs as a user would type it there, on the Node that `npx` finds.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { packLab, packPackage } from './pack.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PAPERS = ['bark-extract-lupeol.pdf', 'watterson-missing-data.pdf']
const MAX_PACKED_MB = 15

type Answer = Readonly<Record<string, unknown>>

/** A stranger's environment: nothing from this project, and no Node except the host's or one that is fetched for it. */
const { GLOSS_WORKSPACE: _, ...environment } = process.env
const env = {
  ...environment,
  GLOSS_FETCH: 'always',
  PATH: (environment['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter),
}

async function run(folder: string, command: string, ...args: string[]): Promise<string> {
  const started = performance.now()
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder, env, maxBuffer: 1e8 })
  console.log(`ok ${command} ${args.join(' ')} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return stdout
}

/** Parses the last line of stdout, which is the answer. */
const answer = (stdout: string) => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Answer

async function npmInstall(folder: string, path: string): Promise<void> {
  await run(folder, 'npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', path)
}

async function install(folder: string): Promise<void> {
  const packed = await packPackage(folder)
  assert.ok(packed.packedBytes < MAX_PACKED_MB * 1e6, `${packed.packedBytes} bytes packed`)
  const strange = packed.files.filter(
    (path) => !/^(bin|dist|docs|examples|samples)\/|^[A-Z]+(\.md)?$|^package\.json$/.test(path),
  )
  assert.deepEqual(strange, [], 'files that a user does not need')
  console.log(`ok ${packed.files.length} files, ${(packed.packedBytes / 1e6).toFixed(1)} MB packed`)
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  await npmInstall(folder, packed.path)
}

async function checkIngest(folder: string): Promise<void> {
  await mkdir(join(folder, 'papers'))
  for (const paper of PAPERS) await cp(join(ROOT, 'samples', 'papers', paper), join(folder, 'papers', paper))
  const ingested = answer(await run(folder, 'npx', 'ingest', './papers', '--json'))
  assert.deepEqual(
    {
      corpus: ingested['corpus'],
      seen: ingested['seen'],
      kept: ingested['kept'],
      failed: ingested['failed'],
    },
    { corpus: 'main', seen: 2, kept: 2, failed: {} },
  )
  assert.ok(Number(ingested['units']) >= 2, 'units were made')
}

/** If the host's Node is older than Gloss needs, the library must say so; `npx` fetches another for the commands. */
async function checkOlderNode(folder: string): Promise<void> {
  const { stdout } = await promisify(execFile)('node', ['--version'], { env })
  if (Number(stdout.slice(1).split('.')[0]) >= 24) return
  await writeFile(join(folder, 'older.mjs'), "import '@gloss-papers/gloss'\n")
  await assert.rejects(run(folder, 'node', 'older.mjs'), /Gloss needs Node 24 or newer/)
}

async function checkRetrieve(folder: string): Promise<void> {
  const found = answer(
    await run(folder, 'npx', 'gloss', 'retrieve', 'which IC50 did the bark extract show?', '--json'),
  )
  const [first] = found['hits'] as Answer[]
  assert.equal(first?.['rank'], 1)
  assert.match(String(first?.['text']), /IC50/)
  assert.match(JSON.stringify(first?.['paper']), /\w/)
}

async function checkDoctor(folder: string): Promise<void> {
  const found = answer(await run(folder, 'npx', 'gloss', 'doctor', '--json'))
  assert.equal(typeof found, 'object')
}

/** Without its package, a command of the laboratory says how to install it; with the package, the command works. */
async function checkLab(folder: string): Promise<void> {
  const refused = await run(folder, 'npx', 'gloss', 'eval', 'retrieval').catch(
    (failed: { readonly code: number; readonly stderr: string }) => failed,
  )
  assert.ok(typeof refused !== 'string', 'a command of a package that is not installed')
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /npm install @gloss-papers\/lab/)
  await npmInstall(folder, (await packLab(folder)).path)
  assert.match(await run(folder, 'npx', 'gloss', 'eval', '--help'), /trec_eval/)
}

/** Checks the page and its scripts, which are files of packages that are found in the installation. */
async function checkPage(folder: string): Promise<void> {
  const server = spawn('npx', ['gloss', 'serve', '--port', '0', '--json'], {
    cwd: folder,
    env,
    detached: true,
  })
  const ended = once(server, 'exit')
  try {
    const [chunk] = (await once(server.stdout, 'data')) as [Buffer]
    const { url } = answer(chunk.toString()) as { url: string }
    for (const path of [
      '/',
      '/graph.js',
      '/vendor/sigma.js',
      '/vendor/graphology.js',
      '/vendor/graphology-library.js',
      '/graph?query=lupeol',
    ]) {
      const { status } = await fetch(url + path)
      assert.equal(status, 200, path)
    }
    console.log('ok gloss serve, the page and what it draws with')
  } finally {
    process.kill(-(server.pid as number), 'SIGINT')
    await ended
  }
}

const version = (JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string })
  .version
await using temporary = await mkdtempDisposable(join(tmpdir(), 'gloss-package-'))
const folder = temporary.path
await install(folder)
assert.equal((await run(folder, 'npx', 'gloss', '--version')).trim(), version)
await checkOlderNode(folder)
await checkIngest(folder)
await checkRetrieve(folder)
await checkDoctor(folder)
await checkPage(folder)
await checkLab(folder)
console.log('The package works.')
