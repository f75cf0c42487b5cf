import { openPostgresCorpora } from '../../corpus/adapters/postgres-corpora.ts'
import { openPgliteServer } from '../fakes/pglite-server.ts'
import { paperJobsContract } from './paper-jobs.contract.ts'

paperJobsContract(
  'postgres in the process',
  async () => openPostgresCorpora(await openPgliteServer()).paperJobs,
)
