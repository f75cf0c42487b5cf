/** Tests that a damaged corpus is rebuilt from its intact rows, and from the papers' files if they exist. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openSqliteCorpus } from '../../../corpus/adapters/sqlite-corpus-store.ts'
import { runCli, SAMPLE_PAPERS } from '../../fixtures/run-cli.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

interface Repaired {
  readonly damage: string[]
  readonly lost: string[]
  readonly readAgain: number
  readonly embeddedAgain: number
  readonly keptCopy: string
}

const NAMES = ['ace-n-domain-inhibitors.pdf', 'akt1-allosteric.pdf', 'bark-extract-lupeol.pdf']

async function ingested() {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'papers'))
  for (const name of NAMES) copyFileSync(join(SAMPLE_PAPERS, name), join(cwd, 'papers', name))
  const run = await runCli(['ingest', 'papers', '--corpus', 'mine', '--topic', 'none'], { cwd })
  expect(run.code, run.stderr).toBe(0)
  const path = join(cwd, '.gloss', 'corpora', 'mine', 'corpus.sqlite')
  return { cwd, path, whole: await contents(path) }
}

/** Returns the contents without numbers of changes, which start again. */
async function contents(path: string): Promise<string> {
  const store = openSqliteCorpus(path, { create: false })
  try {
    const embedder = (await store.setting('embedder-id')) ?? ''
    const indexed = []
    for await (const { seq: _, vector, ...unit } of store.unitsSince(0, embedder))
      indexed.push(JSON.stringify([unit, [...(vector ?? [])], await store.mentions(unit.unit.id)]))
    const papers = []
    for (const paper of await store.papers())
      papers.push([paper, await store.pages(paper.id), await store.gate(paper.id)])
    return JSON.stringify([papers, indexed.sort(), embedder])
  } finally {
    await store.close()
  }
}

function damage(path: string, sql: string): void {
  const database = new Database(path)
  database.pragma('foreign_keys = OFF')
  expect(database.prepare(sql).run().changes).toBeGreaterThan(0)
  database.close()
}

async function repaired(cwd: string): Promise<Repaired> {
  const run = await runCli(['corpus', 'repair', '--corpus', 'mine', '--json'], { cwd })
  const verified = await runCli(['corpus', 'verify', '--corpus', 'mine'], { cwd })
  expect(verified.stdout).toContain('No problems found.')
  return JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '')
}

it('vectors that changed places are embedded again, and nothing else changes', async () => {
  const { cwd, path, whole } = await ingested()
  damage(path, 'UPDATE vector SET value = (SELECT value FROM vector LIMIT 1)')
  const before = readFileSync(path)
  const result = await repaired(cwd)
  expect(result).toMatchObject({ lost: [], readAgain: 0 })
  expect(result.embeddedAgain).toBeGreaterThan(10)
  expect(await contents(path)).toBe(whole)
  expect(readFileSync(result.keptCopy).equals(before)).toBe(true)
})

it('damaged units, pages and front matter are read again from the files', async () => {
  const { cwd, path, whole } = await ingested()
  damage(path, `UPDATE unit SET text = upper(text) WHERE row % 5 = 0`)
  damage(path, `UPDATE page SET text = replace(text, 'e', 'a') WHERE number = 1`)
  damage(path, `UPDATE paper SET title = 'Another' WHERE rowid = 2`)
  const result = await repaired(cwd)
  expect(result).toMatchObject({ lost: [], readAgain: 3 })
  expect(result.damage.join('\n')).toMatch(/Unit [0-9a-f]{32} is damaged/)
  expect(await contents(path)).toBe(whole)
})

it('without the files every sound row stays, and what is lost is named', async () => {
  const { cwd, path } = await ingested()
  rmSync(join(cwd, 'papers'), { recursive: true })
  const store = openSqliteCorpus(path, { create: false })
  const units = await store.listUnits()
  await store.close()
  const [gone] = units
  damage(path, `UPDATE unit SET text = upper(text) WHERE id = '${gone?.id}'`)
  damage(path, `UPDATE paper SET title = 'Another' WHERE id = '${units.at(-1)?.paper}'`)
  const result = await repaired(cwd)
  expect(result.readAgain).toBe(0)
  expect(result.lost.join('\n')).toContain(`Unit ${gone?.id} is damaged`)
  expect(result.lost.join('\n')).toContain(`Paper ${units.at(-1)?.paper} is damaged`)
  const after = openSqliteCorpus(path, { create: false })
  const left = (await after.listUnits()).map(({ id }) => id)
  expect(left.sort()).toEqual(
    units
      .slice(1)
      .map(({ id }) => id)
      .sort(),
  )
  expect((await after.papers()).map(({ pageCount }) => pageCount).every((pages) => pages > 0)).toBe(true)
  await after.close()
})

it('a sound corpus is left alone', async () => {
  const { cwd, path } = await ingested()
  const before = readFileSync(path)
  expect(await repaired(cwd)).toMatchObject({ damage: [], lost: [], keptCopy: '' })
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(readdirSync(dirname(path)).filter((name) => name.includes('damaged'))).toEqual([])
})

it('is refused while another process has the corpus open', async () => {
  const { cwd, path } = await ingested()
  damage(path, `UPDATE unit SET topic = 'x'`)
  const other = openSqliteCorpus(path, { create: false })
  const before = readFileSync(path)
  const run = await runCli(['corpus', 'repair', '--corpus', 'mine'], { cwd })
  expect(run.code).toBe(1)
  expect(run.stderr).toContain('stop `gloss serve`')
  await other.close()
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(existsSync(`${path}.repairing`)).toBe(false)
})
