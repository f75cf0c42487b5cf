/** The files of a corpus that is moved: what was uploaded, and what machines reached over the server alone. */
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { moveCorpus } from '../../../app/corpora/index.ts'
import { createCorpus, type Gloss, ingestPaths, loadConfig, openGloss } from '../../../app/index.ts'
import { paperPdf } from '../../../app/ingest/index.ts'
import { openPostgresCorpora } from '../../../corpus/adapters/postgres-corpora.ts'
import { openPgliteServer } from '../../fakes/pglite-server.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const PAPER = fileURLToPath(new URL('../../../samples/papers/akt1-allosteric.pdf', import.meta.url))
const BYTES = readFileSync(PAPER)

const never = new AbortController().signal
const openAt = (workspace: string) => openGloss(loadConfig({ workspace, fetch: 'never' }, {}))

/** A workspace with one paper that was uploaded. */
async function withUpload() {
  const gloss = await openAt(temporaryFolder())
  await createCorpus(gloss, 'main')
  const path = join(gloss.workspace.filesPath('main'), '0123456789abcdef-akt1.pdf')
  copyFileSync(PAPER, path)
  await ingestPaths(gloss, { paths: [path], topic: 'none', corpus: 'main' }, () => undefined, never)
  return { gloss, path }
}

async function movedFile(gloss: Gloss) {
  const to = temporaryFolder()
  await moveCorpus(gloss, { name: 'main', to, keeps: false })
  const there = await openAt(to)
  const [paper] = await (await there.session('main')).store.papers()
  const file = await paperPdf(there, { corpus: 'main', paper: paper!.id })
  await Promise.all([gloss.close(), there.close()])
  return { name: file.name, isWhole: BYTES.equals(file.bytes) }
}

it('finds an uploaded paper where it was moved to', async () => {
  const { gloss, path } = await withUpload()
  expect(await movedFile(gloss)).toEqual({ name: 'akt1.pdf', isWhole: true })
  expect(existsSync(path)).toBe(false)
})

it('keeps the files of papers that are read where other machines find them, also of those that were read before', async () => {
  const corpora = openPostgresCorpora(await openPgliteServer())
  const { gloss, path } = await withUpload()
  const { paperJobs } = corpora
  const served = { ...gloss, workspace: { ...gloss.workspace, paperJobs } } as unknown as Gloss
  const [paper] = await (await gloss.session('main')).store.papers()
  await ingestPaths(served, { paths: [path], corpus: 'main' }, () => undefined, never)
  expect(await paperJobs.unkept('main', [paper!.id])).toEqual([])
  rmSync(path)
  const file = await paperPdf(served, { corpus: 'main', paper: paper!.id })
  expect([file.name, BYTES.equals(file.bytes)]).toEqual(['akt1.pdf', true])
  await Promise.all([gloss.close(), corpora.close()])
})

it('brings the file that only the server had', async () => {
  const { gloss, path } = await withUpload()
  rmSync(path)
  const paperJobs = { bytes: async () => new Uint8Array(BYTES) }
  const served = { ...gloss, workspace: { ...gloss.workspace, paperJobs } } as unknown as Gloss
  expect(await movedFile(served)).toEqual({ name: 'akt1.pdf', isWhole: true })
})
