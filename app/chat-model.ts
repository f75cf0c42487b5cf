/** The chat model that the configuration names, for whoever in the app needs one. */
import { GlossError } from '../core/index.ts'
import { openOpenAiChat } from '../models/adapters/openai-chat.ts'
import type { ChatModel } from '../models/index.ts'
import type { Config } from './config.ts'

/** `purpose` begins the sentence of `MODEL_UNCONFIGURED`, which is thrown where address or model is not set. */
export function openChat({ llmUrl: url, llmModel: model, llmKey: key }: Config, purpose: string): ChatModel {
  if (url === undefined || model === undefined)
    throw new GlossError(
      'MODEL_UNCONFIGURED',
      `${purpose} need GLOSS_LLM_URL and GLOSS_LLM_MODEL; ${url === undefined ? 'the first' : 'the second'} is not set.`,
    )
  return openOpenAiChat({ url, model, key })
}

export function hasChat({ llmUrl, llmModel }: Config): boolean {
  return llmUrl !== undefined && llmModel !== undefined
}
