/** A cache of model answers in memory, for tests that count repeated requests. */
import type { AnswerCache } from '../../models/index.ts'

export interface MemoryAnswerCache extends AnswerCache {
  readonly answers: Map<string, string>
}

export function memoryAnswerCache(): MemoryAnswerCache {
  const answers = new Map<string, string>()
  return {
    answers,
    get: async (hash) => answers.get(hash) ?? null,
    set: async (hash, text) => void answers.set(hash, text),
  }
}
