export { corpusEntry, createCorpus, deleteCorpus, listCorpora, verifyCorpus } from './corpora.ts'
export { type MovedCorpus, moveCorpus } from './move-corpus.ts'
export type { BackgroundVerification, Integrity } from './verify-in-background.ts'
export { verifyInBackground } from './verify-in-background.ts'
