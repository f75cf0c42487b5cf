/** Corpora on a PostgreSQL server, also over several connections. Skipped unless TEST_POSTGRES=postgres://… names a writable one. */
import { env } from 'node:process'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openPostgresServer, type PostgresServer } from '../../corpus/adapters/postgres-connection.ts'
import { openPostgresCorpora, type PostgresCorpora } from '../../corpus/adapters/postgres-corpora.ts'
import { paperRecord } from '../fixtures/paper-records.ts'
import { corpusStoreContract } from './corpus-store.contract.ts'

const { TEST_POSTGRES: address } = env

describe.skipIf(address === undefined)('a PostgreSQL server (TEST_POSTGRES)', () => {
  const prefix = `t${Date.now().toString(36)}`
  let server: PostgresServer
  let corpora: PostgresCorpora
  let made = 0
  const create = () => corpora.create(`${prefix}-${++made}`)
  beforeAll(async () => {
    server = await openPostgresServer(address ?? '')
    corpora = openPostgresCorpora(server)
  })
  afterAll(async () => {
    for (const name of await corpora.list()) if (name.startsWith(prefix)) await corpora.delete(name)
    await corpora.close()
  })

  corpusStoreContract('postgres', create)

  it('gives each lock to one process, and to the next when it is given back or its connection is lost', async () => {
    const warnings: Error[] = []
    const warn = (warning: Error) => void warnings.push(warning)
    process.on('warning', warn)
    onTestFinished(() => void process.off('warning', warn))
    const others = openPostgresCorpora(await openPostgresServer(address ?? ''))
    const names = Array.from({ length: 20 }, (_, at) => `${prefix} ${at}`)
    const mine = await Promise.all(names.map((name) => corpora.shared.tryLock(name)))
    expect(mine).not.toContain(null)
    for (const { shared } of [corpora, others]) expect(await shared.tryLock(names[0]!)).toBeNull()
    await mine[0]?.()
    const theirs = await others.shared.tryLock(names[0]!)
    expect(theirs).not.toBeNull()
    expect(await others.shared.tryLock(names[1]!)).toBeNull()
    await theirs?.()
    await server.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()`,
    )
    const taken: Awaited<ReturnType<typeof others.shared.tryLock>>[] = []
    await expect
      .poll(async () => taken[taken.push(await others.shared.tryLock(names[1]!)) - 1])
      .not.toBeNull()
    await Promise.all(mine.slice(1).map((release) => release?.()))
    expect(await corpora.shared.tryLock(names[1]!)).toBeNull()
    taken.push(await corpora.shared.tryLock(names[2]!))
    expect(taken.at(-1)).not.toBeNull()
    for (const release of taken) await release?.()
    await others.close()
    // The client warns of concurrent statements on one connection, and will refuse them in future.
    expect(warnings).toEqual([])
  })

  it('undoes a change whose connection is lost, names the loss, and can be written again at once', async () => {
    const store = await create()
    const writer = await store.write('lost')
    await writer.put([paperRecord('amber')])
    await server.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()`,
    )
    await expect(writer.put([paperRecord('birch')])).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    await writer[Symbol.asyncDispose]()
    expect(await store.seq()).toBe(1)
    await using again = await store.write('again')
    await again.put([paperRecord('birch')])
    expect(await store.verify()).toEqual([])
  })

  it('says that a corpus is gone that was deleted while it was read', async () => {
    const store = await create()
    await corpora.delete(`${prefix}-${made}`)
    await expect(store.papers()).rejects.toMatchObject({ code: 'CORPUS_NOT_FOUND' })
  })

  it('makes one corpus where several ask for it at once', async () => {
    const name = `${prefix}-${++made}`
    const stores = await Promise.all([1, 2, 3, 4].map(() => corpora.create(name)))
    expect(await Promise.all(stores.map((store) => store.seq()))).toEqual([0, 0, 0, 0])
    expect((await corpora.list()).filter((one) => one === name)).toEqual([name])
  })
})
