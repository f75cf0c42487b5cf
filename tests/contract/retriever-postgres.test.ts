/** Words and vectors by an index beside its corpus, in the process. The other backends are asked of a server: a corpus takes a second to make here. */
import { hybridBackend } from '../../retrieval/index.ts'
import { pgliteCorpora } from '../fixtures/pglite-corpora.ts'
import { retrieverContract } from './retriever.contract.ts'

const create = pgliteCorpora()

retrieverContract({ name: 'hybrid, on PostgreSQL', open: (ground) => hybridBackend(ground), create })
