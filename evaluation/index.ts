export { type Judgements, ndcg, percentile, recall } from './metrics.ts'
export { evaluateRetrieval, type JudgedQuestion, type RetrievalFigures } from './retrieval.ts'
