export {
  type AnswerCache,
  type AskedEvent,
  type CachedChat,
  createCachedChat,
  requestHash,
} from './answer-cache.ts'
export type {
  AnswerSchema,
  ChatAnswer,
  ChatMessage,
  ChatModel,
  ChatRequest,
  ChatUsage,
  Embedder,
} from './ports.ts'
export { costOf, type Price, type PriceTable, readPrices } from './prices.ts'
export { estimateMessageTokens, estimateTokens } from './token-estimate.ts'
export { createWordPieces, type WordPieces } from './word-pieces.ts'
