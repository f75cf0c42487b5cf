import { join } from 'node:path'
import { openSqliteCorpus } from '../../corpus/adapters/sqlite-corpus-store.ts'
import { createMemoryCorpus } from '../fakes/memory-corpus.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { corpusStoreContract } from './corpus-store.contract.ts'

corpusStoreContract('memory', createMemoryCorpus)
corpusStoreContract('sqlite', () =>
  openSqliteCorpus(join(temporaryFolder(), 'corpus.sqlite'), { create: true }),
)
