/** Checks pages for readers: links resolve, commands exist, decisions have the form described in CONTRIBUTING.md. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import commands from '../../cli/command-lines.json' with { type: 'json' }
import layers from '../../layers.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { findMeasurements } from '../../scripts/dev/measure.ts'
import { ROOT, trackedFiles } from './tracked-files.ts'

const DECISIONS = 'docs/decisions/'
const MAX_DECISION_LINES = 60
const pages = await Promise.all(
  trackedFiles()
    .filter((path) => path.endsWith('.md'))
    .map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })),
)

it.for(pages)('the links of $path lead to files', ({ path, text }) => {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
  const local = targets
    .filter((target) => !/^(https?:|#|mailto:)/.test(target))
    .map((target) => target.split('#')[0] ?? '')
  expect(local.filter((target) => !existsSync(join(ROOT, dirname(path), target)))).toEqual([])
})

it.for(pages)('the npm scripts that $path names are there', ({ text }) => {
  const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? '')
  expect(named.filter((script) => !(script in manifest.scripts))).toEqual([])
})

it.for(pages)('the commands of gloss that $path names are there', ({ text }) => {
  const named = [...text.matchAll(/\bgloss ([a-z][a-z-]*)/g)].map((match) => match[1] ?? '')
  expect(named.filter((name) => name !== 'help' && !(name in commands))).toEqual([])
})

it.for(pages)('the files that $path runs are there', ({ text }) => {
  const named = [...text.matchAll(/\bnode ((?:[\w.-]+\/)+[\w.-]+\.m?[jt]s)\b/g)].map(
    (match) => match[1] ?? '',
  )
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

/** Returns the anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '')
  return words.trim().replace(/\s/g, '-')
}

it.for(pages)('the headings that $path links to are there', ({ path, text }) => {
  const linked = [...text.matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)].map(([link, to = '', anchor = '']) => {
    const page = to === '' ? path : join(dirname(path), to)
    return { link, anchor, text: pages.find((one) => one.path === page)?.text ?? '' }
  })
  const lost = linked.filter(({ anchor, text: page }) => {
    const headings = [...page.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
    return !headings.includes(anchor)
  })
  expect(lost.map(({ link }) => link)).toEqual([])
})

const measurements = new Set((await findMeasurements()).map(({ name }) => name))

it.for(pages)('the measurements that $path names are there', ({ text }) => {
  const named = [...text.matchAll(/npm run measure(?: --)? ([a-z][\w-]*)/g)].map((match) => match[1] ?? '')
  expect(named.filter((name) => !measurements.has(name))).toEqual([])
})

it('no two measurements have the same name', async () => {
  expect(await findMeasurements()).toHaveLength(measurements.size)
})

it('every folder of layers.json has its question in docs/ARCHITECTURE.md', () => {
  const architecture = pages.find(({ path }) => path === 'docs/ARCHITECTURE.md')?.text ?? ''
  const folders = Object.keys(layers).filter((folder) => !folder.includes('/'))
  expect(folders.filter((folder) => !architecture.includes(`\n## \`${folder}/\``))).toEqual([])
})

it('the files that CONTRIBUTING.md names are there', () => {
  const guide = pages.find(({ path }) => path === 'CONTRIBUTING.md')?.text ?? ''
  const named = [...guide.matchAll(/`((?:[a-z0-9-]+\/)+[a-z0-9-]+\.(?:ts|json|txt))`/g)].map(
    (match) => match[1] ?? '',
  )
  expect(named.length).toBeGreaterThan(25)
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  const changes = guide.split('\n## ').find((part) => part.startsWith('Changes, and the file')) ?? ''
  expect(changes.split('\n').filter((line) => /^\| .*`/.test(line))).toHaveLength(32)
})

it.for(pages.filter(({ path }) => path.startsWith(DECISIONS)))(
  '$path has the form of a decision',
  ({ path, text }) => {
    expect(path.slice(DECISIONS.length)).toMatch(/^\d{4}-\d{2}-\d{2}-[a-z0-9-]+\.md$/)
    expect(text).toMatch(/^# \S/)
    for (const part of ['Context', 'Decision', 'Consequences'])
      expect(text).toMatch(new RegExp(`^(## |\\*\\*)${part}`, 'm'))
    expect(text.split('\n').length).toBeLessThanOrEqual(MAX_DECISION_LINES)
  },
)
