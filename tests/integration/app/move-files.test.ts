/** Tests the files of a corpus moved alone or with its workspace: uploads, and files that machines reached only over the server. */
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { backUpCorpus, restoreCorpus } from '../../../app/backup/index.ts'
import { deleteCorpus, moveCorpus } from '../../../app/corpora/index.ts'
import { createCorpus, type Gloss, ingestPaths, loadConfig, openGloss } from '../../../app/index.ts'
import { paperPdf } from '../../../app/ingest/index.ts'
import { removePapers } from '../../../app/papers/index.ts'
import { contentId } from '../../../core/index.ts'
import { openPostgresCorpora } from '../../../corpus/adapters/postgres-corpora.ts'
import { openPgliteServer } from '../../fakes/pglite-server.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const PAPER = fileURLToPath(new URL('../../../samples/papers/akt1-allosteric.pdf', import.meta.url))
const BYTES = readFileSync(PAPER)

const never = new AbortController().signal
const openAt = (workspace: string) => openGloss(loadConfig({ workspace, fetch: 'never' }, {}))

/** Makes a workspace with one uploaded paper. */
async function withUpload(workspace = temporaryFolder()) {
  const gloss = await openAt(workspace)
  await createCorpus(gloss, 'main')
  const path = join(gloss.workspace.filesPath('main'), `${contentId(BYTES).slice(0, 16)}-akt1.pdf`)
  copyFileSync(PAPER, path)
  await ingestPaths(gloss, { paths: [path], topic: 'none', corpus: 'main' }, () => undefined, never)
  return { gloss, path }
}

async function fileIn(gloss: Gloss) {
  const [paper] = await (await gloss.session('main')).store.papers()
  const file = await paperPdf(gloss, { corpus: 'main', paper: paper!.id })
  return { name: file.name, isWhole: BYTES.equals(file.bytes) }
}

async function movedFile(gloss: Gloss, to = temporaryFolder()) {
  await moveCorpus(gloss, { name: 'main', to, keeps: false })
  const there = await openAt(to)
  const file = await fileIn(there)
  await Promise.all([gloss.close(), there.close()])
  return file
}

it('finds an uploaded paper where it was moved to', async () => {
  const { gloss, path } = await withUpload()
  expect(await movedFile(gloss)).toEqual({ name: 'akt1.pdf', isWhole: true })
  expect(existsSync(path)).toBe(false)
})

it('finds an uploaded paper where it was moved to, whose original was still on this machine', async () => {
  const { gloss } = await withUpload()
  const [original, to] = [join(temporaryFolder(), 'akt1.pdf'), temporaryFolder()]
  copyFileSync(PAPER, original)
  await ingestPaths(gloss, { paths: [original], corpus: 'main' }, () => undefined, never)
  expect(await movedFile(gloss, to)).toEqual({ name: 'akt1.pdf', isWhole: true })
  rmSync(original)
  const there = await openAt(to)
  expect(await fileIn(there)).toEqual({ name: 'akt1.pdf', isWhole: true })
  await there.close()
})

it('finds an uploaded paper after its workspace has another name, backs it up, and deletes it with its paper', async () => {
  const [before, after] = [temporaryFolder(), join(temporaryFolder(), 'renamed')]
  await (await withUpload(before)).gloss.close()
  renameSync(before, after)
  const gloss = await openAt(after)
  const [file] = readdirSync(gloss.workspace.filesPath('main'))
  expect(await fileIn(gloss)).toEqual({ name: 'akt1.pdf', isWhole: true })
  const out = join(temporaryFolder(), 'backup')
  expect(await backUpCorpus(gloss, { out }, never)).toMatchObject({ files: 1, withoutFile: 0 })
  await removePapers(gloss, 'main', ['akt1.pdf'])
  expect([file, readdirSync(gloss.workspace.filesPath('main'))]).toEqual([expect.any(String), []])
  await gloss.close()
})

it('brings an uploaded paper with a backup, though the workspace that it is of is still there', async () => {
  const { gloss } = await withUpload()
  const [from, to] = [join(temporaryFolder(), 'backup'), await openAt(temporaryFolder())]
  await backUpCorpus(gloss, { out: from }, never)
  expect(await restoreCorpus(to, { from, replace: false }, never)).toMatchObject({ filesPlaced: 1 })
  await deleteCorpus(gloss, 'main')
  expect(await fileIn(to)).toEqual({ name: 'akt1.pdf', isWhole: true })
  await Promise.all([gloss.close(), to.close()])
})

it('keeps the files of papers that are read where other machines find them, also of those that were read before, until they are removed', async () => {
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
  await removePapers(served, 'main', [paper!.id])
  expect(await paperJobs.bytes(paper!.id)).toBeNull()
  await Promise.all([gloss.close(), corpora.close()])
})

it('brings the file that only the server had', async () => {
  const { gloss, path } = await withUpload()
  rmSync(path)
  const paperJobs = { bytes: async () => new Uint8Array(BYTES) }
  const served = { ...gloss, workspace: { ...gloss.workspace, paperJobs } } as unknown as Gloss
  expect(await movedFile(served)).toEqual({ name: 'akt1.pdf', isWhole: true })
})
