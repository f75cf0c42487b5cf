/** Backends over an index next to its corpus, on the server that TEST_POSTGRES=postgres://… names; skipped without it. */
import { env } from 'node:process'
import { afterAll, beforeAll, describe } from 'vitest'
import { openPostgresServer } from '../../corpus/adapters/postgres-connection.ts'
import { openPostgresCorpora, type PostgresCorpora } from '../../corpus/adapters/postgres-corpora.ts'
import { hippoRagBackend } from '../../retrieval/hipporag/index.ts'
import { vanillaBackend, walkBackend, wordsBackend } from '../../retrieval/index.ts'
import { lightRagBackend } from '../../retrieval/lightrag/index.ts'
import { vannaBackend } from '../../retrieval/vanna/index.ts'
import { modelSaying } from '../fakes/saying-chat.ts'
import { retrieverContract } from './retriever.contract.ts'

const { TEST_POSTGRES: address } = env

describe.skipIf(address === undefined)('a PostgreSQL server (TEST_POSTGRES)', () => {
  const prefix = `r${Date.now().toString(36)}`
  let corpora: PostgresCorpora
  let made = 0
  const create = () => corpora.create(`${prefix}-${++made}`)
  beforeAll(async () => {
    corpora = openPostgresCorpora(await openPostgresServer(address ?? ''))
  })
  afterAll(async () => {
    for (const name of await corpora.list()) if (name.startsWith(prefix)) await corpora.delete(name)
    await corpora.close()
  })
  const walked = ['embed', 'link', 'search', 'walk', 'fuse']

  retrieverContract({ name: 'words, on a server', open: wordsBackend, create })
  retrieverContract({ name: 'vanilla, on a server', open: vanillaBackend, create })
  retrieverContract({
    name: 'walk, on a server',
    open: (ground) => walkBackend(ground),
    stages: walked,
    create,
  })
  retrieverContract({
    name: 'hipporag, on a server',
    open: (ground) => hippoRagBackend(ground),
    stages: walked,
    create,
  })
  retrieverContract({
    name: 'lightrag, on a server',
    open: (ground) => lightRagBackend(ground, 'mix'),
    stages: ['link', 'embed', 'walk', 'search', 'fuse'],
    create,
  })
  retrieverContract({
    name: 'vanna, on a server',
    open: ({ queries, ...ground }) =>
      vannaBackend(
        { ...ground, queries: queries! },
        {
          model: modelSaying('```sql\nSELECT unit_id FROM units\n```'),
          contextTokens: async () => 8_192,
        },
      ),
    stages: ['embed', 'link', 'write', 'query', 'search', 'fuse'],
    create,
  })
})
