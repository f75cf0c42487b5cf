/** Scripts for tests that only need an answer's text. */
import type { Script } from './script.ts'

export type ScriptedReply =
  /** A completion; `usage: null` omits the counts, as some servers do. */
  | { readonly text: string; readonly finish?: string; readonly usage?: readonly [number, number] | null }
  /** Any status and body: 429 with `retry-after`, 500, an HTML page, truncated JSON. */
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  /** Accepts the request and never answers. */
  | 'stall'
  /** Closes the connection without an answer. */
  | 'hang-up'

export function scriptOf(reply: ScriptedReply): Script {
  if (reply === 'stall') return { fault: { kind: 'stall' } }
  if (reply === 'hang-up') return { fault: { kind: 'hang-up' } }
  if ('status' in reply) return { fault: { kind: 'status', ...reply } }
  const { text, finish = 'stop', usage } = reply
  return { text, finish, usage: usage === null ? 'never' : (usage ?? [10, 5]) }
}
