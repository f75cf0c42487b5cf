/**
 * Fetches pages of the internet and nothing else. A name is resolved once, each of its addresses is checked, and the connection
 * uses only these: a later answer of the name server (DNS rebinding) is never requested. Each redirect is checked again.
 */
import { type LookupAddress, lookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { boundedBody, bytesOfBody, GlossError, isGlossError } from '../../core/index.ts'
import { checkedLink, isWebName, type LinkRules, linkRefused, WEB_PORTS } from '../web/links.ts'
import type { FetchedPage, PageFetcher } from '../web/ports.ts'
import { isPublicAddress } from '../web/public-addresses.ts'

export interface GuardOptions extends LinkRules {
  /** Returns every address of a name. */
  readonly resolve: (name: string) => Promise<readonly LookupAddress[]>
  readonly timeoutMs: number
  readonly maxBytes: number
}

// 15 s is the published limit for a PDF; the rest is chosen, not measured.
const DEFAULTS: GuardOptions = {
  ports: WEB_PORTS,
  isAllowedAddress: isPublicAddress,
  isAllowedName: isWebName,
  resolve: (name) =>
    new Promise((resolve, reject) =>
      lookup(name, { all: true, verbatim: true }, (error, found) => (error ? reject(error) : resolve(found))),
    ),
  timeoutMs: 15_000,
  maxBytes: 20 * 1024 * 1024,
}
const MAX_REDIRECTS = 5
const MAX_HEADER_BYTES = 32 * 1024
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const HEADERS = {
  accept: 'text/html, application/xhtml+xml, application/pdf, text/plain;q=0.8',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'Mozilla/5.0 (compatible; gloss)',
}
export function openGuardedFetch(settings: Partial<GuardOptions> = {}): PageFetcher {
  const options = { ...DEFAULTS, ...settings }
  return {
    async fetch(link, signal) {
      const deadline = AbortSignal.timeout(options.timeoutMs)
      try {
        return await follow(link, options, AbortSignal.any([signal, deadline]))
      } catch (error) {
        signal.throwIfAborted()
        if (isGlossError(error)) throw error
        const why = deadline.aborted
          ? `no answer within ${options.timeoutMs / 1_000} s`
          : (error as Error).message
        throw failed(link, why, error)
      }
    },
  }
}

async function follow(link: string, options: GuardOptions, signal: AbortSignal): Promise<FetchedPage> {
  let url = checkedLink(link, options)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await ask(url, options, signal)
    const { statusCode = 0, headers } = response
    if (REDIRECTS.has(statusCode) && headers.location !== undefined) {
      response.destroy()
      url = checkedLink(URL.parse(headers.location, url.href)?.href ?? headers.location, options)
      continue
    }
    if (statusCode !== 200) {
      response.destroy()
      throw failed(url.href, `it answered with status ${statusCode}`)
    }
    return read(url, response, { maxBytes: options.maxBytes, signal })
  }
  throw failed(link, `more than ${MAX_REDIRECTS} redirects`)
}

function ask(url: URL, options: GuardOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      agent: false,
      headers: HEADERS,
      lookup: checkedLookup(url, options),
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    })
    // Checks the connection's own address again, however it was chosen.
    asked.on('socket', (socket) =>
      socket.on('connect', () => {
        if (!options.isAllowedAddress(socket.remoteAddress ?? ''))
          socket.destroy(linkRefused(url.href, 'its address is not public'))
      }),
    )
    asked.once('response', resolve).once('error', reject).end()
  })
}

/** Replaces the system's lookup of a connection, which gets only addresses that were checked. */
function checkedLookup(url: URL, { resolve, isAllowedAddress }: GuardOptions): LookupFunction {
  return (name, { all }, done) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) done(failed(url.href, 'its host name has no address'), '')
        else if (!addresses.every(({ address }) => isAllowedAddress(address)))
          done(linkRefused(url.href, 'its host name resolves to an address that is not public'), '')
        else if (all) done(null, [...addresses])
        else done(null, first.address, first.family)
      },
      (error: Error) => done(failed(url.href, error.message, error), ''),
    )
  }
}

async function read(
  url: URL,
  response: IncomingMessage,
  reading: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<FetchedPage> {
  const kind = kindOf(response.headers['content-type'] ?? '', url)
  const bytes = await bytesOfBody(boundedBody(response, reading))
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(response.headers['content-type'] ?? '')?.[1] ?? null
  return { link: url.href, kind, bytes, charset }
}

function kindOf(contentType: string, url: URL): FetchedPage['kind'] {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/pdf') return 'pdf'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (type.startsWith('text/') || type === 'application/json') return 'text'
  if (['', 'application/octet-stream'].includes(type) && url.pathname.toLowerCase().endsWith('.pdf'))
    return 'pdf'
  throw failed(url.href, `it is ${type || 'of an unknown type'}, not a page`)
}

function failed(link: string, why: string, cause?: unknown): GlossError {
  return new GlossError('LINK_FAILED', `${link.slice(0, 200)} could not be read: ${why}.`, {}, cause)
}
