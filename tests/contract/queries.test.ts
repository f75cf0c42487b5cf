import { onTestFinished } from 'vitest'
import { openSqliteCorpus } from '../../corpus/adapters/sqlite-corpus-store.ts'
import { openSqliteQueries } from '../../corpus/adapters/sqlite-queries.ts'
import { HOSTILE_STATEMENTS, HOSTILE_TO_POSTGRES } from '../fixtures/hostile-statements.ts'
import { pgliteCorpora } from '../fixtures/pglite-corpora.ts'
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

const create = pgliteCorpora({ canSearch: false })

queriesContract({
  name: 'PostgreSQL in the process',
  async open() {
    const store = await create()
    await fillQueryCorpus(store, null)
    return { store, queries: store.queries! }
  },
  canStop: false,
  hostile: HOSTILE_TO_POSTGRES,
})
