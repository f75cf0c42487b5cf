/** Fetching an optional part, with a stand-in for npm that counts its calls: whole or not at all, whatever happens on the way. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const FEATURES = join(import.meta.dirname, '..', '..', '..', 'core', 'features')

/** Installs one package with what npm was told, after a while; fails with NPM_SAYS. */
const NPM = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
const args = process.argv.slice(2)
if (args[0] === 'config') {
  console.log('http://registry.invalid/')
  process.exit(0)
}
const prefix = args[args.indexOf('--prefix') + 1]
appendFileSync(process.env.CALLS, JSON.stringify({ args, strayed: process.env.npm_config_local_prefix ?? null }) + '\\n')
if (process.env.NPM_SAYS) {
  process.stderr.write(process.env.NPM_SAYS)
  process.exit(1)
}
for (const id of args.filter((arg) => /^[a-z].*@\\d/.test(arg))) {
  const [name, version] = id.split('@')
  const path = prefix + '/node_modules/' + name
  mkdirSync(path + '/src', { recursive: true })
  const manifest = { version, exports: { import: './it.mjs', require: './it.cjs' } }
  writeFileSync(path + '/package.json', JSON.stringify(manifest))
  writeFileSync(path + '/it.mjs', 'export const loaded = "as a module"')
  writeFileSync(path + '/it.cjs', 'exports.loaded = "by require"')
}
process.stderr.write('half')
await sleep(Number(process.env.NPM_TAKES_MS ?? 0))
`

const PROGRAM = `
import { fetchFeature } from './core/features/features.mjs'
import { importFeature, requireFeature } from './core/features/import-feature.ts'
try {
  if (process.argv[2] === 'fetch') {
    const folder = await fetchFeature('openai', { onWait: () => console.log('waits') })
    console.log('fetched', folder.startsWith(process.env.XDG_CACHE_HOME))
  } else console.log((await importFeature('openai', 'openai')).loaded, requireFeature('openai', 'openai').loaded)
} catch (error) {
  console.log(error.reason ?? error.code, error.message)
}
`

/** Makes a copy of the code without installed packages, and an empty folder for fetched ones. */
function machine() {
  const folder = temporaryFolder()
  cpSync(FEATURES, join(folder, 'core', 'features'), { recursive: true })
  for (const file of ['errors.ts', 'error-catalogue.ts'])
    cpSync(join(FEATURES, '..', file), join(folder, 'core', file))
  mkdirSync(join(folder, 'npm'))
  writeFileSync(join(folder, 'npm', 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'npm', 'npm-cli.js'), NPM)
  writeFileSync(join(folder, 'program.mjs'), PROGRAM)
  const cache = join(folder, 'cache')
  const start = (what: string, settings: Readonly<Record<string, string>> = {}) => {
    const env = {
      ...process.env,
      XDG_CACHE_HOME: cache,
      CALLS: join(folder, 'calls'),
      npm_execpath: join(folder, 'npm', 'npm-cli.js'),
      npm_config_local_prefix: '/somewhere/else',
      ...settings,
    }
    const child = spawn(process.execPath, [join(folder, 'program.mjs'), what], { cwd: folder, env })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
    })
    const ended = once(child, 'close').then(() => stdout.trim())
    return { child, ended }
  }
  const calls = () =>
    existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : []
  const left = () => readdirSync(join(cache, 'gloss', 'features'))
  return { folder, cache, start, calls, left }
}

it('is fetched once, from the configured registry, and loaded as a module and by require', async () => {
  const { start, cache, calls, left } = machine()
  expect(await start('load').ended).toMatch(
    /^FEATURE_MISSING This needs the client of embedding servers \(\d+ MB/,
  )
  expect(await start('fetch').ended).toBe('fetched true')
  expect(await start('fetch').ended).toBe('fetched true')
  expect(await start('load').ended).toBe('as a module by require')
  expect(calls()).toHaveLength(1)
  const { args, strayed } = JSON.parse(calls()[0]!) as { args: string[]; strayed: string | null }
  expect(args).toEqual(
    expect.arrayContaining(['install', '--ignore-scripts', '--registry', 'http://registry.invalid/']),
  )
  expect(strayed).toBeNull()
  expect(readdirSync(join(cache, 'gloss', 'features', left()[0]!, 'node_modules', 'openai'))).not.toContain(
    'src',
  )
  expect(left()).toEqual([expect.stringMatching(/^openai@\d+\.\d+\.\d+-\w+-\w+$/)])
})

it('is fetched by one of several processes, and the others wait', async () => {
  const { start, calls, left } = machine()
  const ended = await Promise.all([1, 2, 3].map(() => start('fetch', { NPM_TAKES_MS: '1500' }).ended))
  for (const stdout of ended) expect(stdout).toMatch(/fetched true$/)
  expect(ended.filter((stdout) => stdout.startsWith('waits'))).toHaveLength(2)
  expect(calls()).toHaveLength(1)
  expect(left()).toHaveLength(1)
})

it('is not there after a kill in the middle, and whole after the next fetch', async () => {
  const { start, calls, left } = machine()
  const killed = start('fetch', { NPM_TAKES_MS: '20000' })
  while (calls().length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  expect(await start('load').ended).toMatch(/^FEATURE_MISSING/)
  expect(await start('fetch').ended).toBe('fetched true')
  expect(await start('load').ended).toBe('as a module by require')
  expect(left()).toHaveLength(1)
})

it.for([
  { says: 'npm error code EAI_AGAIN', message: 'offline The package registry could not be reached.' },
  {
    says: 'npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write',
    message:
      'npm npm could not install the packages: code ENOSPC; nospc ENOSPC: no space left on device, write',
  },
])('says why it could not be fetched and leaves nothing behind: $message', async ({ says, message }) => {
  const { start, left } = machine()
  expect(await start('fetch', { NPM_SAYS: says }).ended).toBe(message)
  expect(left()).toEqual([])
})

it('says so where npm is not installed', async () => {
  const { start, left } = machine()
  expect(await start('fetch', { npm_execpath: '', PATH: '/nowhere' }).ended).toMatch(
    /^npm npm could not be started/,
  )
  expect(left()).toEqual([])
})

it('says so where its folder cannot be written', async () => {
  const { start, cache } = machine()
  writeFileSync(cache, 'a file in the way')
  expect(await start('fetch').ended).toMatch(/^npm .*(ENOTDIR|EEXIST)/)
})
