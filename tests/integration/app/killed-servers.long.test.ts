/**
 * Tests workers and servers killed while papers are read, a standby that takes over, and a full disk. TEST_POSTGRES_ROOT is an
 * installation of PostgreSQL from which servers are started, TEST_POSTGRES_USER their user; skipped without them.
 * TEST_KILLS=200 TEST_SERVER_KILLS=20 for more.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCorpus, type Gloss, ingestPaths, loadConfig, openGloss } from '../../../app/index.ts'
import { paperJobs, queuePapers } from '../../../app/work/index.ts'
import { seededRandom } from '../../../core/index.ts'
import { exitCode, killed } from '../../fixtures/child-process.ts'
import { openOwnPostgres, root, urlOf } from '../../fixtures/own-postgres.ts'
import { CLI_MAIN } from '../../fixtures/run-cli.ts'
import { smallPaper } from '../../fixtures/small-papers.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const KILLS = Number(env['TEST_KILLS'] ?? 6)
const SERVER_KILLS = Number(env['TEST_SERVER_KILLS'] ?? 2)
const never = new AbortController().signal

const openAt = async (store: string): Promise<Gloss> => {
  const gloss = await openGloss(
    loadConfig({ workspace: temporaryFolder(), store, fetch: 'never', corpus: 'main' }, {}),
  )
  onTestFinished(() => gloss.close())
  return gloss
}

/** Returns a function that queues papers of a few lines, each with a new number, and their count. */
function queueOf(gloss: Gloss) {
  const folder = temporaryFolder()
  let papers = 0
  return {
    count: () => papers,
    async add(count: number) {
      const paths = Array.from({ length: count }, () => {
        const path = join(folder, `${++papers}.txt`)
        writeFileSync(path, smallPaper(papers))
        return path
      })
      await queuePapers(gloss, { paths, topic: 'none' }, never)
    },
    async again() {
      await queuePapers(gloss, { paths: [folder], topic: 'none' }, never)
    },
  }
}

