/** The frames of one stream to a client: one id, one moment, one model, whatever was asked of how many servers for it. */
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

/** Clients know no other words; `stop` where the model server gave no reason. */
export function finishWord(reason: string): FinishWord {
  return FINISH_WORDS[reason] ?? 'stop'
}

/** Each gives the text of a frame, as it goes on the wire. */
export function createChatChunks(head: AnswerHead) {
  const fields = { id: head.id, object: 'chat.completion.chunk', created: head.created, model: head.model }
  // A token is one frame: what is alike in all of them is written once.
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
    /** Empty for what clients are not shown, and for the end. */
    thought(thought: Thought): string {
      if (thought.type === 'tool-call') return toolCall(thought.call)
      if (thought.type !== 'text') return ''
      const name = thought.channel === 'text' ? 'content' : 'reasoning_content'
      return `${start}"${name}":${JSON.stringify(thought.text)}${end}`
    },
    /** Empty for none. */
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
