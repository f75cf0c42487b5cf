/** Uploads on the server that TEST_POSTGRES=postgres://… names; skipped without it. */
import { env } from 'node:process'
import { afterAll, beforeAll, describe } from 'vitest'
import { openPostgresServer, type PostgresServer } from '../../corpus/adapters/postgres-connection.ts'
import { openPostgresCorpora, type PostgresCorpora } from '../../corpus/adapters/postgres-corpora.ts'
import { openUploads } from '../fixtures/open-uploads.ts'
import { uploadJobsContract } from './upload-jobs.contract.ts'

const { TEST_POSTGRES: address = '' } = env

describe.skipIf(address === '')('a PostgreSQL server (TEST_POSTGRES)', () => {
  let server: PostgresServer
  let corpora: PostgresCorpora
  beforeAll(async () => {
    server = await openPostgresServer(address)
    corpora = openPostgresCorpora(server)
  })
  afterAll(() => corpora.close())

  uploadJobsContract('PostgreSQL', async () => openUploads(corpora, server))
})
