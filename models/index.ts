export {
  type AnswerCache,
  type AskedEvent,
  type CachedChat,
  createCachedChat,
  requestHash,
} from './answer-cache.ts'
export { BrokenAnswerError, isModelFailure, isPassing, type PartialAnswer } from './chat/chat-error.ts'
export { DEFAULT_DEADLINES, type DeadlineSettings } from './chat/deadlines.ts'
export { completing, foldAnswer } from './chat/fold.ts'
export {
  createRetries,
  DEFAULT_RETRIES,
  type Retries,
  type RetrySettings,
  withRetries,
} from './chat/retries.ts'
export type {
  AnswerSchema,
  ChatAnswer,
  ChatEvent,
  ChatMessage,
  ChatModel,
  ChatRequest,
  ChatUsage,
  Embedder,
  FinishReason,
  StreamingChat,
  TokenLogprob,
  ToolCall,
  ToolDescription,
  WireFields,
} from './ports.ts'
export { costOf, type Price, type PriceTable, readPrices } from './prices.ts'
export { estimateMessageTokens, estimateTokens } from './token-estimate.ts'
export { createWordPieces, type WordPieces } from './word-pieces.ts'
