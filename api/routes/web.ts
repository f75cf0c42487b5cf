/** The page for people: plain files from web/, which may load nothing from elsewhere. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
}

export function webRoutes(server: FastifyInstance): void {
  server.register(fastifyStatic, {
    root: webFolder(),
    schemaHide: true,
    cacheControl: false,
    setHeaders(reply) {
      for (const [name, value] of Object.entries(HEADERS)) reply.header(name, value)
    },
  })
}

/** web/ lies beside api/ in the sources; the package may keep it beside its folder of built files. */
function webFolder(): string {
  const folders = ['../../web', '../../../web'].map((path) => join(import.meta.dirname, path))
  const found = folders.find((folder) => existsSync(join(folder, 'index.html')))
  if (found === undefined) throw new Error(`web/index.html is in none of ${folders.join(', ')}`)
  return found
}
