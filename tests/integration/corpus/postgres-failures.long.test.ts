/** What goes wrong between Gloss and a PostgreSQL server that several processes share. TEST_POSTGRES=postgres://… names one that may be written to; skipped without. */
import { connect, createServer, type Server } from 'node:net'
import { env } from 'node:process'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openPostgresServer, type PostgresServer } from '../../../corpus/adapters/postgres-connection.ts'
import { openPostgresCorpora, type PostgresCorpora } from '../../../corpus/adapters/postgres-corpora.ts'
import type { ClaimedJobs, CorpusStore, PaperJobs } from '../../../corpus/index.ts'
import { openPostgresNames } from '../../../graph/adapters/postgres-names.ts'
import { nameUnits } from '../../../graph/index.ts'
import { openPostgresIndex } from '../../../index/adapters/postgres-index.ts'
import { walkBackend, wordsBackend } from '../../../retrieval/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { createNamer } from '../../fakes/own-thread-namer.ts'
import { paperRecord } from '../../fixtures/paper-records.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const { TEST_POSTGRES: address = '' } = env
const embedder = bagOfWordsEmbedder()
const QUESTION = { text: 'What of Lupeol in birch bark?', k: 5 }

describe.skipIf(address === '')('a PostgreSQL server (TEST_POSTGRES)', () => {
  const prefix = `f${Date.now().toString(36)}`
  let admin: PostgresServer
  let corpora: PostgresCorpora
  let made = 0
  beforeAll(async () => {
    admin = await openPostgresServer(address)
    corpora = openPostgresCorpora(admin)
  })
  afterAll(async () => {
    for (const name of await corpora.list()) if (name.startsWith(prefix)) await corpora.delete(name)
    await corpora.close()
  })
  const newName = () => `${prefix}-${++made}`

  /** Corpora by an address that is another's in some part. */
  async function openAs(change: (url: URL) => void): Promise<PostgresCorpora> {
    const url = new URL(address)
    change(url)
    const opened = openPostgresCorpora(await openPostgresServer(url.href))
    onTestFinished(() => opened.close())
    return opened
  }
  async function withRole(attributes: string): Promise<PostgresCorpora> {
    const role = `${prefix}_${++made}`
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'swordfish' ${attributes}`)
    await admin.query(`GRANT pg_read_all_data TO ${role}`)
    onTestFinished(async () => void (await admin.query(`DROP ROLE ${role}`)))
    return await openAs((url) => Object.assign(url, { username: role, password: 'swordfish' }))
  }
  const endConnections = (application: string) =>
    admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
      application,
    ])
  async function put(store: CorpusStore, name: string, texts: readonly string[]): Promise<void> {
    await using writer = await store.write('test', 'shared')
    await writer.put([await textRecord({ name, units: texts }, embedder)])
  }
  function asked(store: CorpusStore) {
    const index = openPostgresIndex({ database: store.database!, embedder })
    const names = async () => openPostgresNames(store.database!, store)
    return { walk: walkBackend({ index, embedder, names }), words: wordsBackend({ index, embedder }) }
  }

  it('goes on with a stream whose connection is lost, each unit once', async () => {
    const application = newName()
    const others = await openAs((url) => url.searchParams.set('application_name', application))
    const store = await others.create(newName())
    for (const paper of ['one', 'two', 'three'])
      await put(
        store,
        paper,
        Array.from({ length: 500 }, (_, at) => `${paper} bark ${at}`),
      )
    const met: string[] = []
    for await (const { unit } of store.unitsSince(0, embedder.id))
      if (met.push(unit.id) % 500 === 1) await endConnections(application)
    expect([met.length, new Set(met).size]).toEqual([1_500, 1_500])
  })

  it('answers a question or says that the server is gone, and answers the next one', async () => {
    const application = newName()
    const others = await openAs((url) => url.searchParams.set('application_name', application))
    const store = await others.create(newName())
    await put(store, 'bark', ['Lupeol is in birch bark.', 'Betulin is in birch bark.'])
    {
      await using writer = await store.write('names')
      await nameUnits(writer, () => createNamer(null))
    }
    const { walk } = asked(store)
    const before = (await walk.retrieve(QUESTION)).hits
    const answers = Array.from({ length: 40 }, async (_, at) => {
      if (at % 10 === 5) await endConnections(application)
      return await walk.retrieve(QUESTION).catch((error: unknown) => error)
    })
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject(answer instanceof Error ? { code: 'STORE_UNREACHABLE' } : { hits: before })
    await endConnections(application)
    await expect.poll(() => walk.retrieve(QUESTION).catch(() => null)).toMatchObject({ hits: before })
  })

  it('reads and refuses changes where the server may only be read', async () => {
    const name = newName()
    await put(await corpora.create(name), 'bark', ['Lupeol is in birch bark.'])
    const standby = await openAs((url) =>
      url.searchParams.set('options', '-c default_transaction_read_only=on'),
    )
    const store = await standby.open(name)
    expect(await store.listUnits()).toHaveLength(1)
    await expect(store.write('test')).rejects.toMatchObject({ code: 'STORE_UNWRITABLE' })
    await expect(standby.create(newName())).rejects.toMatchObject({ code: 'STORE_UNWRITABLE' })
    const { words } = asked(store)
    await expect(words.retrieve(QUESTION)).rejects.toMatchObject({ code: 'STORE_UNWRITABLE' })
    await asked(await corpora.open(name)).words.retrieve(QUESTION)
    expect((await words.retrieve(QUESTION)).hits).toHaveLength(1)
  })

  it('says that the server has no connection left, and goes on when one is free', async () => {
    const limited = await withRole('CONNECTION LIMIT 1')
    const [one, other] = await Promise.all([1, 2].map(() => limited.list().catch((error: unknown) => error)))
    const refused = [one, other].find((answer) => answer instanceof Error)
    expect(refused ?? { code: 'STORE_UNREACHABLE' }).toMatchObject({ code: 'STORE_UNREACHABLE' })
    expect(String(refused)).not.toContain('swordfish')
    await expect.poll(() => limited.list().catch(() => null)).not.toBeNull()
  })

  it('names a user that is not let in, and never the password', async () => {
    const stranger = await openAs((url) => Object.assign(url, { username: 'nemo', password: 'swordfish' }))
    const failure = await stranger.list().catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'STORE_UNREACHABLE' })
    expect(JSON.stringify([String(failure), failure])).not.toContain('swordfish')
  })

  it('brings a corpus of an older format up once, however many open it, and leaves it whole where that fails', async () => {
    const name = newName()
    await put(await corpora.create(name), 'bark', ['Lupeol is in birch bark.'])
    const schema = `gloss_${await corpora.number(name)}`
    const older = `UPDATE gloss.corpus SET version = 1 WHERE name = '${name}'`
    // An index of the second migration is in the way of it.
    await admin.query(older)
    await expect(corpora.open(name)).rejects.toThrow('already exists')
    expect(await admin.query(`SELECT version FROM gloss.corpus WHERE name = $1`, [name])).toEqual([
      { version: 1 },
    ])
    for (const statement of [`TABLE ${schema}.search`, `INDEX ${schema}.mention_by_short_species`])
      await admin.query(`DROP ${statement}`)
    const stores = await Promise.all([1, 2, 3, 4].map(() => corpora.open(name)))
    for (const store of stores) expect(await store.listUnits()).toHaveLength(1)
    expect(await stores[0]!.verify()).toEqual([])
  })

  it('keeps what two shared writers change side by side: one paper of two paths, changes without gaps, each unit once for a follower', async () => {
    const name = newName()
    await corpora.create(name)
    const stores = await Promise.all([1, 2].map(() => corpora.open(name)))
    const followed: string[] = []
    let seen = 0
    const follow = async () => {
      const now = await stores[0]!.seq()
      for await (const { unit, seq } of stores[0]!.unitsSince(seen, 'toy-4')) {
        followed.push(unit.id)
        seen = Math.max(seen, seq)
      }
      seen = Math.max(seen, now)
    }
    const write = async (store: CorpusStore, side: string) => {
      await using writer = await store.write(side, 'shared')
      await writer.put([paperRecord('same', { paths: [`${side}.pdf`] })])
      for (let at = 0; at < 20; at++) await writer.put([paperRecord(`${side} ${at}`)])
    }
    const writing = Promise.all(stores.map((store, at) => write(store, `side${at}`)))
    for (let time = 0; time < 10; time++) await follow()
    await writing
    await follow()
    const units = await stores[1]!.listUnits()
    expect(await stores[1]!.seq()).toBe(42)
    const same = (await stores[1]!.papers()).filter(({ title }) => title === 'On same')
    expect(same.map(({ paths }) => paths.toSorted())).toEqual([['side0.pdf', 'side1.pdf']])
    expect(followed.toSorted()).toEqual(units.map(({ id }) => id).toSorted())
    expect(await stores[1]!.verify()).toEqual([])
  })

  it('gives a paper to one worker, whatever its clock says', async () => {
    const [name, other] = [newName(), await openAs(() => undefined)]
    await corpora.paperJobs.add(name, null, [{ path: 'a.txt', bytes: Uint8Array.of(1) }])
    onTestFinished(() => void vi.useRealTimers())
    const held: ClaimedJobs[] = []
    const claimed: number[] = []
    for (const days of [1, -1, 0]) {
      vi.setSystemTime(Date.now() + days * 86_400_000)
      const { paperJobs } = days === 0 ? other : corpora
      const taken = await claimAll(paperJobs)
      held.push(...taken)
      claimed.push(taken.filter(({ jobs }) => jobs[0]?.corpus === name).length)
    }
    for (const some of held) {
      for (const { id, corpus } of some.jobs) if (corpus === name) await some.finish(id, 'done', '')
      await some.giveBack()
      await some[Symbol.asyncDispose]()
    }
    expect(claimed).toEqual([1, 0, 0])
  })

  it('stores and finds a unit of 1 MB, and one of 4,096 dimensions', async () => {
    const wide = bagOfWordsEmbedder(4_096)
    const store = await corpora.create(newName())
    const text = `Lupeol is in birch bark. ${'Betulin was measured again. '.repeat(38_000)}`
    const record = await textRecord({ name: 'large', units: [text, 'Suberin is in cork.'] }, wide)
    {
      await using writer = await store.write('test')
      await writer.put([record])
      await nameUnits(writer, () => createNamer(null))
    }
    const index = openPostgresIndex({ database: store.database!, embedder: wide })
    const walk = walkBackend({
      index,
      embedder: wide,
      names: async () => openPostgresNames(store.database!, store),
    })
    const [first] = (await walk.retrieve({ text: 'Suberin is in cork', k: 1 })).hits
    expect(first?.unit).toBe(record.units[1]!.id)
    const [large] = (await wordsBackend({ index, embedder: wide }).retrieve({ text: 'Lupeol', k: 1 })).hits
    expect((await store.units([large!.unit]))[0]?.text).toBe(text)
  })

  it('says that a corpus is gone that was deleted while it was asked', async () => {
    const name = newName()
    const store = await corpora.create(name)
    await put(store, 'bark', ['Lupeol is in birch bark.'])
    const { walk } = asked(store)
    expect((await walk.retrieve(QUESTION)).hits).toHaveLength(1)
    await corpora.delete(name)
    await expect(walk.retrieve(QUESTION)).rejects.toMatchObject({ code: 'CORPUS_NOT_FOUND' })
  })

  it('knows that a change is stored whose answer was lost', async () => {
    const commits = { toLose: 0 }
    const proxy = await proxyTo(new URL(address), commits)
    onTestFinished(() => void proxy.close())
    const port = (proxy.address() as { readonly port: number }).port
    const others = await openAs((url) => Object.assign(url, { hostname: '127.0.0.1', port: String(port) }))
    const store = await others.create(newName())
    const writer = await store.write('test')
    commits.toLose = 1
    await writer.put([paperRecord('amber')])
    expect(commits.toLose).toBe(0)
    expect([await store.seq(), (await store.papers()).length]).toEqual([1, 1])
    await writer[Symbol.asyncDispose]()
    await using again = await store.write('again')
    await again.put([paperRecord('birch')])
    expect(await store.verify()).toEqual([])
  })

  it('sorts as elsewhere in a database of another collation provider', async () => {
    const database = `${prefix}_${++made}`
    const provider = `LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`
    await admin.query(`CREATE DATABASE ${database} TEMPLATE template0 ${provider}`)
    const others = await openAs((url) => Object.assign(url, { pathname: `/${database}` }))
    onTestFinished(async () => void (await admin.query(`DROP DATABASE ${database} WITH (FORCE)`)))
    const store = await others.create('main')
    for (const name of ['Zeder', 'ahorn', 'Ähre', 'birke'])
      await put(store, name, [`Lupeol is in ${name}.`, `${name} bark`])
    const units = (await store.listUnits()).map(({ paper }) => paper)
    expect(units).toEqual(units.toSorted())
    const { words } = asked(store)
    expect((await words.retrieve({ text: 'lupeol in ahorn', k: 9 })).hits.length).toBeGreaterThan(3)
    expect(await store.verify()).toEqual([])
  })
})

async function claimAll(paperJobs: PaperJobs): Promise<ClaimedJobs[]> {
  const held: ClaimedJobs[] = []
  for (let some = await paperJobs.claim(9); some !== null; some = await paperJobs.claim(9)) held.push(some)
  return held
}

/** Passes everything on, but ends a connection in place of the answer to a COMMIT, as often as asked. */
async function proxyTo(url: URL, commits: { toLose: number }): Promise<Server> {
  const proxy = createServer((client) => {
    const server = connect(Number(url.port), url.hostname)
    let isLosing = false
    client.on('data', (bytes) => {
      if (commits.toLose > 0 && bytes.includes('COMMIT')) {
        commits.toLose--
        isLosing = true
      }
      server.write(bytes)
    })
    server.on('data', (bytes) => (isLosing ? client.destroy() : client.write(bytes)))
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return proxy
}
