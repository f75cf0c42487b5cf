/** Tests that a failed restore changes nothing and leaves no files. For complete and killed ones see backup.long.test.ts. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backUpCorpus, type Gloss, loadConfig, openGloss, restoreCorpus } from '../../../app/index.ts'
import { changeRows, putPapers } from '../../fixtures/corpus-writing.ts'
import { paperRecord } from '../../fixtures/paper-records.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const forever = new AbortController().signal

async function opened(papers: readonly string[]): Promise<Gloss> {
  const gloss = await openGloss(loadConfig({ workspace: temporaryFolder() }))
  if (papers.length === 0) return gloss
  const store = await gloss.workspace.createCorpus('mine')
  await putPapers(store, ...papers.map((paper) => paperRecord(paper)))
  await store.close()
  return gloss
}

/** Makes a backup whose files all match its manifest, but with a damaged row inside. */
async function damagedBackup(): Promise<string> {
  const damaged = join(temporaryFolder(), 'saved')
  const gloss = await opened(['amber'])
  await backUpCorpus(gloss, { corpus: 'mine', out: damaged }, forever)
  await gloss.close()
  const corpus = join(damaged, 'corpus.sqlite')
  changeRows(corpus, `UPDATE page SET text = text || '.'`)
  const manifest = JSON.parse(readFileSync(join(damaged, 'manifest.json'), 'utf8'))
  const file = manifest.files.find(({ path }: { path: string }) => path === 'corpus.sqlite')
  file.bytes = statSync(corpus).size
  file.sha256 = createHash('sha256').update(readFileSync(corpus)).digest('hex')
  writeFileSync(join(damaged, 'manifest.json'), JSON.stringify(manifest))
  return damaged
}

const CASES = [
  { name: 'where the corpus is new', before: [], replace: false },
  { name: 'where it would replace another', before: ['cedar', 'birch'], replace: true },
]

it.each(CASES)('of a damaged backup changes nothing, $name', async ({ before, replace }) => {
  const from = await damagedBackup()
  const gloss = await opened(before)
  const folder = join(gloss.config.workspace, 'corpora')
  mkdirSync(folder, { recursive: true })
  const files = readdirSync(folder, { recursive: true }).sort()
  const restoring = restoreCorpus(gloss, { from, replace }, forever)
  await expect(restoring).rejects.toMatchObject({ code: 'BACKUP_DAMAGED' })
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(files)
  expect(existsSync(join(folder, 'mine'))).toBe(before.length > 0)
  if (before.length > 0) {
    const { store } = await gloss.session('mine')
    expect((await store.papers()).map(({ title }) => title)).toHaveLength(before.length)
    expect(await store.verify()).toEqual([])
  }
  await gloss.close()
})
