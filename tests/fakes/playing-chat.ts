/** A chat without a server: it replays a list of events or errors for each request. */
import type { ChatEvent, ChatRequest, StreamingChat } from '../../models/index.ts'

/** Events of one answer; an error among them is thrown at its place. */
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

/** Returns the events of a whole answer; with usage `null`, without the server's count. */
export function saying(text: string, usage: readonly [number, number] | null = [10, 5]): Play {
  const [promptTokens, completionTokens] = usage ?? [0, 0]
  const counted = { promptTokens, completionTokens, estimated: false }
  return [
    { type: 'text', text },
    ...(usage === null ? [] : [{ type: 'usage' as const, usage: counted }]),
    { type: 'finish', reason: 'stop' },
  ]
}
