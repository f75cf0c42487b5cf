/** Sends a request to a server of rerankers or token vectors: JSON both ways, one deadline, retries after transient failures. */
import {
  askServer,
  type Clock,
  GlossError,
  isRecord,
  parsedJson,
  systemClock,
  textOfBody,
} from '../../core/index.ts'
import { asFailure, protocolFailure, refusalOf } from '../../models/adapters/openai-failures.ts'
import { mayAskAgain } from '../../models/chat/chat-error.ts'
import { isPlausibleCount } from '../../models/chat/plausible-usage.ts'
import { createRetries } from '../../models/chat/retries.ts'
import { numberOf } from '../../models/chat/wire-values.ts'
import type { ChatUsage, Ledger, WireFields } from '../../models/ports.ts'
import { estimateTokens } from '../../models/token-estimate.ts'

export interface RankingServer {
  /** Full address to post to. */
  readonly url: string
  /** Name in failures and ledgers. */
  readonly model: string
  readonly key?: string | undefined
  /** Longest wait for an answer, retries included. */
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly clock?: Clock
}

export interface RankingQuestion {
  readonly body: WireFields
  /** Texts in the request, to estimate its tokens if the server does not count them. */
  readonly texts: readonly string[]
  readonly role: string
  readonly signal: AbortSignal | undefined
  readonly ledger: Ledger | undefined
}

// Enough for the token vectors of some hundred texts as JSON numbers. Chosen, not measured.
const MAX_BYTES = 32_000_000
const NO_USAGE: ChatUsage = { promptTokens: 0, completionTokens: 0, estimated: false }

/** Returns the answer as JSON. Throws `MODEL_TIMEOUT`, `MODEL_UNAVAILABLE`, `MODEL_RATE_LIMITED`, `MODEL_REFUSED` or `MODEL_PROTOCOL`. */
export async function askRankingServer(server: RankingServer, question: RankingQuestion): Promise<unknown> {
  const { url, model, key, timeoutMs, maxRetries, clock = systemClock } = server
  const retries = createRetries({ maxRetries }, clock, Math.random)
  const run = new AbortController()
  const stop = () => run.abort(question.signal?.reason)
  question.signal?.throwIfAborted()
  question.signal?.addEventListener('abort', stop, { once: true })
  const late = new GlossError(
    'MODEL_TIMEOUT',
    `no answer within ${timeoutMs} ms (GLOSS_RANKING_TIMEOUT_MS)`,
    { fault: 'total_timeout', deadline: 'total', ms: timeoutMs },
  )
  const cancel = clock.after(timeoutMs, () => run.abort(late))
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        return await askOnce({ ...server, clock }, question, run.signal)
      } catch (error) {
        const failure = run.signal.aborted ? error : asFailure(error, { url, model, key, partial: null })
        if (run.signal.aborted || !mayAskAgain(failure)) throw failure
        await retries.pause(failure, attempt, run.signal)
      }
    }
  } catch (error) {
    question.signal?.throwIfAborted()
    throw run.signal.aborted ? asFailure(late, { url, model, key, partial: null }) : error
  } finally {
    cancel()
    question.signal?.removeEventListener('abort', stop)
  }
}

async function askOnce(
  { url, model, key, clock }: RankingServer & { readonly clock: Clock },
  { body, texts, role, ledger }: RankingQuestion,
  signal: AbortSignal,
): Promise<unknown> {
  const startedMs = clock.nowMs()
  const count = (usage: ChatUsage, isFailed: boolean) =>
    ledger?.add({ role, model, usage, seconds: (clock.nowMs() - startedMs) / 1_000, isFailed })
  let isRefused = false
  try {
    const answer = await askServer(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      signal,
      limits: { maxBytes: MAX_BYTES },
    })
    if (answer.status < 200 || answer.status >= 300) {
      isRefused = true
      throw await refusalOf(answer, clock)
    }
    const parsed = parsedJson(await textOfBody(answer.body))
    if (parsed === undefined) throw protocolFailure('malformed_json', 'the answer is not JSON')
    count(usageOf(parsed) ?? estimated(texts), false)
    return parsed
  } catch (error) {
    // A request dropped at its deadline may be billed.
    count(isRefused || !signal.aborted ? NO_USAGE : estimated(texts), true)
    throw error
  }
}

/** Returns the usage as reported by the OpenAI protocol, vLLM and Jina (`usage`), or Cohere (`meta`); null if not reported. */
function usageOf(answer: unknown): ChatUsage | null {
  if (!isRecord(answer)) return null
  const usage = isRecord(answer['usage']) ? answer['usage'] : {}
  const meta = isRecord(answer['meta']) ? answer['meta'] : {}
  const tokens = isRecord(meta['tokens']) ? meta['tokens'] : {}
  const promptTokens =
    numberOf(usage['prompt_tokens']) ?? numberOf(usage['total_tokens']) ?? numberOf(tokens['input_tokens'])
  return promptTokens === null || promptTokens === 0 || !isPlausibleCount(promptTokens)
    ? null
    : { promptTokens, completionTokens: 0, estimated: false }
}

function estimated(texts: readonly string[]): ChatUsage {
  const promptTokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0)
  return { promptTokens, completionTokens: 0, estimated: true }
}
