/**
 * A chat server over real HTTP that answers from a queue: what a model, an overloaded server or a broken proxy would say.
 * Replies are taken in the order of the requests; a request without a reply left is answered with status 500 and a sentence.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ScriptedReply =
  /** A completion. `usage: null` leaves the counts out, as some servers do. */
  | { readonly text: string; readonly finish?: string; readonly usage?: readonly [number, number] | null }
  /** Any status and body: 429 with `retry-after`, 500, an HTML page, JSON that breaks off. */
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  /** Takes the request and never answers. */
  | 'stall'
  /** Closes the connection without an answer. */
  | 'hang-up'

export interface ScriptedRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: ScriptedBody
}

export interface ScriptedBody {
  readonly model?: string
  readonly messages?: readonly { readonly role: string; readonly content: string }[]
  readonly [key: string]: unknown
}

export interface ScriptedServer extends AsyncDisposable {
  /** Ends with `/v1`. */
  readonly url: string
  /** Everything asked so far, oldest first. */
  readonly requests: readonly ScriptedRequest[]
  /** Adds replies to the queue. A function is called with the request, for answers that depend on it. */
  reply(...replies: (ScriptedReply | ((request: ScriptedRequest) => ScriptedReply))[]): void
}

export async function openScriptedServer(): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = []
  const queue: (ScriptedReply | ((request: ScriptedRequest) => ScriptedReply))[] = []
  const server = createServer(async (incoming, outgoing) => {
    const request = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: JSON.parse((await bodyOf(incoming)) || '{}') as ScriptedBody,
    }
    requests.push(request)
    const next = queue.shift() ?? { status: 500, body: 'The script has no reply left' }
    send(typeof next === 'function' ? next(request) : next, outgoing, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    reply: (...replies) => void queue.push(...replies),
    [Symbol.asyncDispose]: () => close(server),
  }
}

function send(reply: ScriptedReply, outgoing: ServerResponse, { body }: ScriptedRequest): void {
  if (reply === 'stall') return
  if (reply === 'hang-up') {
    outgoing.socket?.destroy()
    return
  }
  if ('status' in reply) {
    outgoing.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body)
    return
  }
  const [promptTokens, completionTokens] = reply.usage ?? [10, 5]
  const answer = {
    id: 'scripted',
    object: 'chat.completion',
    created: 0,
    model: body.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: reply.text },
        finish_reason: reply.finish ?? 'stop',
      },
    ],
    ...(reply.usage === null
      ? {}
      : {
          usage: {
            prompt_tokens: promptTokens,
            completion_tokens: completionTokens,
            total_tokens: promptTokens + completionTokens,
          },
        }),
  }
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
