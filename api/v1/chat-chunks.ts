/** The frames of one stream to a client, with one id, time and model, however many servers were asked for it. */
import type { Thought } from '../../app/think/index.ts'
import type { GlossReport } from './gloss-report.ts'
import type { JsonObject } from './json-object.ts'
import type { OpenAiError } from './openai-error.ts'
import type { UrlCitation } from './retrieved-first.ts'

export interface AnswerHead {
  readonly id: string
  /** Seconds since 1970. */
  readonly created: number
  readonly model: string
}

export type FinishWord = 'stop' | 'length' | 'tool_calls' | 'content_filter'

const FINISH_WORDS: Readonly<Record<string, FinishWord>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
}

/** Returns a finish reason that clients know: `stop` if the model server gave none. */
export function finishWord(reason: string): FinishWord {
  return FINISH_WORDS[reason] ?? 'stop'
}

/** Returns functions that each return the text of a frame, as it is sent. */
export function createChatChunks(head: AnswerHead) {
  const fields = { id: head.id, object: 'chat.completion.chunk', created: head.created, model: head.model }
  // Each token is a frame, so the part that all frames share is written once.
  const start = `data: ${JSON.stringify(fields).slice(0, -1)},"choices":[{"index":0,"delta":{`
  const end = '},"finish_reason":null}]}\n\n'
  let calls = 0
  const frame = (rest: JsonObject) => `data: ${JSON.stringify({ ...fields, ...rest })}\n\n`

  function toolCall(call: Extract<Thought, { readonly type: 'tool-call' }>['call']): string {
    const { id, name, arguments: json } = call
    const part = { index: calls++, id, type: 'function', function: { name, arguments: json } }
    return `${start}"tool_calls":${JSON.stringify([part])}${end}`
  }

  return {
    role: () => `${start}"role":"assistant","content":""${end}`,
    /** Returns an empty string for thoughts that clients do not see, and for the end. */
    thought(thought: Thought): string {
      if (thought.type === 'tool-call') return toolCall(thought.call)
      if (thought.type !== 'text') return ''
      const name = thought.channel === 'text' ? 'content' : 'reasoning_content'
      return `${start}"${name}":${JSON.stringify(thought.text)}${end}`
    },
    /** Returns an empty string for an empty list. */
    annotations: (list: readonly UrlCitation[]) =>
      list.length === 0 ? '' : `${start}"annotations":${JSON.stringify(list)}${end}`,
    finish: (reason: string, gloss: GlossReport) =>
      frame({ choices: [{ index: 0, delta: {}, finish_reason: finishWord(reason) }], gloss }),
    usage: (usage: JsonObject) => frame({ choices: [], usage }),
    done: () => 'data: [DONE]\n\n',
    error: (error: OpenAiError, gloss: GlossReport) => `data: ${JSON.stringify({ ...error, gloss })}\n\n`,
  }
}
export type Chunks = ReturnType<typeof createChatChunks>
