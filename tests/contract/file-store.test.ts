import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openFolderFileStore } from '../../corpus/adapters/folder-file-store.ts'
import { openPostgresCorpora } from '../../corpus/adapters/postgres-corpora.ts'
import { postgresFileStore } from '../../corpus/adapters/postgres-files.ts'
import { openS3FileStore } from '../../corpus/adapters/s3-file-store.ts'
import { openPgliteServer } from '../fakes/pglite-server.ts'
import { openS3Server, S3_KEY } from '../fakes/s3-server.ts'
import { fileStoreContract } from './file-store.contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'gloss-files-'))
const [database, bucket] = [openPgliteServer({ canSearch: false }), openS3Server()]
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await (await database).close()
  await (await bucket).close()
})

fileStoreContract('a folder', async () => openFolderFileStore(folder))
fileStoreContract('postgres in the process', async () => {
  const server = await database
  await openPostgresCorpora(server).list()
  return postgresFileStore(server.query, server.shown)
})
fileStoreContract('S3', async () => {
  const { origin } = await bucket
  return openS3FileStore('s3://papers/of/gloss/', { ...S3_KEY, endpoint: origin })
})
