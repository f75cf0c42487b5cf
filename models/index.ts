export type { ChatAnswer, ChatMessage, ChatModel, ChatRequest, ChatUsage, Embedder } from './ports.ts'
