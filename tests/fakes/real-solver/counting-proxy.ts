/** A proxy in front of a model server that forwards everything and records the server's token counts, to check a ledger against them. */
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { openLoopback } from '../loopback.ts'

export interface CountedCall {
  readonly model: string
  /** From the server's last count; null if it sent none. */
  promptTokens: number | null
  completionTokens: number | null
  /** Whether the answer was read to its end. */
  isWhole: boolean
}

export interface CountingProxy extends AsyncDisposable {
  readonly url: string
  /** Requests for completions, oldest first. */
  readonly calls: readonly CountedCall[]
}

type Fields = Readonly<Record<string, unknown>>

export interface CountingProxyOptions {
  /** Fields added to each request for a completion, such as one that makes the server start from scratch. */
  readonly fields?: Fields | ((asked: Fields) => Fields)
}

/** Starts the proxy; `url` is the model server's, with `/v1`. */
export async function startCountingProxy(
  url: string,
  { fields = {} }: CountingProxyOptions = {},
): Promise<CountingProxy> {
  const target = new URL(url)
  const calls: CountedCall[] = []
  const server = await openLoopback(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const isCompletion = incoming.url?.endsWith('/completions') === true
    const asked = isCompletion ? withFields(JSON.parse(body.toString()), fields) : null
    const call: CountedCall = {
      model: asked?.model ?? '',
      promptTokens: null,
      completionTokens: null,
      isWhole: false,
    }
    if (asked !== null) calls.push(call)
    passOn(incoming, outgoing, {
      target,
      body: asked === null ? body : Buffer.from(JSON.stringify(asked)),
      call,
    })
  })
  return { ...server, url: `${server.origin}${target.pathname}`, calls }
}

function withFields<Asked extends Fields>(asked: Asked, fields: CountingProxyOptions['fields']): Asked {
  return { ...asked, ...(typeof fields === 'function' ? fields(asked) : fields) }
}

interface Passing {
  readonly target: URL
  readonly body: Buffer
  readonly call: CountedCall
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, { target, body, call }: Passing): void {
  const { host: _, 'content-length': __, ...headers } = incoming.headers
  const { hostname, port } = target
  const options = {
    hostname,
    port,
    path: incoming.url,
    method: incoming.method,
    agent: false,
    headers: { ...headers, 'content-length': body.length },
  }
  const passed = request(options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    let line = ''
    answer.setEncoding('utf8')
    answer.on('data', (text: string) => {
      outgoing.write(text)
      const lines = (line + text).split('\n')
      line = lines.pop() ?? ''
      for (const whole of lines) count(whole, call)
    })
    answer.on('end', () => {
      count(line, call)
      outgoing.end()
    })
  })
  // A client that disconnects frees the model server's slot, as without the proxy.
  outgoing.on('close', () => passed.destroy())
  passed.on('error', () => outgoing.destroy())
  passed.end(body)
}

interface Frame {
  readonly choices?: readonly { readonly finish_reason?: string | null }[]
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null
  /** From llama.cpp: `prompt_n` tokens were processed, `cache_n` were cached. */
  readonly timings?: { readonly prompt_n: number; readonly cache_n?: number; readonly predicted_n: number }
}

function count(line: string, call: CountedCall): void {
  const json = line.startsWith('data: {') ? line.slice('data: '.length) : line
  if (!json.startsWith('{')) return
  const { choices, usage, timings } = JSON.parse(json) as Frame
  if (choices?.some(({ finish_reason: reason }) => typeof reason === 'string')) call.isWhole = true
  if (timings !== undefined) {
    call.promptTokens = timings.prompt_n + (timings.cache_n ?? 0)
    call.completionTokens = timings.predicted_n
  }
  if (usage) {
    call.promptTokens = usage.prompt_tokens
    call.completionTokens = usage.completion_tokens
  }
}
