/** 50 corpora on a real server, 20 keys, 100,000 requests. TEST_POSTGRES=postgres://… may hold new databases; skipped without it. */
import { env } from 'node:process'
import { expect, it } from 'vitest'
import { openPostgresServer } from '../../../corpus/adapters/postgres-connection.ts'
import { askAtRandom, makeCorpora, makeKeys, SHOWING } from '../../fixtures/corpora-apart.ts'
import { serve } from '../../fixtures/served-samples.ts'

const { TEST_POSTGRES: address = '', TEST_REQUESTS: requests = '100000' } = env
const LIMIT_MS = 3_600_000

it.skipIf(address === '')(
  'no request shows anything of a corpus that its key does not have (TEST_POSTGRES)',
  async () => {
    const admin = await openPostgresServer(address)
    const name = `apart_${Date.now().toString(36)}`
    await admin.query(`CREATE DATABASE ${name}`)
    const served = await serve({
      store: Object.assign(new URL(address), { pathname: `/${name}` }).href,
      openCorpora: 50,
    })
    try {
      const corpora = await makeCorpora(served, 50)
      const keys = makeKeys(served, corpora, 20)
      const { foreign, own } = await askAtRandom(served, corpora, {
        keys,
        requests: Number(requests),
        atOnce: 8,
      })
      expect(foreign).toEqual([])
      expect(SHOWING.filter((route) => !own.has(route))).toEqual([])
    } finally {
      await served.close()
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.close()
    }
  },
  LIMIT_MS,
)