function startGloss(store: string, ...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [CLI_MAIN, ...args], {
    cwd: temporaryFolder(),
    env: { ...env, GLOSS_STORE: store, GLOSS_FETCH: 'never', GLOSS_CORPUS: 'main' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => killed(child))
  return child
}

/** Starts `gloss serve` and returns it with the status of /ready, 0 without an answer. */
async function serviceAt(store: string) {
  const child = startGloss(store, 'serve', '--port', '0')
  const [said] = await once(child.stdout!, 'data')
  child.stdout!.resume()
  const origin = /http:\/\/\S+:\d+/.exec(String(said))![0]
  return {
    status: () =>
      fetch(`${origin}/ready`).then(
        ({ status }) => status,
        () => 0,
      ),
  }
}

/** Opens an address that can be moved between servers. */
async function movableAddress(port: number) {
  let target = port
  const proxy = createServer((client) => {
    const server = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => to.destroy())
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return {
    url: urlOf({ port: (proxy.address() as { readonly port: number }).port }),
    moveTo(port: number) {
      target = port
    },
  }
}

/** Claims a paper as soon as one waits that no worker holds; null if none waits. */
async function nextHeld(gloss: Gloss) {
  const jobs = paperJobs(gloss)
  for (;;) {
    const held = await jobs.claim(1)
    if (held !== null || (await jobs.counts()).every(({ state }) => state !== 'waiting')) return held
    await wait(5)
  }
}

/** Expects every paper exactly once, and each complete. */
async function expectWhole(gloss: Gloss, papers: number): Promise<void> {
  const { store } = await gloss.session('main')
  const found = await store.papers()
  expect(found.map(({ state }) => state)).toEqual(Array(papers).fill('kept'))
  expect(new Set(found.map(({ title }) => title)).size).toBe(papers)
  expect(await store.verify()).toEqual([])
  const counts = await paperJobs(gloss).counts()
  expect(counts).toEqual([{ corpus: 'main', state: 'done', jobs: papers }])
}

describe.skipIf(root === '')('what is killed (TEST_POSTGRES_ROOT)', () => {
  it(`loses no paper and reads none twice when ${KILLS} workers are killed; the next one takes over`, async ({
    annotate,
  }) => {
    const url = urlOf(await openOwnPostgres())
    const gloss = await openAt(url)
    const [queue, random] = [queueOf(gloss), seededRandom(7)]
    const late: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      await queue.add(9)
      const worker = startGloss(url, 'work')
      await Promise.race([once(worker.stdout!, 'data'), wait(300 + random() * 1_500)])
      await killed(worker)
      const start = performance.now()
      const held = await nextHeld(gloss)
      if (held !== null) late.push(performance.now() - start)
      await held?.giveBack()
      await held?.[Symbol.asyncDispose]()
    }
    // A paper left by three kills in a row is given up until it is queued again.
    await queue.again()
    const last = startGloss(url, 'work', '--once')
    last.stdout!.resume()
    expect(await exitCode(last)).toBe(0)
    await expectWhole(gloss, queue.count())
    await annotate(
      `${queue.count()} papers, taken up again after at most ${Math.round(Math.max(...late))} ms`,
    )
  })

  it(`goes on by itself when the server was killed ${SERVER_KILLS} times; says 503 meanwhile`, async () => {
    const server = await openOwnPostgres()
    const gloss = await openAt(urlOf(server))
    const queue = queueOf(gloss)
    await createCorpus(gloss, 'main')
    const service = await serviceAt(urlOf(server))
    const worker = startGloss(urlOf(server), 'work')
    for (let kill = 0; kill < SERVER_KILLS; kill++) {
      await queue.add(9)
      await Promise.race([once(worker.stdout!, 'data'), wait(10_000)])
      server.kill()
      await expect.poll(service.status, { timeout: 20_000 }).toBe(503)
      server.start()
      await expect.poll(service.status, { timeout: 20_000 }).toBe(200)
    }
    await killed(worker)
    const last = startGloss(urlOf(server), 'work', '--once')
    last.stdout!.resume()
    expect(await exitCode(last)).toBe(0)
    await expectWhole(gloss, queue.count())
  })

  it('has on a standby that takes over what it said was stored', async () => {
    const first = await openOwnPostgres()
    const second = await first.standby()
    const address = await movableAddress(first.port)
    const gloss = await openAt(address.url)
    const service = await serviceAt(address.url)
    const papers = temporaryFolder()
    const store = async (number: number) => {
      const path = join(papers, `${number}.txt`)
      writeFileSync(path, smallPaper(number))
      await ingestPaths(gloss, { paths: [path], corpus: 'main', topic: 'none' }, () => undefined, never)
    }
    for (const number of [1, 2, 3]) await store(number)
    first.kill()
    await expect.poll(service.status, { timeout: 20_000 }).toBe(503)
    second.promote()
    address.moveTo(second.port)
    await expect.poll(service.status, { timeout: 20_000 }).toBe(200)
    await store(4)
    const kept = await (await gloss.session('main')).store.papers()
    expect(kept.map(({ title }) => title).sort()).toEqual(
      [1, 2, 3, 4].map((at) => `The binding of compound ${at} to its kinase`),
    )
    expect(await (await gloss.session('main')).store.verify()).toEqual([])
  })

  it('says that the disk of the server is full, loses nothing, and goes on when there is room', async ({
    skip,
  }) => {
    const folder = mkdtempSync('/var/tmp/gloss-disk-')
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder]).status !== 0)
      skip('no disk of its own')
    onTestFinished(() => {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    })
    const server = await openOwnPostgres(join(folder, 'data'))
    const gloss = await openAt(urlOf(server))
    const text = join(temporaryFolder(), 'papers.jsonl')
    const ingest = () =>
      ingestPaths(gloss, { paths: [text], corpus: 'main', topic: 'none' }, () => undefined, never)
    const write = (count: number) => {
      const lines = Array.from({ length: count }, (_, at) =>
        JSON.stringify({ title: `Of compound ${at}`, text: smallPaper(at) }),
      )
      writeFileSync(text, lines.join('\n'))
    }
    write(20)
    await ingest()
    const filler = join(folder, 'filler')
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 64 * 1024))
    write(2_000)
    const failure = await ingest().catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'STORE_UNWRITABLE', message: expect.stringMatching(/full|space/i) })
    const { store } = await gloss.session('main')
    expect((await store.papers()).length).toBeGreaterThanOrEqual(20)
    rmSync(filler)
    await ingest()
    expect([(await store.counts()).papers, await store.verify()]).toEqual([2_000, []])
  })
})
