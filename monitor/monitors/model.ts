/** The published monitor: a small model sees the window and says yes or no (Eigen-1, A.2.3; P-MONITOR). */
import type { ChatModel } from '../../models/index.ts'
import type { Monitor, MonitorVerdict } from '../ports.ts'
import { helperPrompt, roleAndTask, withoutThoughts } from '../prompts.ts'

export interface HelperModelOptions {
  readonly chat: ChatModel
  /** Sampling temperature. Default: 0, so that the same look has the same verdict; 0.5 in the preset `published`. */
  readonly temperature?: number
}

/** Token limit as published; models that think aloud need more. */
const MAX_TOKENS = 150
const LABEL = /^\s*(?:judg(?:e)?ment|answer|verdict)\s*:/i
const FIRST_WORD = /[\p{L}\p{N}]+/u
const SHOWN_CHARACTERS = 80

export function createModelMonitor({ chat, temperature = 0 }: HelperModelOptions): Monitor {
  const prompt = helperPrompt('P-MONITOR')
  return {
    name: `model:${chat.id}:${prompt.hash}`,
    prompt: { name: prompt.name, hash: prompt.hash },
    async look({ window }, signal) {
      const messages = roleAndTask(prompt, { text: window })
      const { text, usage } = await chat.complete({ messages, temperature, maxTokens: MAX_TOKENS }, signal)
      const said = withoutThoughts(text).trim()
      return { answer: answerOf(said), reason: said.slice(0, SHOWN_CHARACTERS), usage }
    },
  }
}

/** Reads the first word: "yes", "Yes." and "**yes** because …" are yes. */
function answerOf(said: string): MonitorVerdict['answer'] {
  const first = FIRST_WORD.exec(said.replace(LABEL, ''))?.[0].toLowerCase()
  return first === 'yes' || first === 'no' ? first : 'unreadable'
}
