export type { ChatAnswer, ChatMessage, ChatModel, ChatRequest, ChatUsage, Embedder } from './ports.ts'
export { createWordPieces, type WordPieces } from './word-pieces.ts'
