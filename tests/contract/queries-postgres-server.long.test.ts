/** SQL statements on the server that TEST_POSTGRES=postgres://… names; skipped without it. */
import { env } from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgresServer, type PostgresServer } from '../../corpus/adapters/postgres-connection.ts'
import { openPostgresCorpora, type PostgresCorpora } from '../../corpus/adapters/postgres-corpora.ts'
import { HOSTILE_TO_POSTGRES } from '../fixtures/hostile-statements.ts'
import { fillQueryCorpus } from '../fixtures/query-corpus.ts'
import { queriesContract } from './queries.contract.ts'

const { TEST_POSTGRES: address = '' } = env

describe.skipIf(address === '')('a PostgreSQL server (TEST_POSTGRES)', () => {
  const prefix = `q${Date.now().toString(36)}`
  let server: PostgresServer
  let corpora: PostgresCorpora
  let made = 0
  beforeAll(async () => {
    server = await openPostgresServer(address)
    corpora = openPostgresCorpora(server)
  })
  afterAll(async () => {
    for (const name of await corpora.list()) if (name.startsWith(prefix)) await corpora.delete(name)
    await corpora.close()
  })

  queriesContract({
    name: 'PostgreSQL',
    async open() {
      const store = await corpora.create(`${prefix}-${++made}`)
      await fillQueryCorpus(store, null)
      return { store, queries: store.queries!, close: () => store.close() }
    },
    canStop: true,
    hostile: HOSTILE_TO_POSTGRES,
  })

  it('says what an administrator has to run where the role cannot be made', async () => {
    const name = `${prefix}-${++made}`
    await corpora.create(name)
    await server.query(`CREATE ROLE ${prefix} LOGIN PASSWORD 'swordfish'`)
    await server.query(`GRANT pg_read_all_data TO ${prefix}`)
    const url = Object.assign(new URL(address), { username: prefix, password: 'swordfish' })
    const limited = openPostgresCorpora(await openPostgresServer(url.href))
    const asked = (await limited.open(name)).queries!.query('SELECT 1', { rows: 1, timeoutMs: 1_000 })
    await expect(asked).rejects.toMatchObject({
      code: 'STORE_UNREACHABLE',
      message: expect.stringContaining(`GRANT gloss_reader TO "${prefix}"`),
    })
    await limited.close()
    await server.query(`DROP ROLE ${prefix}`)
  })
})
