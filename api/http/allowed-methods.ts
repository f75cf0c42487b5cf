/** Collects the methods of each path, so that a wrong method gets another answer than a wrong path. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GlossError, invalidInput } from '../../core/index.ts'

/** Longest part of a path that a route matches. */
export const MAX_PARAM_CHARACTERS = 200

/** Watches the routes added from now on. Returns a function that lists the methods of a path. */
export function watchMethods(server: FastifyInstance): (path: string) => string[] {
  const methodsOf = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()
  server.addHook('onRoute', ({ url, method }) => {
    // A path under a wildcard names a missing file.
    if (url.includes('*')) return
    const known = methodsOf.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() }
    methodsOf.set(url, known)
    for (const name of [method].flat()) known.methods.add(name)
  })
  return (path) => {
    const found = [...methodsOf.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort()
  }
}

export function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? ''
}

/** Returns why no route took the request; `methods` are those of its path. */
export function unroutedFailure(
  { method, url }: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[],
): GlossError {
  if (methods.length === 0) return new GlossError('ROUTE_NOT_FOUND', `No route matches ${method} ${url}.`)
  if (methods.includes(method))
    return invalidInput('path', `A part of a path may be at most ${MAX_PARAM_CHARACTERS} characters long.`)
  reply.header('allow', methods.join(', '))
  return new GlossError('METHOD_NOT_ALLOWED', `This path supports ${methods.join(', ')}, not ${method}.`)
}

function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/:[^/]+/g, '[^/]+')}$`)
}
