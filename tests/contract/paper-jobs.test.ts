import { openPostgresCorpora } from '../../corpus/adapters/postgres-corpora.ts'
import { openPgliteServer } from '../fakes/pglite-server.ts'
import { paperJobsContract } from './paper-jobs.contract.ts'

const corpora = openPgliteServer({ canSearch: false }).then(openPostgresCorpora)

paperJobsContract('postgres in the process', async () => (await corpora).paperJobs)
