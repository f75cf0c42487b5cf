/** Table of the right that each request needs. A route that is missing here keeps the server from starting. */
import type { Right } from '../../app/keys/index.ts'

/** `public`: no key needed. `any`: a key with any right. `read everywhere`: a key that is not limited to some corpora. */
export type RouteRight = Right | 'public' | 'any' | 'read everywhere'

/** Paths at which models are asked for answers, passed on unchanged. */
export const INFERENCE_PATHS = [
  '/v1/completions',
  '/v1/responses',
  '/v1/messages',
  '/v1/messages/count_tokens',
  '/v1/rerank',
  '/v1/score',
  '/v1/moderations',
  '/v1/audio/speech',
  '/v1/audio/transcriptions',
  '/v1/audio/translations',
  '/v1/images/generations',
] as const

/** Rights by method and path, spelled as in OpenAPI; `*` for every method. */
export const RIGHT_OF_ROUTE: Readonly<Record<string, RouteRight>> = {
  'GET /health': 'public',
  'GET /ready': 'public',
  'GET /metrics': 'read everywhere',
  'GET /access': 'any',
  'GET /retrieve': 'read',
  'POST /retrieve': 'read',
  'POST /compare': 'read',
  'POST /verify': 'read',
  'POST /check': 'read',
  'GET /papers': 'read',
  'GET /papers/{id}': 'read',
  'GET /papers/{id}/figures': 'read',
  'GET /units': 'read',
  'GET /units/{id}': 'read',
  'GET /papers/{id}/pages/{number}': 'read',
  'GET /papers/{id}/pages/{number}/image': 'read',
  'GET /papers/{id}/pages/{number}/units': 'read',
  'GET /papers/{id}/spans': 'read',
  'GET /papers/{id}/references': 'read',
  'GET /papers/{id}/file': 'read',
  'GET /papers/{id}/marked': 'read',
  'GET /papers/{id}/citation': 'read',
  'GET /corpora': 'read',
  'GET /corpora/{name}': 'read',
  'GET /corpora/{name}/export': 'read',
  'GET /gate': 'read',
  'GET /entities': 'read',
  'GET /entities/{name}': 'read',
  'GET /graph': 'read',
  'GET /values': 'read',
  'GET /table': 'read',
  'GET /conflicts': 'read',
  'GET /patterns': 'read',
  'GET /runs': 'read',
  'GET /runs/{id}': 'read',
  'GET /runs/{id}/trace': 'read',
  'GET /runs/{id}/events': 'read',
  'POST /ask': 'ask',
  // Its sifter may be a model.
  'POST /rag': 'ask',
  'POST /execute': 'ask',
  'POST /solve': 'ask',
  'POST /solve/demonstration': 'ask',
  'POST /runs/{id}/cancel': 'ask',
  'POST /runs/{id}/resume': 'ask',
  'POST /v1/chat/completions': 'ask',
  'GET /v1/models': 'ask',
  'GET /v1/models/{id}': 'ask',
  'POST /v1/embeddings': 'ask',
  'GET /v1/models/*': 'ask',
  ...Object.fromEntries(INFERENCE_PATHS.map((path) => [`POST ${path}`, 'ask' as const])),
  // Files, stored answers and keys of the account at the model server.
  '* /v1/*': 'admin',
  'POST /papers': 'add',
  'POST /corpora': 'add',
  'GET /jobs': 'add',
  'GET /jobs/{id}': 'add',
  'GET /jobs/{id}/events': 'add',
  'DELETE /jobs/{id}': 'add',
  'DELETE /corpora/{name}': 'admin',
  'DELETE /papers/{id}': 'admin',
  'POST /gate/{paper}': 'admin',
  'PATCH /papers/{id}': 'admin',
  // Each tool has its own right.
  '* /mcp': 'any',
}

/** Rights of the tools at /mcp. */
export const RIGHT_OF_TOOL: Readonly<Record<string, Right>> = {
  search: 'read',
  read: 'read',
  show: 'read',
  verify: 'read',
  tables: 'read',
  connect: 'read',
  values: 'read',
  papers: 'read',
  ask: 'ask',
  add: 'add',
}

/** Returns the right of a route; `url` is in fastify's form, with `:id`. Throws for a route that has no right. */
export function rightOfRoute(method: string, url: string): RouteRight {
  const path = url.replaceAll(/:(\w+)/g, '{$1}')
  const right = RIGHT_OF_ROUTE[`${method === 'HEAD' ? 'GET' : method} ${path}`] ?? RIGHT_OF_ROUTE[`* ${path}`]
  if (right === undefined) throw new Error(`api/access/route-rights.ts has no right for ${method} ${path}`)
  return right
}

/** Returns the right of a tool. Throws for a tool that has none. */
export function rightOfTool(name: string): Right {
  const right = RIGHT_OF_TOOL[name]
  if (right === undefined) throw new Error(`api/access/route-rights.ts has no right for the tool ${name}`)
  return right
}
