/**
 * A corpus of every format that Gloss has had opens, is sound and answers as before. Each was made by the version that brought the format in, from
 * two of the sample papers: `bark-extract-lupeol.pdf`, and `football-expected-goals.pdf`, which the topic filter drops.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MIGRATIONS } from '../../../corpus/adapters/sqlite-schema.ts'
import { runCli, SAMPLE_PAPERS } from '../../fixtures/run-cli.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const NEWEST = MIGRATIONS.length
const CYTOTOXIC = '70903cc27d001eb5ec1047e8539c7c33'

/** The first hit of each question, as the version gave it that made the corpus. */
const FORMATS = [
  { format: 1, spectrum: 'e71840de05bfa68131627724b44931de', akt: 'f1a1141f96faf369012e47d3d8323cb9' },
  { format: 2, spectrum: 'e71840de05bfa68131627724b44931de', akt: 'f1a1141f96faf369012e47d3d8323cb9' },
  { format: 3, spectrum: 'fb98a719954f10c09618844dc8f61085', akt: '8afc53f5e278db36b76f4e27811a46a0' },
  { format: 4, spectrum: 'fb98a719954f10c09618844dc8f61085', akt: '8afc53f5e278db36b76f4e27811a46a0' },
  { format: 5, spectrum: 'fb98a719954f10c09618844dc8f61085', akt: '8afc53f5e278db36b76f4e27811a46a0' },
]

function fixtureOf(format: number): Buffer {
  const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'old-corpora')
  return gunzipSync(readFileSync(join(fixtures, `format-${format}.sqlite.gz`)))
}

function workspaceOf(format: number) {
  const cwd = temporaryFolder()
  const folder = join(cwd, '.gloss', 'corpora', 'main')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'corpus.sqlite'), fixtureOf(format))
  return { cwd, folder, kept: join(folder, `corpus.format-${format}.sqlite`) }
}

async function firstHit(cwd: string, question: string): Promise<string> {
  const { stdout } = await runCli(['retrieve', question, '--json'], { cwd })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '').hits[0].unit
}

it('has a corpus of every format before the present one', () => {
  expect(FORMATS.map(({ format }) => format)).toEqual(MIGRATIONS.slice(1).map((_, at) => at + 1))
})

describe.each(FORMATS)('a corpus of format $format', ({ format, spectrum, akt }) => {
  it('is sound, has nothing to repair, and answers as it did', async () => {
    const { cwd } = workspaceOf(format)
    const verified = await runCli(['corpus', 'verify'], { cwd })
    expect(verified).toMatchObject({ code: 0, stdout: 'No problems found.\n' })
    const repaired = await runCli(['corpus', 'repair'], { cwd })
    expect(repaired).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Nothing to repair: "main"/) })
    expect(await firstHit(cwd, 'cytotoxicity of lupeol against cancer cells')).toBe(CYTOTOXIC)
    expect(await firstHit(cwd, 'Which compounds did the bark contain?')).toBe(spectrum)
    expect(await firstHit(cwd, 'AKT phosphorylation')).toBe(akt)
  })

  it('says once that it was brought up to date, and where its copy is', async () => {
    const { cwd, kept } = workspaceOf(format)
    const first = await runCli(['papers'], { cwd })
    const said = first.stderr.split('\n').filter((line) => line.includes('format'))
    expect(said).toEqual([expect.stringContaining(`from format ${format} to ${NEWEST}`)])
    expect(said[0]).toContain(kept.slice(cwd.length + 1))
    expect(readFileSync(kept)).toEqual(fixtureOf(format))
    expect((await runCli(['papers'], { cwd })).stderr).toBe('')
  })
})

it('keeps the copy for 30 days, until the next command that writes', async () => {
  const { cwd, folder, kept } = workspaceOf(2)
  const ingest = () =>
    runCli(['ingest', join(SAMPLE_PAPERS, 'football-expected-goals.pdf'), '--topic', 'none'], { cwd })
  await ingest()
  expect(existsSync(kept)).toBe(true)
  const longAgo = Date.now() / 1000 - 31 * 86_400
  utimesSync(kept, longAgo, longAgo)
  await runCli(['papers'], { cwd })
  expect(existsSync(kept)).toBe(true)
  await ingest()
  expect(readdirSync(folder).filter((name) => name.includes('format'))).toEqual([])
})
