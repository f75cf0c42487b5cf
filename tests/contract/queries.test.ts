import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { openPostgresCorpora, type PostgresCorpora } from '../../corpus/adapters/postgres-corpora.ts'
import { openSqliteCorpus } from '../../corpus/adapters/sqlite-corpus-store.ts'
import { openSqliteQueries } from '../../corpus/adapters/sqlite-queries.ts'
import { openPgliteServer } from '../fakes/pglite-server.ts'
import { HOSTILE_STATEMENTS, HOSTILE_TO_POSTGRES } from '../fixtures/hostile-statements.ts'
import { fillQueryCorpus, makeQueryCorpus } from '../fixtures/query-corpus.ts'
import { queriesContract } from './queries.contract.ts'

queriesContract({
  name: 'SQLite',
  async open() {
    const { path } = await makeQueryCorpus(null)
    const [store, queries] = [openSqliteCorpus(path, { create: false }), openSqliteQueries(path)]
    onTestFinished(async () => {
      await queries.close()
      await store.close()
    })
    return { store, queries }
  },
  canStop: true,
  hostile: HOSTILE_STATEMENTS.filter(({ kind }) => kind !== 'rows').map(({ sql }) => sql),
})

let corpora: PostgresCorpora
let made = 0
beforeAll(async () => {
  corpora = openPostgresCorpora(await openPgliteServer({ canSearch: false }))
})
afterAll(() => corpora.close())

queriesContract({
  name: 'PostgreSQL in the process',
  async open() {
    const store = await corpora.create(`c${++made}`)
    await fillQueryCorpus(store, null)
    return { store, queries: store.queries! }
  },
  canStop: false,
  hostile: HOSTILE_TO_POSTGRES,
})
