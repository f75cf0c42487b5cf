/** The same papers in a file and on a server: what a user gets is equal. TEST_POSTGRES=postgres://… names the server; skipped without. */
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { buildServer } from '../../../api/index.ts'
import { checkIndexes, moveCorpus } from '../../../app/corpora/index.ts'
import {
  createCorpus,
  deleteCorpus,
  type Gloss,
  ingestPaths,
  loadConfig,
  openGloss,
} from '../../../app/index.ts'
import { paperPdf } from '../../../app/ingest/index.ts'
import { continueRun, startDemonstration } from '../../../app/solve/index.ts'
import { breakIndexes } from '../../fixtures/broken-indexes.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const { TEST_POSTGRES: store } = env
const SAMPLES = fileURLToPath(new URL('../../../samples/', import.meta.url))
const never = new AbortController().signal
const BACKENDS = ['words', 'vanilla', 'hybrid'] as const

async function withPapers(corpus: string, settings: object): Promise<Gloss> {
  const gloss = await openGloss(
    loadConfig({ workspace: temporaryFolder(), corpus, fetch: 'never', ...settings }, {}),
  )
  const request = { paths: [`${SAMPLES}papers`], topic: 'none', corpus } as const
  await ingestPaths(gloss, request, () => undefined, new AbortController().signal)
  return gloss
}

async function contentsOf(gloss: Gloss) {
  const { store: kept } = await gloss.session()
  const [units, papers] = [await kept.listUnits(), await kept.listPapers()]
  return {
    units,
    papers,
    counts: await kept.counts(),
    graph: await kept.graphCounts(),
    problems: await kept.verify(),
  }
}

async function hitsOf(gloss: Gloss, backends: readonly ((typeof BACKENDS)[number] | 'walk')[] = BACKENDS) {
  const session = await gloss.session()
  const lines = readFileSync(`${SAMPLES}questions.jsonl`, 'utf8').trim().split('\n')
  const found = []
  for (const line of lines)
    for (const backend of backends) {
      const { text: query } = JSON.parse(line) as { text: string }
      const { hits } = await session.retrieve({ query, backend, k: 10 }, AbortSignal.timeout(60_000))
      found.push(hits)
    }
  return found
}

const unitsOf = (hits: readonly { readonly unit: string }[]) => hits.map(({ unit }) => unit)

