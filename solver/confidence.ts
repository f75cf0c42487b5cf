/** Measures the certainty of a model's last text by log probabilities; unknown if the server sends none. */
import type { ChatEvent, ContinuingChat, TokenLogprob } from '../models/index.ts'
import type { Channel } from '../monitor/index.ts'

/** Certainty of a text, as plain data. */
export interface Certainty {
  /** Number of tokens in the mean. */
  readonly tokens: number
  /** Natural logarithm. */
  readonly meanLogprob: number
}

/** Returns exp of the negative mean log probability, at least 1 (ReThinker, eq. 4); null without log probabilities. */
export function perplexity(confidence: Certainty | null | undefined): number | null {
  return confidence === null || confidence === undefined ? null : Math.exp(-confidence.meanLogprob)
}

/** Returns the certainty; null without tokens, or if one has no finite log probability. */
export function confidenceOf(logprobs: readonly number[]): Certainty | null {
  if (logprobs.length === 0 || !logprobs.every(Number.isFinite)) return null
  const sum = logprobs.reduce((total, logprob) => total + logprob, 0)
  return { tokens: logprobs.length, meanLogprob: sum / logprobs.length }
}

/** The fields of an agent's segment (agent.ts) used here. */
interface Written {
  readonly channel: Channel
  readonly by: string
  readonly text: string
}

export interface ConfidenceTap {
  /** Returns the same chat, recording the tokens of its last stream. A stream that broke off and its continuation count as one. */
  hearing(chat: ContinuingChat): ContinuingChat
  /** Returns the certainty of the visible text that the model wrote after the last injection. */
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

/** Returns the log probabilities of the tokens within `text`; tokens after a cut are left out. */
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
