import { afterAll, beforeAll } from 'vitest'
import { openPostgresCorpora, type PostgresCorpora } from '../../corpus/adapters/postgres-corpora.ts'
import { openPgliteServer } from '../fakes/pglite-server.ts'
import { corpusStoreContract } from './corpus-store.contract.ts'

let corpora: PostgresCorpora
let made = 0
beforeAll(async () => {
  corpora = openPostgresCorpora(await openPgliteServer())
})
afterAll(() => corpora.close())

corpusStoreContract('postgres in the process', () => corpora.create(`c${++made}`))
