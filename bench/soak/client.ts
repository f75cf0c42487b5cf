/** The asking side of soak.bench.ts: counts answers by status, times them, and writes down what no client should see. */

import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

export interface Asked {
  readonly method?: string
  readonly body?: string | FormData | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** The client leaves after so long, whatever came. */
  readonly leaveAfterMs?: number
}

export interface Answered {
  /** 0 for a client that left. */
  readonly status: number
  readonly json: Readonly<Record<string, unknown>>
}

export interface Figures {
  readonly answers: Readonly<Record<string, number>>
  readonly p50Ms: number
  readonly p99Ms: number
  readonly mostMs: number
}

const SERVER_FAULT = 500
const FULL = 503
/** Where the soak killed an interpreter while it started. */
const KILLED = '"SANDBOX_UNAVAILABLE"'
const ASK_LIMIT_MS = 120_000

export function createClient(origin: string) {
  const times = new Map<string, number[]>()
  const statuses = new Map<string, Map<string, number>>()
  const problems: string[] = []

  function count(kind: string, status: string): void {
    const known = statuses.get(kind) ?? new Map<string, number>()
    known.set(status, (known.get(status) ?? 0) + 1)
    statuses.set(kind, known)
  }

  function judge(kind: string, path: string, status: number, said: string, retry: string | null): void {
    if (status === FULL && retry === null && !said.includes(KILLED))
      problems.push(`${kind} ${path}: 503 without Retry-After: ${said}`)
    if (status >= SERVER_FAULT && status !== FULL) problems.push(`${kind} ${path}: ${status} ${said}`)
  }

  return {
    problems,
    /** `kind` names the figure that it counts for. */
    async ask(kind: string, path: string, { leaveAfterMs, ...asked }: Asked = {}): Promise<Answered> {
      const signal = AbortSignal.timeout(leaveAfterMs ?? ASK_LIMIT_MS)
      const started = performance.now()
      try {
        const answer = await fetch(origin + path, { ...asked, signal } as RequestInit)
        const said = answer.body === null ? '' : await text(Readable.fromWeb(answer.body as never))
        times.set(kind, [...(times.get(kind)?.slice(-20_000) ?? []), performance.now() - started])
        count(kind, String(answer.status))
        judge(kind, path, answer.status, said.slice(0, 300), answer.headers.get('retry-after'))
        const isJson = /json/.test(answer.headers.get('content-type') ?? '')
        return { status: answer.status, json: isJson ? JSON.parse(said) : {} }
      } catch (error) {
        if (leaveAfterMs !== undefined && signal.aborted) count(kind, 'left')
        else {
          count(kind, 'broken')
          const { message, cause } = error as Error
          problems.push(`${kind} ${path}: ${message} ${String(cause ?? '')}`)
        }
        return { status: 0, json: {} }
      }
    },
    problem: (sentence: string) => problems.push(sentence),
    figures(): Record<string, Figures> {
      return Object.fromEntries(
        [...statuses].sort().map(([kind, counts]) => {
          const sorted = (times.get(kind) ?? []).toSorted((a, b) => a - b)
          const at = (share: number) => round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
          return [
            kind,
            { answers: Object.fromEntries(counts), p50Ms: at(0.5), p99Ms: at(0.99), mostMs: at(1) },
          ]
        }),
      )
    },
  }
}

export type Client = ReturnType<typeof createClient>

function round(value: number): number {
  return Number(value.toFixed(1))
}
