/**
 * A scripted model server over real HTTP, with the script's pace and faults, that counts tokens as a real one would. It serves
 * `/chat/completions` and `/completions`, streamed or whole, `/models` and given pages. Other paths are 404.
 */
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { openLoopback } from '../loopback.ts'
import { type ScriptedReply, scriptOf } from './reply.ts'
import type { Ending, ScriptedBody, ScriptedRequest } from './request.ts'
import type { Script } from './script.ts'
import { type Counted, sayScript } from './voice.ts'

export type { ScriptedReply } from './reply.ts'
export type { Ending, ScriptedBody, ScriptedRequest } from './request.ts'
export type { Fault, Script, ScriptedToolCall, WireForm } from './script.ts'
export type { Counted } from './voice.ts'

export interface StartedServer extends AsyncDisposable {
  /** Ends with `/v1`. */
  readonly url: string
  /** Every request for a completion so far, oldest first. */
  readonly requests: readonly ScriptedRequest[]
  /** Returns how many requests are being answered now. */
  open(): number
  /** Returns the tokens of all requests, as they would be billed. */
  counted(): Counted
}

export interface ScriptedServerOptions {
  /** Returns the answer to request `n`, counted from 0. */
  readonly answers: (request: ScriptedRequest, n: number) => Script | Promise<Script>
  /** Models listed at `/models`. */
  readonly models?: readonly string[]
  /** JSON answers at other paths, such as `/props`. */
  readonly pages?: Readonly<Record<string, unknown>>
}

export async function startScriptedServer({
  answers,
  models = ['scripted'],
  pages = {},
}: ScriptedServerOptions): Promise<StartedServer> {
  const requests: ScriptedRequest[] = []
  let open = 0
  const { origin, [Symbol.asyncDispose]: close } = await openLoopback(async (incoming, outgoing) => {
    const path = incoming.url ?? ''
    const sent = await text(incoming)
    const page = pages[path.replace(/\?.*/, '')]
    if (page !== undefined) return json(outgoing, 200, page)
    if (path.endsWith('/models'))
      return json(outgoing, 200, { object: 'list', data: models.map((id) => ({ id })) })
    if (!path.endsWith('/completions'))
      return json(outgoing, 404, { error: { message: `Nothing at ${path}` } })
    const body = JSON.parse(sent || '{}') as ScriptedBody
    const { promise: ended, resolve } = Promise.withResolvers<{ how: Ending; atMs: number }>()
    const counted = { promptTokens: 0, completionTokens: 0, reasoningTokens: 0 }
    const request = { path, headers: incoming.headers, body, counted, ended }
    const left = new AbortController()
    outgoing.once('close', () => left.abort())
    open++
    const n = requests.push(request) - 1
    const how = await sayScript(await answers(request, n), { request, outgoing, counted, left: left.signal })
    open--
    resolve({ how, atMs: performance.now() })
  })
  return {
    url: `${origin}/v1`,
    requests,
    open: () => open,
    counted: () => requests.map(({ counted }) => counted).reduce(sum, NOTHING),
    [Symbol.asyncDispose]: close,
  }
}

type Next = ScriptedReply | ((request: ScriptedRequest) => ScriptedReply)

export interface ScriptedServer extends StartedServer {
  /** Adds replies to the queue. A function computes its reply from the request. */
  reply(...replies: Next[]): void
}

/**
 * Starts a server that answers from a queue, in the order of the requests; when the queue is empty, it answers with status 500
 * and an explanation.
 */
export async function openScriptedServer(
  options: Omit<ScriptedServerOptions, 'answers'> = {},
): Promise<ScriptedServer> {
  const queue: Next[] = []
  const server = await startScriptedServer({
    ...options,
    answers(request) {
      const next = queue.shift() ?? { status: 500, body: 'The script has no reply left' }
      return scriptOf(typeof next === 'function' ? next(request) : next)
    },
  })
  return { ...server, reply: (...replies) => void queue.push(...replies) }
}

const NOTHING: Counted = { promptTokens: 0, completionTokens: 0, reasoningTokens: 0 }

function sum(one: Counted, other: Counted): Counted {
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    reasoningTokens: one.reasoningTokens + other.reasoningTokens,
  }
}

function json(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
