export { backUpCorpus } from './back-up-corpus.ts'
export { repairCorpus } from './repair-corpus.ts'
export { restoreCorpus } from './restore-corpus.ts'
