/** Limits requests, and wrong keys, per address and minute. Every path and method counts, known or not. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../../app/config/index.ts'
import type { Config } from '../../app/wiring/index.ts'
import { GlossError, isGlossError } from '../../core/index.ts'
import type { Guard } from './guard.ts'
import { addressOf } from './places.ts'
import { WindowCounter } from './window-counter.ts'

// Limit per address if others can reach the server and none is set (R2R's is 60; a page of hits requests ten pictures).
const OPEN_REQUESTS_PER_MINUTE = 600
const MINUTE_MS = 60_000
const MS_PER_SECOND = 1_000
/** Paths without a limit: a supervisor that is refused assumes that the server has crashed. */
const EXEMPT: ReadonlySet<string | undefined> = new Set(['/health', '/ready'])

/** Adds the limit. A client with a right key is counted separately from all others of its address: behind a proxy they may be strangers. */
export function limitRate(
  server: FastifyInstance,
  { host, requestsPerMinute }: Config,
  keyNameOf: (request: FastifyRequest) => string | null,
): void {
  const max = requestsPerMinute === 0 && !isLoopbackHost(host) ? OPEN_REQUESTS_PER_MINUTE : requestsPerMinute
  if (max === 0) return
  server.register(rateLimit, {
    max,
    timeWindow: MINUTE_MS,
    // The plugin's hook for routes would not see paths without a route.
    global: false,
    store: WindowCounter,
    keyGenerator: (request) => `${keyNameOf(request) ?? ''} ${addressOf(request)}`,
    errorResponseBuilder: (_, { max: allowed, after }) =>
      new GlossError('RATE_LIMITED', `More than ${allowed} requests in a minute; try again in ${after}.`),
  })
  let limit: ReturnType<FastifyInstance['rateLimit']> | undefined
  server.addHook('onRequest', async (request, reply) => {
    if (EXEMPT.has(request.routeOptions.url)) return
    limit ??= server.rateLimit()
    await limit.call(server, request, reply)
  })
}

/** Refuses an address after too many wrong keys and says when to retry; a right key is always accepted. Throws `RATE_LIMITED`. */
export function limitGuesses(
  guard: Guard,
  most: number,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const failures = new WindowCounter()
  return (request, reply) => {
    try {
      guard(request)
    } catch (error) {
      if (!isGlossError(error, 'UNAUTHORISED') || error.facts['isGuess'] !== true) throw error
      const { current, ttl } = failures.count(addressOf(request), MINUTE_MS)
      if (current <= most) throw error
      const seconds = Math.ceil(ttl / MS_PER_SECOND)
      reply.header('retry-after', seconds)
      throw new GlossError('RATE_LIMITED', `Too many wrong keys; try again in ${seconds} seconds.`)
    }
  }
}
