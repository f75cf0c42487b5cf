export {
  type AnswerCache,
  type AnswerUsage,
  answerCacheOf,
  type CachedChat,
  createCachedChat,
  requestHash,
} from './answer-cache.ts'
export { BrokenAnswerError, isModelFailure, isTooLong, type PartialAnswer } from './chat/chat-error.ts'
export { completing, foldAnswer } from './chat/fold.ts'
export { createLedger, ledgerByRole, withLedger } from './chat/ledger.ts'
export { createLimits, type Limits, withLimits } from './chat/limits.ts'
export { repairRequest } from './chat/repair-turn.ts'
export { cutRepetition, endsInRepetition } from './chat/repetition.ts'
export { createRetries, DEFAULT_RETRIES } from './chat/retries.ts'
export { type JsonModes, structured } from './chat/structured.ts'
export { createUsageTally } from './chat/usage-tally.ts'
export { askWindow } from './context-window.ts'
export type { AbilityMemory } from './continuation/ability-memory.ts'
export { createContinuingChat } from './continuation/continuing-chat.ts'
export type { ContinuationAbility, ContinuingChat, Written } from './continuation/ports.ts'
export { isExperimentalProvider } from './continuation/provider-table.ts'
export { countedEmbedder } from './counted-embedder.ts'
export type {
  AnswerSchema,
  ChatAnswer,
  ChatEvent,
  ChatMessage,
  ChatModel,
  ChatRequest,
  ChatUsage,
  ContinuationMethod,
  Embedder,
  FinishReason,
  Ledger,
  LedgerByRole,
  LedgerCall,
  LedgerRow,
  StreamingChat,
  TokenLogprob,
  ToolCall,
} from './ports.ts'
export {
  costOf,
  costSentence,
  type Price,
  type PriceTable,
  type ProjectedTokens,
  priceOf,
} from './prices.ts'
export type {
  Reranker,
  TextForm,
  TokenEmbedder,
  TokenVectors,
} from './ranking-ports.ts'
export { estimateMessageTokens, estimatePromptTokens, estimateTokens } from './token-estimate.ts'
export { isTunedId, tunedId, untunedId } from './tuned-id.ts'
export { createWordPieces, type WordPieces } from './word-pieces.ts'
