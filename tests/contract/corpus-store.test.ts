import { join } from 'node:path'
import { createMemoryCorpus } from '../../corpus/adapters/memory-corpus-store.ts'
import { openSqliteCorpus } from '../../corpus/adapters/sqlite-corpus-store.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { corpusStoreContract } from './corpus-store.contract.ts'

corpusStoreContract('memory', createMemoryCorpus)
corpusStoreContract('sqlite', () =>
  openSqliteCorpus(join(temporaryFolder(), 'corpus.sqlite'), { create: true }),
)
