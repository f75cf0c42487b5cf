export {
  type AnswerCache,
  type AskedEvent,
  answerCacheOf,
  type CachedChat,
  createCachedChat,
  requestHash,
} from './answer-cache.ts'
export { BrokenAnswerError, isModelFailure, type PartialAnswer } from './chat/chat-error.ts'
export type { DeadlineSettings } from './chat/deadlines.ts'
export { completing, foldAnswer } from './chat/fold.ts'
export { createLedger, type Ledger, type LedgerCall, type LedgerRow, withLedger } from './chat/ledger.ts'
export { createLimits, type LimitSettings, type Limits, type Slot, withLimits } from './chat/limits.ts'
export { repairRequest } from './chat/repair-turn.ts'
export {
  createRetries,
  DEFAULT_RETRIES,
  type Retries,
  type RetrySettings,
  withRetries,
} from './chat/retries.ts'
export { createSseReader, type SseEvent, type SseReader } from './chat/sse.ts'
export {
  type JsonMode,
  type JsonModes,
  type StructuredAnswer,
  type StructuredOptions,
  structured,
} from './chat/structured.ts'
export { createUsageTally, type UsageTally } from './chat/usage-tally.ts'
export { type AbilityMemory, createAbilityMemory, type KnownAbility } from './continuation/ability-memory.ts'
export { type ContinuingOptions, createContinuingChat } from './continuation/continuing-chat.ts'
export type {
  ContinuationAbility,
  ContinuationRung,
  ContinuingChat,
  ServerInquiry,
  Written,
} from './continuation/ports.ts'
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
export {
  costOf,
  costSentence,
  type Price,
  type PriceTable,
  type ProjectedTokens,
  readPrices,
} from './prices.ts'
export { estimateMessageTokens, estimateTokens } from './token-estimate.ts'
export { createWordPieces, type WordPieces } from './word-pieces.ts'
