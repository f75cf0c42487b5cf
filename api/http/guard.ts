/**
 * Who may send requests? With a key, any client that sends it. Without one, any client on this machine that uses a loopback name, so that
 * a foreign web page can neither read answers (DNS rebinding) nor send forms that change things.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { GlossError } from '../../core/index.ts'

export interface GuardSettings {
  readonly host: string
  readonly key?: string | undefined
}

/** Throws `UNAUTHORISED` or `ORIGIN_REFUSED`. */
export type Guard = (request: FastifyRequest) => void

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Throws `CONFIG_INVALID` for an address that others can reach and no key. */
export function createGuard({ host, key }: GuardSettings): Guard {
  if (key !== undefined) return keyGuard(key)
  if (isLoopback(host)) return loopbackGuard
  throw new GlossError(
    'CONFIG_INVALID',
    `Listening on ${host} requires a key, because other machines can reach it: set GLOSS_KEY, or set GLOSS_HOST to 127.0.0.1.`,
    { host },
  )
}

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host) || host === '::1'
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

function loopbackGuard({ headers, method }: FastifyRequest): void {
  const { host = '', origin } = headers
  if (!LOOPBACK.test(host))
    throw new GlossError('ORIGIN_REFUSED', `This server accepts only loopback host names, not "${host}".`)
  if (SAFE_METHODS.has(method) || origin === undefined || origin === `http://${host}`) return
  throw new GlossError('ORIGIN_REFUSED', `Pages from "${origin}" may not change anything on this server.`)
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
