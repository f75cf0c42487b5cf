import { openPostgresCorpora } from '../../corpus/adapters/postgres-corpora.ts'
import { openPgliteServer } from '../fakes/pglite-server.ts'
import { openUploads } from '../fixtures/open-uploads.ts'
import { uploadJobsContract } from './upload-jobs.contract.ts'

const opened = openPgliteServer({ canSearch: false })

uploadJobsContract('postgres in the process', async () => {
  const server = await opened
  return openUploads(openPostgresCorpora(server), server)
})
