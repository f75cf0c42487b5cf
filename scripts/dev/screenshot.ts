/**
 * Takes the README's screenshot of the page: ingests the sample papers into a fresh workspace, serves it, searches in Chromium.
 * Run: node scripts/dev/screenshot.ts [--out docs/images/page.png] [--address '/#/gate'] [--dark] [--width 1280] [--height 1000]
 * and: node scripts/dev/screenshot.ts --demonstration --out docs/images/run.png, for a run of the solver while its proposers write; with
 * --pattern NAME, for a run of that pattern, the whole page after its end.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildServer, stopServer } from '../../api/index.ts'
import { ingestPaths, loadConfig, openGloss } from '../../app/index.ts'
import { closingAsync } from '../../core/index.ts'
import { openBrowser } from './browser.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const QUESTION = 'which IC50 did the bark extract show?'
const GRACE_MS = 2_000
const INGEST_LIMIT_MS = 120_000

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'docs', 'images', 'page.png') },
    address: { type: 'string', default: `/#/search?${new URLSearchParams({ q: QUESTION })}` },
    dark: { type: 'boolean', default: false },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '1000' },
    demonstration: { type: 'boolean', default: false },
    pattern: { type: 'string' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'gloss-screenshot-'))
await using gloss = closingAsync(await openGloss(loadConfig({ workspace: folder }, {})))
const paths = [join(ROOT, 'samples', 'papers')]
await ingestPaths(gloss, { paths }, () => undefined, AbortSignal.timeout(INGEST_LIMIT_MS))
const server = buildServer(gloss)
const origin = await server.listen({ host: '127.0.0.1', port: 0 })
const browser = await openBrowser()
try {
  const page = await browser.newPage({
    viewport: { width: Number(options.width), height: Number(options.height) },
    colorScheme: options.dark ? 'dark' : 'light',
    deviceScaleFactor: 1.5,
  })
  page.on('console', (message) => console.error(message.text()))
  page.on('pageerror', (error) => console.error(error))
  await page.goto(origin + options.address)
  if (options.pattern !== undefined) {
    await page.goto(`${origin}/#/solve`)
    await page.locator('#solve-pattern').selectOption(options.pattern)
    await page.getByText('Play a demonstration').click()
    await page.locator('.run[data-status]').waitFor()
  } else if (options.demonstration) {
    await page.goto(`${origin}/#/solve`)
    await page.getByText('Play a demonstration').click()
    await page.locator('.candidate:last-child .card pre.results').waitFor()
  } else await page.waitForLoadState('networkidle')
  // A graph is laid out after its answer has arrived.
  await page.waitForFunction("document.querySelector('.plate:not([data-state])') === null")
  mkdirSync(dirname(options.out), { recursive: true })
  await page.screenshot({ path: options.out, fullPage: options.pattern !== undefined })
  console.log(options.out)
} finally {
  await browser.close()
  await stopServer(server, GRACE_MS)
  rmSync(folder, { recursive: true, force: true })
}
