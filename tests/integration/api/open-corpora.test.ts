/** Tests that few of many corpora are open, so that a process's resources do not grow with their number. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { deleteCorpus, ingestPaths, openGloss } from '../../../app/index.ts'
import { killed } from '../../fixtures/child-process.ts'
import { runCli } from '../../fixtures/run-cli.ts'
import { column, openService } from '../../fixtures/service.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const CORPORA = 40
const MAX_OPEN = 5
// A corpus has its file, the log beside it and its index of changes, each opened by readers and by queries in SQL.
const DESCRIPTORS_OF_CORPUS = 8

it.skipIf(process.platform !== 'linux')('closes those that are unused for longest', async () => {
  const { get, gloss } = await openService({ openCorpora: MAX_OPEN })
  const descriptors = () => readdirSync('/proc/self/fd').length
  const before = descriptors()
  const most = { descriptors: 0 }
  for (let i = 0; i < CORPORA; i++) {
    await (await gloss.workspace.createCorpus(`c${i}`)).close()
    expect((await get(`/retrieve?q=lupeol&corpus=c${i}`)).body.hits).toEqual([])
    most.descriptors = Math.max(most.descriptors, descriptors())
  }
  const names = await gloss.workspace.listCorpora()
  expect(names).toHaveLength(CORPORA)
  expect(names.filter((name) => gloss.isOpen(name)).length).toBeLessThanOrEqual(MAX_OPEN)
  expect(most.descriptors - before).toBeLessThanOrEqual((MAX_OPEN + 1) * DESCRIPTORS_OF_CORPUS)
  // A corpus that was closed is opened again when asked.
  expect((await get('/retrieve?q=lupeol&corpus=c0')).status).toBe(200)
})

it.each([
  { change: 'deletes it', madeAgain: [], status: 404 },
  { change: 'deletes it and makes it again', madeAgain: [1], status: 200 },
])('never serves a corpus as it was before another process $change', async ({ madeAgain, status }) => {
  const { get, gloss } = await openService()
  const other = await openGloss(gloss.config)
  onTestFinished(() => other.close())
  const folder = temporaryFolder()
  const paths = writeSmallPapers(folder, 2)
  const ingest = (numbers: readonly number[]) => {
    const request = { paths: numbers.map((i) => paths[i]!), topic: 'none' }
    return ingestPaths(other, request, () => undefined, AbortSignal.timeout(60_000))
  }
  const found = async () => {
    const { status, body } = await get('/retrieve?q=kinase&corpus=main')
    return { status, papers: [...new Set(column(body.hits ?? [], 'title'))] }
  }
  const titles = (numbers: readonly number[]) =>
    numbers.map((i) => `The binding of compound ${i} to its kinase`)
  await ingest([0])
  expect(await found()).toEqual({ status: 200, papers: titles([0]) })
  await deleteCorpus(other, 'main')
  if (madeAgain.length > 0) await ingest(madeAgain)
  expect(await found()).toEqual({ status, papers: titles(madeAgain) })
})

it.skipIf(process.platform !== 'linux')(
  'the process that still has a deleted corpus open is named',
  async () => {
    const cwd = temporaryFolder()
    await runCli(['ingest', ...writeSmallPapers(join(cwd, 'papers'), 1), '--topic', 'none'], { cwd })
    const holds = 'require("fs").openSync(process.argv[1]); console.log("open"); setInterval(() => {}, 1e3)'
    const reader = spawn(process.execPath, [
      '-e',
      holds,
      join(cwd, '.gloss', 'corpora', 'main', 'corpus.sqlite'),
    ])
    onTestFinished(() => killed(reader))
    await once(reader.stdout, 'data')
    const { code, stdout } = await runCli(['corpus', 'delete', 'main'], { cwd })
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Process ${reader.pid} had it open`)])
  },
)
