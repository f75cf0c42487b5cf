/** Which methods does a path answer to? So that a wrong method is told apart from a wrong path. */
import type { FastifyInstance } from 'fastify'

/** Watches the routes that are added from here on. */
export function watchMethods(server: FastifyInstance): (path: string) => string[] {
  const methodsOf = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()
  server.addHook('onRoute', ({ url, method }) => {
    // A path under a wildcard is a file that is not there.
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

function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/:[^/]+/g, '[^/]+')}$`)
}
