/** Access of the current request's key, for all code that works for that request. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Access, hasRight, type Right, reachesCorpus } from '../../app/keys/index.ts'
import { ASKING_BACKENDS } from '../../app/wiring/index.ts'
import { GlossError } from '../../core/index.ts'
import { type RouteRight, rightOfRoute } from './route-table.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly right?: RouteRight
  }
  interface FastifyRequest {
    /** Null before the guard has admitted the request, and on public routes. */
    access: Access | null
  }
}

const NOTHING: Access = { name: null, rights: [], corpora: [], expires: null }
const accesses = new AsyncLocalStorage<Access>()

/** Returns the access of the current request. Outside any request nothing is allowed. */
export function currentAccess(): Access {
  return accesses.getStore() ?? NOTHING
}

export function withAccess<Value>(access: Access | null, work: () => Value): Value {
  return accesses.run(access ?? NOTHING, work)
}

/** Sets the access for all routes added to `routes` after this call, whose configuration has the right that they need. */
export function giveAccess(routes: FastifyInstance): void {
  routes.addHook('onRoute', (route) => {
    const rights = [route.method].flat().map((method) => rightOfRoute(method, route.url))
    const [right = 'admin'] = rights
    if (rights.some((other) => other !== right))
      throw new Error(`One route of several methods has one right: ${route.url}`)
    route.config = { ...route.config, right, isPublic: right === 'public' }
    const { handler } = route
    route.handler = function (request, reply) {
      return withAccess(request.access, () => {
        assertNamed(request)
        return handler.call(this, request, reply)
      })
    }
  })
}

/** Checks the corpora named in a request before any work: a form is refused unread. Throws `RIGHT_MISSING`. */
function assertNamed({ query, body, headers }: FastifyRequest): void {
  const { corpus: inQuery } = (query ?? {}) as { readonly corpus?: unknown }
  const { corpus: inBody } = (body ?? {}) as { readonly corpus?: unknown }
  for (const corpus of [inQuery, inBody, headers['x-gloss-corpus']])
    if (typeof corpus === 'string') for (const one of corpus.split(',')) assertCorpus(one.trim())
  assertBackends(query, body)
}

/** Checks a right. Throws `RIGHT_MISSING` naming what the route needs and what the key may do. */
export function assertRight(access: Access, right: RouteRight | undefined, what: string): void {
  if (right === undefined || right === 'public' || right === 'any') return
  if (right === 'read everywhere') {
    assertRight(access, 'read', what)
    if (access.corpora !== null)
      throw new GlossError(
        'RIGHT_MISSING',
        `${what} needs the right "read" on every corpus; ${described(access)}.`,
        { right: 'read' },
      )
    return
  }
  if (!hasRight(access, right)) throw missingRight(access, right, what)
}

export function missingRight(access: Access, right: Right, what: string): GlossError {
  return new GlossError('RIGHT_MISSING', `${what} needs the right "${right}"; ${described(access)}.`, {
    right,
  })
}

/** Checks that the current request may use a corpus. Throws `RIGHT_MISSING`. */
export function assertCorpus(corpus: string): void {
  const access = currentAccess()
  if (!reachesCorpus(access, corpus))
    throw new GlossError(
      'RIGHT_MISSING',
      `The corpus "${corpus}" is not one of the key’s; ${described(access)}.`,
      { corpus },
    )
}

/** Checks that the current request may use backends, some of which ask a model for each question. Throws `RIGHT_MISSING`. */
export function assertBackends(...parts: readonly unknown[]): void {
  const named = parts.flatMap((part) => {
    const { backend, backends } = (part ?? {}) as { readonly backend?: unknown; readonly backends?: unknown }
    return [backend, backends].flat()
  })
  const asking = ASKING_BACKENDS.find((name) => named.includes(name))
  if (asking === undefined) return
  assertRight(currentAccess(), 'ask', `The backend ${asking}, which asks a model,`)
}

function described({ name, rights, corpora }: Access): string {
  const where = corpora === null ? '' : ` in ${corpora.join(', ')}`
  return `the key ${name} may ${rights.join(', ')}${where}`
}
