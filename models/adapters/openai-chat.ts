/** A chat model behind any server that speaks the OpenAI `/chat/completions` protocol. */
import type OpenAI from 'openai'
import { GlossError } from '../../core/index.ts'
import type { ChatAnswer, ChatModel, ChatRequest, ChatUsage } from '../ports.ts'
import { estimateMessageTokens, estimateTokens } from '../token-estimate.ts'
import { dialectFields, FIRST_DIALECT, learntDialect } from './openai-dialect.ts'

const DEFAULTS = { timeoutMs: 120_000, maxRetries: 4 }

export interface OpenAiChatOptions {
  /** The address that `/chat/completions` is added to, such as `http://127.0.0.1:8099/v1`. */
  readonly url: string
  readonly model: string
  readonly key?: string | undefined
  /** Of one attempt. */
  readonly timeoutMs?: number
  /** After connection errors, 408, 409, 429 and 5xx; `Retry-After` is obeyed, else the wait doubles from half a second, with jitter. */
  readonly maxRetries?: number
}

/** Sends nothing before the first question. */
export function openOpenAiChat(options: OpenAiChatOptions): ChatModel {
  const settings = { ...DEFAULTS, ...options }
  const { url, model } = settings
  let client: Promise<OpenAI> | undefined
  let dialect = FIRST_DIALECT

  /** Asks again in the other spelling where a refusal tells of one; each spelling is learnt once. */
  async function ask(request: ChatRequest, signal: AbortSignal, used = dialect): Promise<unknown> {
    client ??= openClient(settings)
    const { messages, temperature } = request
    const body = {
      model,
      messages: [...messages],
      temperature,
      ...dialectFields(request, used),
      stream: false as const,
    }
    try {
      return await (await client).chat.completions.create(body, { signal })
    } catch (refusal) {
      const learnt = learntDialect(refusal, request, used)
      if (learnt === null) throw refusal
      dialect = learnt
      return ask(request, signal, learnt)
    }
  }

  return {
    id: model,
    async complete(request, signal) {
      signal.throwIfAborted()
      const answer = await ask(request, signal).catch((cause: unknown) => {
        signal.throwIfAborted()
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new GlossError(
          'MODEL_UNAVAILABLE',
          `The model ${model} at ${url} did not answer: ${firstLine(reason)}`,
          { url, model },
          cause,
        )
      })
      return readAnswer(answer, request, settings)
    },
  }
}

async function openClient(settings: OpenAiChatOptions & typeof DEFAULTS): Promise<OpenAI> {
  const { OpenAI: Client } = await import('openai')
  return new Client({
    baseURL: settings.url,
    // The client insists on a key; servers that want none ignore it.
    apiKey: settings.key ?? 'none',
    // Without these two the client reads environment variables of its own.
    organization: null,
    project: null,
    timeout: settings.timeoutMs,
    maxRetries: settings.maxRetries,
    logLevel: 'off',
  })
}

/** What servers may leave out, or send in another shape than the client's types promise. */
interface WireAnswer {
  readonly choices?: readonly {
    readonly message?: { readonly content?: string | null }
    readonly finish_reason?: string | null
  }[]
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null
}

function readAnswer(raw: unknown, request: ChatRequest, { url, model }: OpenAiChatOptions): ChatAnswer {
  const answer = (typeof raw === 'object' && raw !== null ? raw : {}) as WireAnswer
  const choice = answer.choices?.[0]
  if (choice?.message === undefined)
    throw new GlossError('MODEL_UNAVAILABLE', `${url} answered something else than a chat completion`, {
      url,
      model,
    })
  const text = choice.message.content ?? ''
  const finish = choice.finish_reason
  return {
    text,
    finish: finish === 'stop' || finish === 'length' ? finish : 'other',
    usage: usageOf(answer.usage, request, text),
  }
}

function usageOf(sent: WireAnswer['usage'], request: ChatRequest, text: string): ChatUsage {
  if (typeof sent?.prompt_tokens === 'number' && typeof sent.completion_tokens === 'number')
    return { promptTokens: sent.prompt_tokens, completionTokens: sent.completion_tokens, estimated: false }
  return {
    promptTokens: estimateMessageTokens(request.messages),
    completionTokens: estimateTokens(text),
    estimated: true,
  }
}

/** Error pages are long; the first line names the error. */
function firstLine(reason: string): string {
  const line = reason.trim().split('\n')[0] ?? ''
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
