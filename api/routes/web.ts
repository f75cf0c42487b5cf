/** Serves the page for people: files from web/ and a few of installed packages; it may load nothing from elsewhere. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ASKING_BACKENDS, DEFAULT_K } from '../../app/wiring/index.ts'
import { pageModules, withoutTypes } from '../http/page-modules.ts'

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

/** Files of installed packages that the page loads, by their path relative to the package's entry. */
const VENDOR_FILES: Readonly<Record<string, readonly [entry: string, path: string]>> = {
  'sigma.js': ['sigma', 'sigma.min.js'],
  'graphology.js': ['graphology', 'graphology.umd.min.js'],
  'graphology-library.js': ['graphology-library', 'dist/graphology-library.min.js'],
  'eventsource-parser/stream.js': ['eventsource-parser', 'stream.js'],
  'eventsource-parser/parse.js': ['eventsource-parser', 'parse.js'],
  'eventsource-parser/errors.js': ['eventsource-parser', 'errors.js'],
}

const DEFAULTS = `export const DEFAULT_HITS = '${DEFAULT_K}'
export const ASKING_BACKENDS = ${JSON.stringify(ASKING_BACKENDS)}
`

export function webRoutes(server: FastifyInstance): void {
  const folder = webFolder()
  // The plugin answers "Forbidden" to a path that no file can have, such as one of 5,000 characters; the file is missing.
  server.setErrorHandler((error, _, reply) => {
    if ((error as { statusCode?: number }).statusCode !== 403) throw error
    reply.callNotFound()
  })
  server.register(fastifyStatic, {
    root: folder,
    schemaHide: true,
    cacheControl: false,
    // Sources and compiler settings are for developers only.
    allowedPath: (path) => !/\.(ts|json)$/.test(path),
    setHeaders(reply) {
      for (const [name, value] of Object.entries(HEADERS)) reply.header(name, value)
    },
  })
  for (const [name, source] of pageModules(folder))
    server.get(`/${name}`, { schema: { hide: true } }, async (_, reply) =>
      reply
        .headers(HEADERS)
        .type('text/javascript; charset=utf-8')
        .send(withoutTypes(await readFile(join(folder, source), 'utf8'))),
    )
  server.get('/vendor/defaults.js', { schema: { hide: true } }, (_, reply) =>
    reply.type('text/javascript').send(DEFAULTS),
  )
  const { resolve } = createRequire(import.meta.url)
  for (const [name, [entry, file]] of Object.entries(VENDOR_FILES)) {
    server.get(`/vendor/${name}`, { schema: { hide: true } }, (_, reply) => {
      const path = join(dirname(resolve(entry)), file)
      return reply.sendFile(basename(path), dirname(path))
    })
  }
}

/** Returns the folder of the page: beside api/ in the sources, maybe beside the folder of built files in the package. */
function webFolder(): string {
  const folders = ['../../web', '../../../web'].map((path) => join(import.meta.dirname, path))
  const found = folders.find((folder) => existsSync(join(folder, 'index.html')))
  if (found === undefined) throw new Error(`web/index.html is in none of ${folders.join(', ')}`)
  return found
}
