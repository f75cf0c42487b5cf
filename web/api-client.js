/**
 * Typed requests to the service. Failures are thrown as the problem document it answers with. A missing API key is asked for once
 * and kept for the browser tab.
 */
/** @import { Answer, Method, Parts, PathOf } from './api.js' */
/** @import { EventPath, EventsByPath, PostedEvents } from './events.js' */
import { byId, dialogById, inputById } from './dom.js'
import { EventSourceParserStream } from './vendor/eventsource-parser/stream.js'

const KEY = 'gloss-key'
const RECONNECT_MS = 1_000

/** @typedef {{ path?: object, query?: object, body?: unknown }} AnyParts */
/** @typedef {{ signal?: AbortSignal, headers?: Record<string, string>, form?: FormData }} Options */

export class Problem extends Error {
  /** @param {{ detail: string, help?: string }} problem */
  constructor({ detail, help = '' }) {
    super(detail)
    this.help = help
  }
}

/**
 * The JSON answer of a route.
 * @template {Method} M
 * @template {PathOf<M>} Path
 * @param {M} method
 * @param {Path} path as in the OpenAPI document, such as `/papers/{id}/spans`
 * @param {Parts<M, Path>} parts
 * @param {Options} [options]
 * @returns {Promise<Answer<M, Path>>}
 * @throws {Problem}
 */
async function request(method, path, parts, options) {
  const response = await send(method, path, parts, options)
  return response.json()
}

/**
 * @template {PathOf<'get'>} Path
 * @param {Path} path
 * @param {Parts<'get', Path>} parts
 * @param {Options} [options]
 */
export const get = (path, parts, options) => request('get', path, parts, options)

/**
 * @template {PathOf<'post'>} Path
 * @param {Path} path
 * @param {Parts<'post', Path>} parts
 * @param {Options} [options] `form` takes the place of a JSON body
 */
export const post = (path, parts, options) => request('post', path, parts, options)

/**
 * @template {PathOf<'patch'>} Path
 * @param {Path} path
 * @param {Parts<'patch', Path>} parts
 */
export const patch = (path, parts) => request('patch', path, parts)

/**
 * @template {PathOf<'delete'>} Path
 * @param {Path} path
 * @param {Parts<'delete', Path>} parts
 */
export async function remove(path, parts) {
  // Most deletions answer with nothing.
  await send('delete', path, parts)
}

/**
 * The bytes of a route that does not answer with JSON.
 * @template {PathOf<'get'>} Path
 * @param {Path} path
 * @param {Parts<'get', Path>} parts
 */
export async function getBlob(path, parts) {
  const response = await send('get', path, parts)
  return response.blob()
}

/**
 * Server-sent events until the stream ends. A broken connection is resumed behind the last event. By fetch, because an EventSource
 * cannot send an API key.
 * @template {EventPath} Path
 * @param {Path} path
 * @param {Parts<'get', Path>} parts
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<EventsByPath[Path], void>}
 */
export async function* streamEvents(path, parts, signal) {
  let last = '0'
  for (let isEnded = false; !isEnded; ) {
    try {
      const response = await send('get', path, parts, { signal, headers: { 'last-event-id': last } })
      if (response.body === null) return
      for await (const { id, event, data } of messagesOf(response.body)) {
        last = id ?? last
        yield/** @type {EventsByPath[Path]} */ ({ number: Number(last), type: event, data: JSON.parse(data) })
      }
      isEnded = true
    } catch (error) {
      if (error instanceof Problem || signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
    }
  }
}

/**
 * The events that a request is answered with. A broken connection is not resumed: it would be asked, and paid for, again.
 * @template {keyof PostedEvents & PathOf<'post'>} Path
 * @param {Path} path
 * @param {Parts<'post', Path>} parts
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<PostedEvents[Path], void>}
 */
export async function* postForEvents(path, parts, signal) {
  const response = await send('post', path, parts, { signal, headers: { accept: 'text/event-stream' } })
  if (response.body === null) return
  for await (const { event, data } of messagesOf(response.body))
    yield/** @type {PostedEvents[Path]} */ ({ type: event, data: JSON.parse(data) })
}

/** @param {NonNullable<Response['body']>} body */
function messagesOf(body) {
  return body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
}

/**
 * The address of a route, for a link; a server that asks for a key does not answer it.
 * @template {PathOf<'get'>} Path
 * @param {Path} path
 * @param {Parts<'get', Path>} parts
 */
export const hrefOf = (path, parts) => addressOf(path, parts)

export const hasKey = () => sessionStorage.getItem(KEY) !== null
export const forgetKey = () => sessionStorage.removeItem(KEY)

/**
 * @param {Method} method
 * @param {string} path
 * @param {AnyParts} parts
 * @param {Options} [options]
 * @returns {Promise<Response>} a successful one
 * @throws {Problem}
 */
async function send(method, path, parts, options = {}) {
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
    throw new Problem({ detail: 'The server does not answer.', help: 'Start it again with `gloss serve`.' })
  })
  if (response.ok) return response
  const problem = await problemOf(response)
  if (response.status === 401 && (await askForKey(problem.detail))) return send(method, path, parts, options)
  throw new Problem(problem)
}

/**
 * Relative to the page, which may be served below a prefix.
 * @param {string} path
 * @param {AnyParts} parts
 */
function addressOf(path, { path: names = {}, query = {} }) {
  const values = new Map(Object.entries(names))
  const filled = path.slice(1).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values.get(name)))
  const given = Object.entries(query).filter(([, value]) => value !== '' && value !== undefined)
  if (given.length === 0) return filled
  return `${filled}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** @param {Response} response */
async function problemOf(response) {
  const problem = await response.json().catch(() => null)
  return problem ?? { detail: `The server answered ${response.status}.` }
}

/** @returns {Record<string, string>} */
function keyHeader() {
  const key = sessionStorage.getItem(KEY)
  return key ? { 'x-api-key': key } : {}
}

/**
 * @param {string} reason why the request was refused
 * @returns {Promise<boolean>} true where a key was entered
 */
function askForKey(reason) {
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
