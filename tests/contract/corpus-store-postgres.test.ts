import { pgliteCorpora } from '../fixtures/pglite-corpora.ts'
import { corpusStoreContract } from './corpus-store.contract.ts'

corpusStoreContract('postgres in the process', pgliteCorpora())
