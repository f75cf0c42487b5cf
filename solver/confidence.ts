/** How sure was a model of what it wrote last? By the log probabilities of its server; unknown if the server sends none. */
import type { ChatEvent, ContinuingChat, TokenLogprob } from '../models/index.ts'
import type { Channel } from '../monitor/index.ts'

/** Plain data. */
export interface Certainty {
  /** Tokens that the mean is over. */
  readonly tokens: number
  /** Natural logarithm. */
  readonly meanLogprob: number
}

/** ReThinker, eq. 4: exp of the negative mean log probability, 1 or more. Null without log probabilities. */
export function perplexity(confidence: Certainty | null | undefined): number | null {
  return confidence === null || confidence === undefined ? null : Math.exp(-confidence.meanLogprob)
}

/** Null for no tokens, and where one of them has no finite number. */
export function confidenceOf(logprobs: readonly number[]): Certainty | null {
  if (logprobs.length === 0 || !logprobs.every(Number.isFinite)) return null
  const sum = logprobs.reduce((total, logprob) => total + logprob, 0)
  return { tokens: logprobs.length, meanLogprob: sum / logprobs.length }
}

/** A segment of an agent (agent.ts), of which only this matters. */
interface Written {
  readonly channel: Channel
  readonly by: string
  readonly text: string
}

export interface ConfidenceTap {
  /** The same chat; the tokens of its last stream are kept. A stream that broke off and its continuation count as one. */
  hearing(chat: ContinuingChat): ContinuingChat
  /** Over the visible text that the model wrote after everything that was put in. */
  of(segments: readonly Written[]): Certainty | null
}

export function createConfidenceTap(): ConfidenceTap {
  let kept: TokenLogprob[] = []
  let isBroken = false

  async function* tapped(events: AsyncIterable<ChatEvent>): AsyncGenerator<ChatEvent> {
    if (!isBroken) kept = []
    isBroken = false
    let waiting: readonly TokenLogprob[] = []
    const hear = (event: ChatEvent) => {
      if (event.type === 'logprobs') waiting = [...waiting, ...event.tokens]
      if (event.type === 'text') kept.push(...waiting)
      if (event.type === 'text' || event.type === 'reasoning') waiting = []
    }
    try {
      for await (const event of events) {
        hear(event)
        yield event
      }
    } catch (error) {
      isBroken = true
      throw error
    }
  }

  return {
    hearing: (chat) => ({
      ...chat,
      stream: (request, written, signal) => tapped(chat.stream(request, written, signal)),
    }),
    of(segments) {
      const last = segments.findLast(({ channel, text }) => channel === 'text' && text.trim() !== '')
      return last?.by === 'model' ? confidenceOf(within(kept, last.text)) : null
    },
  }
}

/** What stands behind a cut was never shown. */
function within(tokens: readonly TokenLogprob[], text: string): number[] {
  const logprobs: number[] = []
  let length = 0
  for (const { token, logprob } of tokens) {
    if (length >= text.length) break
    length += token.length
    logprobs.push(logprob)
  }
  return logprobs
}
