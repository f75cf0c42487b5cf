import { openSqliteCorpus } from '../../corpus/adapters/sqlite-corpus-store.ts'
import { openSqliteQueries } from '../../corpus/adapters/sqlite-queries.ts'
import { emptyCorpusFile } from '../fixtures/empty-corpus.ts'
import { HOSTILE_STATEMENTS, HOSTILE_TO_POSTGRES } from '../fixtures/hostile-statements.ts'
import { pgliteCorpora } from '../fixtures/pglite-corpora.ts'
import { fillQueryCorpus } from '../fixtures/query-corpus.ts'
import { queriesContract } from './queries.contract.ts'

queriesContract({
  name: 'SQLite',
  async open() {
    const path = emptyCorpusFile()
    const store = openSqliteCorpus(path, { create: false })
    await fillQueryCorpus(store, null)
    const queries = openSqliteQueries(path)
    return {
      store,
      queries,
      async close() {
        await queries.close()
        await store.close()
      },
    }
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
    return { store, queries: store.queries!, close: () => store.close() }
  },
  canStop: false,
  hostile: HOSTILE_TO_POSTGRES,
})
