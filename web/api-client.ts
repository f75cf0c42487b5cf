/**
 * Sends typed requests to the service. Failures are thrown as the problem document of the answer. A missing API key is asked for once
 * and kept for the browser tab.
 */
import type { Answer, Method, Parts, PathOf } from './api.d.ts'
import { byId, dialogById, inputById } from './dom.ts'
import type { EventPath, EventsByPath, PostedEvents } from './events.d.ts'
import { EventSourceParserStream } from './vendor/eventsource-parser/stream.js'

const KEY = 'gloss-key'
const RECONNECT_MS = 1_000

type AnyParts = { path?: object; query?: object; body?: unknown }
type Options = { signal?: AbortSignal; headers?: Record<string, string>; form?: FormData }

export class Problem extends Error {
  readonly help: string
  /** True if the same request may succeed later. */
  readonly retry: boolean
  constructor({ detail, help = '', retry = false }: { detail: string; help?: string; retry?: boolean }) {
    super(detail)
    this.help = help
    this.retry = retry
  }
}

/** Returns the JSON answer of a route. `path`: as in the OpenAPI document, such as `/papers/{id}/spans`. Throws `Problem`. */
async function request<M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  parts: Parts<M, Path>,
  options?: Options,
): Promise<Answer<M, Path>> {
  const response = await send(method, path, parts, options)
  return response.json()
}

export const get = <Path extends PathOf<'get'>>(path: Path, parts: Parts<'get', Path>, options?: Options) =>
  request('get', path, parts, options)

/** Posts a request. `form` replaces a JSON body. */
export const post = <Path extends PathOf<'post'>>(
  path: Path,
  parts: Parts<'post', Path>,
  options?: Options,
) => request('post', path, parts, options)

export const patch = <Path extends PathOf<'patch'>>(path: Path, parts: Parts<'patch', Path>) =>
  request('patch', path, parts)

export async function remove<Path extends PathOf<'delete'>>(path: Path, parts: Parts<'delete', Path>) {
  // Most deletions have an empty answer.
  await send('delete', path, parts)
}

/** Returns the bytes of a route whose answer is not JSON. */
export async function getBlob<Path extends PathOf<'get'>>(path: Path, parts: Parts<'get', Path>) {
  const response = await send('get', path, parts)
  return response.blob()
}

/**
 * Yields server-sent events until the stream ends. A broken connection is resumed after the last event. Uses fetch, since an EventSource
 * cannot send an API key.
 */
export async function* streamEvents<Path extends EventPath>(
  path: Path,
  parts: Parts<'get', Path>,
  signal: AbortSignal,
): AsyncGenerator<EventsByPath[Path], void> {
  let last = '0'
  for (let isEnded = false; !isEnded; ) {
    try {
      const response = await send('get', path, parts, { signal, headers: { 'last-event-id': last } })
      if (response.body === null) return
      for await (const { id, event, data } of messagesOf(response.body)) {
        last = id ?? last
        yield { number: Number(last), type: event, data: JSON.parse(data) } as EventsByPath[Path]
      }
      isEnded = true
    } catch (error) {
      if (error instanceof Problem || signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
    }
  }
}

/** Yields the events that answer a request. A broken connection is not resumed, since that would ask, and pay, again. */
export async function* postForEvents<Path extends keyof PostedEvents & PathOf<'post'>>(
  path: Path,
  parts: Parts<'post', Path>,
  signal: AbortSignal,
): AsyncGenerator<PostedEvents[Path], void> {
  const response = await send('post', path, parts, { signal, headers: { accept: 'text/event-stream' } })
  if (response.body === null) return
  for await (const { event, data } of messagesOf(response.body))
    yield { type: event, data: JSON.parse(data) } as PostedEvents[Path]
}

function messagesOf(body: NonNullable<Response['body']>) {
  return body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
}

/** Returns the address of a route for a link; a server that needs a key refuses it. */
export const hrefOf = <Path extends PathOf<'get'>>(path: Path, parts: Parts<'get', Path>) =>
  addressOf(path, parts)

export const hasKey = () => sessionStorage.getItem(KEY) !== null
export const forgetKey = () => sessionStorage.removeItem(KEY)

/** Sends a request and returns a successful response. Throws `Problem`. */
async function send(method: Method, path: string, parts: AnyParts, options: Options = {}): Promise<Response> {
  const { signal, headers, form } = options
  const hasBody = method === 'post' || method === 'patch'
  const isJson = hasBody && form === undefined
  const response = await fetch(addressOf(path, parts), {
    method: method.toUpperCase(),
    headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers, ...keyHeader() },
    ...(hasBody ? { body: form ?? JSON.stringify(parts.body ?? {}) } : {}),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error) => {
    if (signal?.aborted) throw error
    throw new Problem({
      detail: 'The server does not answer.',
      help: 'Start it again with `gloss serve`.',
      retry: true,
    })
  })
  if (response.ok) return response
  const problem = await problemOf(response)
  if (response.status === 401 && (await askForKey(problem.detail))) return send(method, path, parts, options)
  throw new Problem(problem)
}

/** Returns the address relative to the page, which may be served below a prefix. */
function addressOf(path: string, { path: names = {}, query = {} }: AnyParts) {
  const values = new Map(Object.entries(names))
  const filled = path.slice(1).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values.get(name)))
  const given = Object.entries(query).filter(([, value]) => value !== '' && value !== undefined)
  if (given.length === 0) return filled
  return `${filled}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

async function problemOf(response: Response) {
  const problem = await response.json().catch(() => null)
  return problem ?? { detail: `The server answered ${response.status}.` }
}

function keyHeader(): Record<string, string> {
  const key = sessionStorage.getItem(KEY)
  return key ? { 'x-api-key': key } : {}
}

/** Asks for a key. `reason`: why the request was refused. Returns true if a key was entered. */
function askForKey(reason: string): Promise<boolean> {
  const dialog = dialogById('key-dialog')
  if (dialog.open) return Promise.resolve(false)
  byId('key-problem').textContent = hasKey() ? reason : ''
  inputById('key').value = ''
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener(
      'close',
      () => {
        const { value } = inputById('key')
        if (value) sessionStorage.setItem(KEY, value)
        resolve(value !== '')
      },
      { once: true },
    )
  })
}