describe.skipIf(store === undefined)('a store on a PostgreSQL server (TEST_POSTGRES)', () => {
  const corpus = `app-${Date.now().toString(36)}`

  it('has the papers, units, names and every hit of a file', async () => {
    const [file, server] = [await withPapers(corpus, {}), await withPapers(corpus, { store })]
    try {
      expect(await contentsOf(server)).toEqual(await contentsOf(file))
      const [ours, theirs] = [await hitsOf(file), await hitsOf(server)]
      expect(theirs.map(unitsOf)).toEqual(ours.map(unitsOf))
      // The server keeps parts of vectors in 16 bits.
      const scores = theirs.flat().map(({ score }, at) => Math.abs(score - ours.flat()[at]!.score))
      expect(Math.max(...scores)).toBeLessThan(0.001)
      // A walk on a server looks up a part of the graph.
      const [walked, looked] = [await hitsOf(file, ['walk']), await hitsOf(server, ['walk'])]
      const same = walked.map(
        (hits, at) =>
          unitsOf(hits).filter((unit) => unitsOf(looked[at]!).includes(unit)).length / hits.length,
      )
      expect(same.reduce((sum, share) => sum + share, 0) / same.length).toBeGreaterThan(0.85)
      await server.workspace.copyCorpus(corpus, `${corpus}-copy`)
      const copied = await server.session(`${corpus}-copy`)
      expect([await copied.store.verify(), await copied.store.counts()]).toEqual([
        [],
        await (await server.session()).store.counts(),
      ])
    } finally {
      for (const name of await server.workspace.listCorpora())
        if (name.startsWith(corpus)) await deleteCorpus(server, name)
      await file.close()
      await server.close()
    }
  })

  it('has an index that cannot be read built again, by a question or by a look at it, and says so', async () => {
    const notices: string[] = []
    const gloss = await openGloss(
      loadConfig({ workspace: temporaryFolder(), corpus: `${corpus}-index`, store }, {}),
      {
        onNotice: (message) => notices.push(message),
      },
    )
    const served = buildServer(gloss)
    const healthOf = async () => (await served.inject('/health')).json()
    try {
      const papers = { paths: [`${SAMPLES}papers`], topic: 'none', corpus: `${corpus}-index` } as const
      await ingestPaths(gloss, papers, () => undefined, never)
      const before = await hitsOf(gloss, ['words'])
      await checkIndexes(gloss)
      expect(await healthOf()).toMatchObject({ status: 'ok', indexes: { mended: 0, broken: 0 } })
      const { query } = (await gloss.session()).store.database!
      await breakIndexes(query, { index: 'words', fault: 'unreadable' })
      expect(await hitsOf(gloss, ['words'])).toEqual(before)
      expect(await healthOf()).toMatchObject({ indexes: { state: 'mended', mended: 1, broken: 0 } })
      await breakIndexes(query, { index: 'words', fault: 'empty' })
      await checkIndexes(gloss)
      expect(await healthOf()).toMatchObject({ indexes: { state: 'mended', mended: 2, broken: 0 } })
      expect(await hitsOf(gloss, ['words'])).toEqual(before)
      expect(notices.filter((one) => one.includes('could not be read and was built again'))).toHaveLength(2)
    } finally {
      await deleteCorpus(gloss, `${corpus}-index`)
      await served.close()
      await gloss.close()
    }
  })

  it('is seen by another server at once, and makes no index of a corpus that had the name', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => openGloss(loadConfig({ workspace: temporaryFolder(), store }, {}))),
    )
    const name = `${corpus}-seen`
    await createCorpus(one!, name)
    expect(await other!.workspace.listCorpora()).toContain(name)
    const before = other!.workspace.artefactsPath((await other!.session(name)).name)
    await other!.forget(name)
    await deleteCorpus(one!, name)
    await expect(other!.session(name)).rejects.toMatchObject({ code: 'CORPUS_NOT_FOUND' })
    await createCorpus(one!, name)
    expect(other!.workspace.artefactsPath((await other!.session(name)).name)).not.toBe(before)
    await deleteCorpus(one!, name)
    await Promise.all([one!.close(), other!.close()])
  })

  it('has the files of papers that were read or moved there, at every machine', async () => {
    const folder = temporaryFolder()
    const names = readdirSync(`${SAMPLES}papers`)
      .filter((name) => name.endsWith('.pdf'))
      .slice(0, 2)
    const paths = names.map((name) => join(folder, name))
    for (const [at, path] of paths.entries()) copyFileSync(`${SAMPLES}papers/${names[at]}`, path)
    const open = (settings: object) =>
      openGloss(loadConfig({ workspace: temporaryFolder(), fetch: 'never', ...settings }, {}))
    const [own, one, other] = await Promise.all([open({}), open({ store }), open({ store })])
    const [read, moved] = [`${corpus}-read`, `${corpus}-moved`]
    try {
      const ingest = (gloss: Gloss, name: string, at: number) =>
        ingestPaths(gloss, { paths: [paths[at]!], topic: 'none', corpus: name }, () => undefined, never)
      await ingest(one, read, 0)
      await ingest(own, moved, 1)
      await moveCorpus(own, { name: moved, to: store!, keeps: false })
      const bytes = paths.map((path) => readFileSync(path))
      for (const path of paths) rmSync(path)
      for (const [at, name] of [read, moved].entries()) {
        const [paper] = await (await other.session(name)).store.papers()
        const file = await paperPdf(other, { corpus: name, paper: paper!.id })
        expect([file.name, bytes[at]!.equals(file.bytes)]).toEqual([names[at], true])
      }
    } finally {
      for (const name of [read, moved]) await deleteCorpus(other, name)
      await Promise.all([own.close(), one.close(), other.close()])
    }
  })

  it('has a run that one server began and another goes on with, one at a time', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => openGloss(loadConfig({ workspace: temporaryFolder(), store, fetch: 'never' }, {}))),
    )
    const begun = await startDemonstration(one!, never)
    // The papers are there before the other is asked.
    await startDemonstration(other!, never)
    const stop = new AbortController()
    const refused: Promise<unknown>[] = []
    const onEvent = ({ type }: { readonly type: string }) => {
      if (type !== 'agent' || refused.length > 0) return
      const tried = continueRun(other!, begun, { signal: never }).catch((error: unknown) => error)
      refused.push(tried.finally(() => stop.abort()))
    }
    const stopped = await continueRun(one!, begun, { onEvent, signal: stop.signal })
    expect(stopped.status).toBe('cancelled')
    expect(await refused[0]).toMatchObject({ code: 'RUN_BUSY' })
    const seen = await other!.runs().get(begun.id)
    expect(seen).toMatchObject({ plan: begun.plan, status: 'cancelled' })
    const [known] = (await other!.runs().journal(begun.id).calls()).map(({ key }) => key)
    const outcome = await continueRun(other!, seen, { signal: never, paceMs: 0 })
    expect(outcome).toMatchObject({ status: 'done', answer: expect.stringContaining('30') })
    expect((await one!.runs().get(begun.id)).outcome).toEqual(outcome)
    expect((await one!.runs().journal(begun.id).calls()).map(({ key }) => key)).toContain(known)
    await Promise.all([one!.close(), other!.close()])
  })

  it('has a run that one service works on watched and stopped at another', async () => {
    const glosses = await Promise.all(
      [1, 2].map(() => openGloss(loadConfig({ workspace: temporaryFolder(), store, fetch: 'never' }, {}))),
    )
    const [one, other] = glosses.map((gloss) => buildServer(gloss))
    const begun = await one!.inject({
      method: 'POST',
      url: '/solve/demonstration',
      headers: { prefer: 'respond-async' },
      payload: {},
    })
    const { id } = begun.json<{ id: string }>()
    const runAt = async (server: typeof one) =>
      (await server!.inject(`/runs/${id}`)).json<{ agents: unknown[]; isUnderWay: boolean; status: string }>()
    await expect
      .poll(() => runAt(other), { timeout: 30_000 })
      .toMatchObject({ isUnderWay: true, status: 'running' })
    const watched = other!.inject(`/runs/${id}/events`)
    // An agent that has ended is seen there while the run goes on.
    await expect.poll(async () => (await runAt(other)).agents.length, { timeout: 120_000 }).toBeGreaterThan(0)
    expect(await runAt(other)).toMatchObject({ isUnderWay: true })
    expect((await other!.inject({ method: 'POST', url: `/runs/${id}/cancel` })).statusCode).toBe(202)
    const { payload } = await watched
    expect(payload.match(/^event: \w+/gm)).toEqual(
      expect.arrayContaining(['event: run', 'event: stage', 'event: agent']),
    )
    expect(payload.slice(payload.lastIndexOf('event: '))).toMatch(/^event: answer\n.*"status":"cancelled"/)
    for (const server of [one, other])
      await expect.poll(() => runAt(server)).toMatchObject({ isUnderWay: false, status: 'cancelled' })
    for (const server of [one, other]) await server!.close()
    for (const gloss of glosses) await gloss.close()
  })
})

it('refuses an address of another kind, and never shows the one it has', () => {
  expect(() => loadConfig({ store: 'mysql://me:secret@host/papers' }, {})).toThrow(
    'must begin with postgres://',
  )
})
