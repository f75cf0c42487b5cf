import { emptyCorpus } from '../fixtures/empty-corpus.ts'
import { corpusStoreContract } from './corpus-store.contract.ts'

corpusStoreContract('sqlite', emptyCorpus)
