/** Words and vectors by an index next to its corpus, in the process. Other backends use a server: a corpus takes a second to make here. */
import { hybridBackend } from '../../retrieval/index.ts'
import { pgliteCorpora } from '../fixtures/pglite-corpora.ts'
import { retrieverContract } from './retriever.contract.ts'

const create = pgliteCorpora()

retrieverContract({ name: 'hybrid, on PostgreSQL', open: (ground) => hybridBackend(ground), create })
