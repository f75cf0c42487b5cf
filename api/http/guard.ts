/**
 * Who may send requests? With a key, any client that sends it. Without one, any client on this machine that uses a loopback name, so that
 * a foreign web page can neither read answers (DNS rebinding) nor send forms that change things.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../../app/index.ts'
import { GlossError } from '../../core/index.ts'

export interface GuardSettings {
  readonly host: string
  readonly key?: string | undefined
}

/** Throws `UNAUTHORISED` or `ORIGIN_REFUSED`. */
export type Guard = (request: FastifyRequest) => void

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that asks models or computes for long: not to be set off by a link or a picture of another site's page. */
    readonly isCostly?: boolean
  }
}

const PORT = /:\d{1,5}$/
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Throws `CONFIG_INVALID` for an address that others can reach and no key. */
export function createGuard({ host, key }: GuardSettings): Guard {
  if (key !== undefined) return keyGuard(key)
  if (isLoopbackHost(host)) return loopbackGuard
  throw new GlossError(
    'CONFIG_INVALID',
    `Listening on ${host} requires a key, because other machines can reach it: set GLOSS_KEY, or set GLOSS_HOST to 127.0.0.1.`,
    { host },
  )
}

function keyGuard(key: string): Guard {
  const expected = digest(key)
  return (request) => {
    if (request.routeOptions.config.isPublic === true) return
    const given = keyOf(request)
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return
    throw new GlossError(
      'UNAUTHORISED',
      given === undefined ? 'An API key is required.' : 'The API key is wrong.',
      { isGuess: given !== undefined },
    )
  }
}

function loopbackGuard(request: FastifyRequest): void {
  const { headers, method } = request
  const { host = '', origin } = headers
  if (!isLoopbackHost(host.replace(PORT, '')))
    throw new GlossError('ORIGIN_REFUSED', `This server accepts only loopback host names, not "${host}".`)
  if (!SAFE_METHODS.has(method) && origin !== undefined && origin !== `http://${host}`)
    throw new GlossError('ORIGIN_REFUSED', `Pages from "${origin}" may not change anything on this server.`)
  if (isSetOffElsewhere(request))
    throw new GlossError(
      'ORIGIN_REFUSED',
      'Pages of other sites may link to this server, but not let it work for them.',
    )
}

/**
 * A request that a browser makes for a page of another site (Fetch Metadata, W3C), a port of this machine other than ours included: a
 * picture or a script, which the page cannot read but which makes the server work. A link that a person follows is none, unless it costs.
 */
function isSetOffElsewhere({ headers, routeOptions: { config } }: FastifyRequest): boolean {
  if (config.isPublic === true) return false
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  if (site !== 'cross-site' && site !== 'same-site') return false
  const isFollowedLink = mode === 'navigate' && destination === 'document'
  return !isFollowedLink || config.isCostly === true
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const { authorization, 'x-api-key': key } = headers
  if (typeof key === 'string') return key
  return /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
}

/** Of one length for every key, so that comparing takes the same time. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
