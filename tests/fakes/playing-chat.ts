/** A chat without a server: it plays events, or throws, in the order of the requests. */
import type { ChatEvent, ChatRequest, StreamingChat } from '../../models/index.ts'

/** Events of one answer; an error in their midst is thrown there. */
export type Play = readonly (ChatEvent | Error)[]

export interface PlayingChat extends StreamingChat {
  readonly requests: readonly ChatRequest[]
}

export function chatPlaying(...plays: readonly Play[]): PlayingChat {
  const requests: ChatRequest[] = []
  return {
    id: 'playing',
    server: 'http://nowhere/v1',
    requests,
    async *stream(request, signal) {
      const play = plays[requests.push(request) - 1] ?? []
      for (const event of play) {
        signal.throwIfAborted()
        if (event instanceof Error) throw event
        yield event
      }
    },
  }
}

/** The events of a whole answer; usage `null` leaves the server's count out. */
export function saying(text: string, usage: readonly [number, number] | null = [10, 5]): Play {
  const [promptTokens, completionTokens] = usage ?? [0, 0]
  const counted = { promptTokens, completionTokens, estimated: false }
  return [
    { type: 'text', text },
    ...(usage === null ? [] : [{ type: 'usage' as const, usage: counted }]),
    { type: 'finish', reason: 'stop' },
  ]
}
