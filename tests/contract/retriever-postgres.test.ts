/** Words and vectors by an index beside its corpus, in the process. The other backends are asked of a server: a corpus takes a second to make here. */
import { afterAll, beforeAll } from 'vitest'
import { openPostgresCorpora, type PostgresCorpora } from '../../corpus/adapters/postgres-corpora.ts'
import { hybridBackend } from '../../retrieval/index.ts'
import { openPgliteServer } from '../fakes/pglite-server.ts'
import { retrieverContract } from './retriever.contract.ts'

let corpora: PostgresCorpora
let made = 0
beforeAll(async () => {
  corpora = openPostgresCorpora(await openPgliteServer())
})
afterAll(() => corpora.close())
const create = () => corpora.create(`c${++made}`)

retrieverContract({ name: 'hybrid, on PostgreSQL', open: (ground) => hybridBackend(ground), create })
