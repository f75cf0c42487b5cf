/** What a start downloads and a package takes, by doing both with an empty cache of npm; skipped where there is no registry. */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import installFlags from '../../../bin/install-flags.json' with { type: 'json' }
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { INSTALL_FILES, measureInstall } from '../../../scripts/dev/measure-install.ts'
import { packPackage } from '../../../scripts/dev/pack.ts'
import { TEST_LIMITS } from '../../fixtures/labelled-papers.ts'
import { scannedPdf } from '../../fixtures/scanned-pdf.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** The neighbour search is 7 MB of the first and 26 MB of the second. */
const MAX_DOWNLOADED_MB = 66
const MAX_ON_DISK_MB = 160

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

  it(`for npm start downloads at most ${MAX_DOWNLOADED_MB} MB`, async () => {
    const size = await measureInstall(INSTALL_FILES, ['ci', ...installFlags.use])
    expect(size.downloadMb).toBeLessThanOrEqual(MAX_DOWNLOADED_MB)
  })

  it(`of the package takes at most ${MAX_ON_DISK_MB} MB, with Gloss itself`, async () => {
    const size = await measureInstall([path], ['install', `./${basename(path)}`, '--ignore-scripts'])
    expect(size.diskMb).toBeLessThanOrEqual(MAX_ON_DISK_MB)
  })

  it('of the package reads papers, says what a part takes, fetches one with consent and uses it', async () => {
    const home = join(folder, 'home')
    mkdirSync(join(home, 'papers'), { recursive: true })
    writeFileSync(join(home, 'package.json'), '{ "private": true }')
    cpSync(join(ROOT, 'samples', 'papers', 'bark-extract-lupeol.pdf'), join(home, 'papers', 'one.pdf'))
    const reader = openPaperPool({ workers: 1, limits: TEST_LIMITS })
    const lines = [
      'Lupeol inhibits the growth of breast',
      'cancer cells at 2.17 micrograms. It',
      'also lowers the phosphorylation of',
      'AKT, which keeps the cells alive.',
    ]
    writeFileSync(join(home, 'papers', 'scan.pdf'), await scannedPdf(reader, lines))
    await reader.close()
    // The Node of this test, since the host's may be older.
    const env = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) }
    const settings = { HOME: home, XDG_CACHE_HOME: join(home, 'cache'), GLOSS_READ_TIMEOUT_MS: '600000' }
    const gloss = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
      const program = join(home, 'node_modules', '@gloss-papers', 'gloss', 'bin', 'gloss.mjs')
      const options = { cwd: home, env: { ...env, ...settings, ...more } }
      return await promisify(execFile)(process.execPath, [program, ...args], options).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      )
    }
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', path], { cwd: home, env })
    const lastLine = ({ stdout }: { readonly stdout: string }) =>
      JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Readonly<Record<string, unknown>>
    const ingest = ['ingest', 'papers', '--topic', 'none', '--json']
    expect(lastLine(await gloss(ingest))).toMatchObject({ seen: 2, failed: { ocr_missing: 1 } })

    for (const GLOSS_FETCH of ['ask', 'never']) {
      const refused = await gloss(['ingest', 'papers', '--ocr'], { GLOSS_FETCH })
      expect(refused).toMatchObject({ code: 1 })
      expect(refused.stderr).toMatch(
        /text recognition \(OCR\) \(\d+ MB to download.*gloss fetch.*FEATURE_MISSING/s,
      )
    }
    const cut = { GLOSS_FETCH: 'always', npm_config_offline: 'true', npm_config_cache: join(home, 'none') }
    const offline = await gloss(['ingest', 'papers', '--ocr'], cut)
    expect(offline.stderr).toMatch(/could not be reached.*FEATURE_UNFETCHED/s)

    const allowed = await gloss([...ingest, '--retry'], { GLOSS_FETCH: 'always' })
    expect(allowed.stderr).toMatch(/text recognition \(OCR\) \(\d+ MB to download.*will be fetched/)
    expect(lastLine(allowed)['failed']).toEqual({})
    const { features } = lastLine(await gloss(['fetch', '--json'])) as {
      features: { name: string; place: string | null }[]
    }
    expect(features.filter(({ place }) => place?.startsWith(settings.XDG_CACHE_HOME))).toEqual([
      expect.objectContaining({ name: 'ocr' }),
    ])
  })
})
