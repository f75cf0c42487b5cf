/** What a start downloads and a package takes, by doing both with an empty cache of npm; skipped where there is no registry. */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import installFlags from '../../../bin/install-flags.json' with { type: 'json' }
import { packPackage } from '../../../scripts/dev/pack.ts'
import { measureInstall } from '../../../scripts/lib/measure-install.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** Issue 16, item 3. */
const MOST_DOWNLOADED_MB = 60
const MOST_ON_DISK_MB = 130

const hasRegistry = await promisify(execFile)('npm', [
  'ping',
  '--fetch-retries=0',
  '--fetch-timeout=10000',
]).then(
  () => true,
  () => false,
)

describe.skipIf(!hasRegistry)('an installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-package-'))
  let path = ''
  beforeAll(async () => {
    path = (await packPackage(folder)).path
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it(`for npm start downloads at most ${MOST_DOWNLOADED_MB} MB`, async () => {
    const files = ['package.json', 'package-lock.json', '.npmrc'].map((file) => join(ROOT, file))
    const size = await measureInstall(files, ['ci', ...installFlags.use])
    expect(size.downloadMb).toBeLessThanOrEqual(MOST_DOWNLOADED_MB)
  })

  it(`of the package takes at most ${MOST_ON_DISK_MB} MB, with Gloss itself`, async () => {
    const size = await measureInstall([path], ['install', `./${basename(path)}`, '--ignore-scripts'])
    expect(size.diskMb).toBeLessThanOrEqual(MOST_ON_DISK_MB)
    expect(size.downloadMb).toBeLessThanOrEqual(MOST_DOWNLOADED_MB)
  })

  it('of the package reads papers, says what a part takes, fetches one with consent and uses it', async () => {
    const home = join(folder, 'home')
    mkdirSync(join(home, 'papers'), { recursive: true })
    writeFileSync(join(home, 'package.json'), '{ "private": true }')
    cpSync(join(ROOT, 'samples', 'papers', 'bark-extract-lupeol.pdf'), join(home, 'papers', 'one.pdf'))
    // The Node of this test, since the host's may be older.
    const env = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) }
    const settings = { HOME: home, XDG_CACHE_HOME: join(home, 'cache'), npm_config_offline: 'false' }
    const gloss = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
      const program = join(home, 'node_modules', '@gloss-papers', 'gloss', 'bin', 'gloss.mjs')
      const options = { cwd: home, env: { ...env, ...settings, ...more } }
      return await promisify(execFile)(process.execPath, [program, ...args], options).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      )
    }
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', path], { cwd: home, env })
    expect(await gloss(['ingest', 'papers'])).toMatchObject({ code: 0 })

    const needy = ['ingest', 'papers', '--ocr']
    for (const GLOSS_FETCH of ['ask', 'never']) {
      const refused = await gloss(needy, { GLOSS_FETCH })
      expect(refused).toMatchObject({ code: 1 })
      expect(refused.stderr).toMatch(
        /text recognition \(OCR\) \(\d+ MB to download.*gloss fetch.*FEATURE_MISSING/s,
      )
    }
    const offline = await gloss(needy, {
      GLOSS_FETCH: 'always',
      npm_config_offline: 'true',
      npm_config_cache: join(home, 'none'),
    })
    expect(offline.stderr).toMatch(/could not be reached.*FEATURE_UNFETCHED/s)
    expect(await gloss(['fetch', 'openai', '--yes'])).toMatchObject({ code: 0 })
    expect(readdirSync(join(home, 'cache', 'gloss', 'features'))).toEqual([expect.stringMatching(/^openai@/)])
    const listed = await gloss(['fetch', '--json'])
    const { features } = JSON.parse(listed.stdout) as { features: { name: string; place: string | null }[] }
    expect(features.find(({ name }) => name === 'openai')?.place).toContain('openai@')
    expect(features.find(({ name }) => name === 'ocr')?.place).toBeNull()
  })
})
