/**
 * Decides who may send requests. With keys, any client whose key has the right that the route needs. Without, any client on this machine
 * that uses a loopback name, so that a foreign web page can neither read answers (DNS rebinding) nor send forms that change anything.
 */
import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../../app/config/index.ts'
import { isExpired, type KeyRing, WHOLE_ACCESS } from '../../app/keys/index.ts'
import type { Config } from '../../app/wiring/index.ts'
import { GlossError } from '../../core/index.ts'
import { assertRight } from '../access/request-access.ts'

/** Admits a request and sets `request.access`. Throws `UNAUTHORISED`, `RIGHT_MISSING`, `ORIGIN_REFUSED` or `KEY_FILE_REFUSED`. */
export type Guard = (request: FastifyRequest) => void

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a GET that asks models or computes for long, which a link or a picture of another site's page must not trigger. */
    readonly isCostly?: boolean
  }
}

const PORT = /:\d{1,5}$/
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Creates the guard. Throws `CONFIG_INVALID` for an address that others can reach and no key, and `KEY_FILE_REFUSED`. */
export function createGuard(
  { host, trustedProxy }: Pick<Config, 'host' | 'trustedProxy'>,
  keys: KeyRing,
): Guard {
  keys.assertSound()
  if (!keys.isAsked() && !isLoopbackHost(host))
    throw new GlossError(
      'CONFIG_INVALID',
      `Listening on ${host} requires a key, because other machines can reach it: make one with \`gloss keys add\`, set GLOSS_KEY, or set GLOSS_HOST to 127.0.0.1.`,
      { host },
    )
  if (!keys.isAsked() && trustedProxy !== undefined)
    throw new GlossError(
      'CONFIG_INVALID',
      'GLOSS_TRUSTED_PROXY requires a key, because other machines reach the service through the proxy: make one with `gloss keys add`, or set GLOSS_KEY.',
    )
  return (request) => {
    if (keys.isAsked()) return checkKey(request, keys)
    checkPlace(request)
    request.access = WHOLE_ACCESS
  }
}

function checkKey(request: FastifyRequest, keys: KeyRing): void {
  const { isPublic, right } = request.routeOptions.config
  if (isPublic === true) return
  const given = keyOf(request)
  if (given === undefined) throw new GlossError('UNAUTHORISED', 'An API key is required.', { isGuess: false })
  const access = keys.find(given)
  if (access === null) throw new GlossError('UNAUTHORISED', 'The API key is wrong.', { isGuess: true })
  if (isExpired(access, Date.now()))
    throw new GlossError('UNAUTHORISED', `The API key ${access.name} expired on ${access.expires}.`, {
      isGuess: false,
    })
  assertRight(access, right, `${request.method} ${request.routeOptions.url}`)
  request.access = access
}

function checkPlace(request: FastifyRequest): void {
  const { headers, method } = request
  const { host = '', origin } = headers
  if (!isLoopbackHost(host.replace(PORT, '')))
    throw new GlossError('ORIGIN_REFUSED', `This server accepts only loopback host names, not "${host}".`)
  if (!SAFE_METHODS.has(method) && origin !== undefined && origin !== `http://${host}`)
    throw new GlossError('ORIGIN_REFUSED', `Pages from "${origin}" may not change anything on this server.`)
  if (isSetOffElsewhere(request))
    throw new GlossError(
      'ORIGIN_REFUSED',
      'Pages of other sites may link to this server, but not make it do work.',
    )
}

/**
 * True for a request that a browser makes for a page of another site (Fetch Metadata, W3C), including another port of this machine: a
 * picture or a script, which the page cannot read but which makes the server work. Following a link is allowed, unless it is costly.
 */
function isSetOffElsewhere({ headers, routeOptions: { config } }: FastifyRequest): boolean {
  if (config.isPublic === true) return false
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  if (site !== 'cross-site' && site !== 'same-site') return false
  const isFollowedLink = mode === 'navigate' && destination === 'document'
  return !isFollowedLink || config.isCostly === true
}

/** Returns the name of a request's key; null if it has none, or a wrong or expired one. Throws `KEY_FILE_REFUSED`. */
export function keyNameOf(request: FastifyRequest, keys: KeyRing): string | null {
  const given = keyOf(request)
  const access = given === undefined ? null : keys.find(given)
  return access === null || isExpired(access, Date.now()) ? null : access.name
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const { authorization, 'x-api-key': key } = headers
  if (typeof key === 'string') return key
  return /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
}
