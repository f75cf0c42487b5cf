/** The set-up of a fresh clone, with a stand-in for npm that counts its calls: nothing is fetched. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const LOCK = {
  packages: {
    '': {},
    'node_modules/one': { version: '1.0.0' },
    'node_modules/two': { version: '1.0.0', optional: true },
  },
}

/** Does what npm does: empties the folder, installs, writes its hidden lock file last. Leaves the optional package out. */
const NPM = `
import { appendFileSync, cpSync, mkdirSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n')
if (process.env.NPM_SAYS) {
  process.stderr.write(process.env.NPM_SAYS)
  process.exit(1)
}
rmSync('node_modules', { recursive: true, force: true })
mkdirSync('node_modules/one', { recursive: true })
await sleep(300)
cpSync('installed.json', 'node_modules/.package-lock.json')
`

function freshClone(): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'npm'))
  for (const part of ['bin', join('core', 'features')])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })

  const files = {
    'package.json': '{"type":"module","bin":{"gloss":"bin/gloss.mjs","ingest":"bin/ingest.mjs"}}',
    'package-lock.json': JSON.stringify(LOCK),
    'installed.json': JSON.stringify({ packages: { 'node_modules/one': { version: '1.0.0' } } }),
    'npm/package.json': '{"type":"module"}',
    'npm/npm-cli.js': NPM,
    'print.mjs': 'console.log(process.version, ...process.argv.slice(2)); process.exit(7)',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

const changeLock = (folder: string, packages: object) =>
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))

async function bootstrap(folder: string, args: readonly string[], npmSays = '') {
  const env = { ...process.env, npm_execpath: join(folder, 'npm', 'npm-cli.js'), NPM_SAYS: npmSays }
  const child = spawn(process.execPath, [join(folder, 'bin', 'bootstrap.mjs'), ...args], { cwd: folder, env })
  const ended = [once(child, 'close'), text(child.stdout), text(child.stderr)] as const
  const [[code], stdout, stderr] = await Promise.all(ended)
  return { code, stdout, stderr }
}

const callsOf = (folder: string) =>
  existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : []

it('installs once, runs the command with its arguments and passes its exit code on', async () => {
  const folder = freshClone()
  const first = await bootstrap(folder, ['print.mjs', 'a', 'b c'])
  expect(first).toMatchObject({ code: 7, stdout: `${process.version} a b c\n` })
  expect(first.stderr).toMatch(
    /^Setting up: installing \d+ packages from the registry .* About \d+ MB are downloaded .* \d+ MB are needed on disk/,
  )
  expect(await bootstrap(folder, ['print.mjs'])).toMatchObject({ code: 7, stderr: '' })
  expect(callsOf(folder)).toHaveLength(1)
  expect(callsOf(folder)[0]).toMatch(/^ci .*--ignore-scripts --include=dev --include=optional$/)
})

it('links its own commands, so that npx finds them, and installs again when the lock file changed', async () => {
  const folder = freshClone()
  await bootstrap(folder, [])
  expect(readdirSync(join(folder, 'node_modules', '.bin')).sort()).toEqual(['gloss', 'ingest'])
  changeLock(folder, { 'node_modules/one': { version: '1.0.1' } })
  await bootstrap(folder, [])
  expect(callsOf(folder)).toHaveLength(2)
})

it('omits the tools of development with --to-use, and adds them for other commands', async () => {
  const folder = freshClone()
  await bootstrap(folder, ['--to-use', 'print.mjs'])
  await bootstrap(folder, ['--to-use', 'print.mjs'])
  expect(callsOf(folder)).toEqual([expect.stringMatching(/--omit=dev --omit=optional$/)])
  changeLock(folder, { ...LOCK.packages, 'node_modules/tool': { version: '1.0.0', dev: true } })
  await bootstrap(folder, ['--to-use', 'print.mjs'])
  expect(callsOf(folder)).toHaveLength(1)
  await bootstrap(folder, ['print.mjs'])
  expect(callsOf(folder)[1]).toMatch(/--include=dev --include=optional$/)
})

it('keeps the tools of development of a clone that has them', async () => {
  const folder = freshClone()
  mkdirSync(join(folder, 'node_modules', 'vitest'), { recursive: true })
  await bootstrap(folder, ['--to-use', 'print.mjs'])
  expect(callsOf(folder)).toEqual([expect.stringMatching(/--include=dev --include=optional$/)])
})

it('accepts an install that was made by hand', async () => {
  const folder = freshClone()
  mkdirSync(join(folder, 'node_modules', 'one'), { recursive: true })
  cpSync(join(folder, 'installed.json'), join(folder, 'node_modules', '.package-lock.json'))
  expect(await bootstrap(folder, [])).toMatchObject({ code: 0, stderr: '' })
  expect(callsOf(folder)).toEqual([])
})

it('does not trust an install that was cut off, or whose folders were removed since', async () => {
  const cutOff = freshClone()
  mkdirSync(join(cutOff, 'node_modules', 'one'), { recursive: true })
  const removed = freshClone()
  mkdirSync(join(removed, 'node_modules'))
  cpSync(join(removed, 'installed.json'), join(removed, 'node_modules', '.package-lock.json'))
  for (const folder of [cutOff, removed]) {
    await bootstrap(folder, [])
    expect(callsOf(folder)).toHaveLength(1)
  }
})

it('lets one of several processes install while the others wait, and ignores the lock of a dead one', async () => {
  const folder = freshClone()
  const gone = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => gone.once('exit', resolve))
  writeFileSync(join(folder, '.install-lock'), String(gone.pid))
  const ended = await Promise.all([1, 2, 3, 4].map(() => bootstrap(folder, ['print.mjs'])))
  expect(ended.map(({ code }) => code)).toEqual([7, 7, 7, 7])
  expect(callsOf(folder)).toHaveLength(1)
  expect(readdirSync(folder).filter((name) => name.startsWith('.install-lock'))).toEqual([])
})

const FAILURES = [
  { name: 'no network', says: 'npm error code EAI_AGAIN\n', message: /could not be reached/ },
  { name: 'anything else', says: 'npm error code EUSAGE\n', message: /could not install/ },
]
it.for(FAILURES)('says what to do after $name, without a stack trace', async ({ says, message }) => {
  const ended = await bootstrap(freshClone(), ['print.mjs'], says)
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toMatch(message)
  expect(ended.stderr).toContain('npm ci')
  expect(ended.stderr).not.toMatch(/\n\s+at /)
})
