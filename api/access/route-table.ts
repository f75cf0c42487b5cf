/** Table of the routes: the right that each needs, and its name and group in OpenAPI. A route that is missing here keeps the server from starting. */
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

interface Route {
  readonly right: RouteRight
  /** Name in OpenAPI, from which clients are generated: a contract, so a published name stays. Absent for a route that OpenAPI leaves out. */
  readonly id?: string
  /** Group in OpenAPI. */
  readonly tag?: string
}

/** Routes by method and path, spelled as in OpenAPI; `*` for every method. */
export const ROUTES: Readonly<Record<string, Route>> = {
  'GET /health': { right: 'public', id: 'getHealth', tag: 'operation' },
  'GET /ready': { right: 'public', id: 'getReadiness', tag: 'operation' },
  'GET /metrics': { right: 'read everywhere', id: 'getMetrics', tag: 'operation' },
  'GET /access': { right: 'any', id: 'getAccess', tag: 'operation' },
  'GET /retrieve': { right: 'read', id: 'retrieve', tag: 'retrieval' },
  'POST /retrieve': { right: 'read', id: 'retrieveMany', tag: 'retrieval' },
  'POST /compare': { right: 'read', id: 'compareBackends', tag: 'retrieval' },
  'POST /verify': { right: 'read', id: 'verifyQuotes', tag: 'retrieval' },
  'POST /check': { right: 'read', id: 'checkDraft', tag: 'retrieval' },
  'GET /papers': { right: 'read', id: 'listPapers', tag: 'papers' },
  'GET /papers/{id}': { right: 'read', id: 'getPaper', tag: 'papers' },
  'GET /papers/{id}/figures': { right: 'read', id: 'listFigures', tag: 'papers' },
  'GET /units': { right: 'read', id: 'listUnits', tag: 'units' },
  'GET /units/{id}': { right: 'read', id: 'getUnit', tag: 'units' },
  'GET /papers/{id}/pages/{number}': { right: 'read', id: 'getPage', tag: 'papers' },
  'GET /papers/{id}/pages/{number}/image': { right: 'read', id: 'getPageImage', tag: 'papers' },
  'GET /papers/{id}/pages/{number}/units': { right: 'read', id: 'locateUnits', tag: 'papers' },
  'GET /papers/{id}/spans': { right: 'read', id: 'locateSpan', tag: 'papers' },
  'GET /papers/{id}/references': { right: 'read', id: 'listReferences', tag: 'papers' },
  'GET /papers/{id}/file': { right: 'read', id: 'getPaperFile', tag: 'papers' },
  'GET /papers/{id}/marked': { right: 'read', id: 'getMarkedCopy', tag: 'papers' },
  'GET /papers/{id}/citation': { right: 'read', id: 'citePaper', tag: 'papers' },
  'GET /corpora': { right: 'read', id: 'listCorpora', tag: 'corpora' },
  'GET /corpora/{name}': { right: 'read', id: 'getCorpus', tag: 'corpora' },
  'GET /corpora/{name}/export': { right: 'read', id: 'exportCorpus', tag: 'corpora' },
  'GET /gate': { right: 'read', id: 'listGateDecisions', tag: 'gate' },
  'GET /entities': { right: 'read', id: 'searchNames', tag: 'graph' },
  'GET /entities/{name}': { right: 'read', id: 'getName', tag: 'graph' },
  'GET /graph': { right: 'read', id: 'getGraph', tag: 'graph' },
  'GET /values': { right: 'read', id: 'findValues', tag: 'retrieval' },
  'GET /table': { right: 'read', id: 'tabulatePapers', tag: 'retrieval' },
  'GET /conflicts': { right: 'read', id: 'findConflicts', tag: 'retrieval' },
  'GET /patterns': { right: 'read', id: 'listPatterns', tag: 'solver' },
  'GET /runs': { right: 'read', id: 'listRuns', tag: 'solver' },
  'GET /runs/{id}': { right: 'read', id: 'getRun', tag: 'solver' },
  'GET /runs/{id}/trace': { right: 'read', id: 'getRunTrace', tag: 'solver' },
  'GET /runs/{id}/events': { right: 'read', id: 'streamRun', tag: 'solver' },
  'POST /ask': { right: 'ask', id: 'ask', tag: 'retrieval' },
  // Its sifter may be a model.
  'POST /rag': { right: 'ask', id: 'retrieveTexts', tag: 'tools' },
  'POST /execute': { right: 'ask', id: 'executeCode', tag: 'tools' },
  'POST /solve': { right: 'ask', id: 'solve', tag: 'solver' },
  'POST /solve/demonstration': { right: 'ask', id: 'solveDemonstration', tag: 'solver' },
  'POST /runs/{id}/cancel': { right: 'ask', id: 'cancelRun', tag: 'solver' },
  'POST /runs/{id}/resume': { right: 'ask', id: 'resumeRun', tag: 'solver' },
  'POST /v1/chat/completions': { right: 'ask', id: 'createChatCompletion', tag: 'v1' },
  'GET /v1/models': { right: 'ask', id: 'listModels', tag: 'v1' },
  'GET /v1/models/{id}': { right: 'ask', id: 'getModel', tag: 'v1' },
  'POST /v1/embeddings': { right: 'ask', id: 'createEmbeddings', tag: 'v1' },
  'GET /v1/models/*': { right: 'ask' },
  ...Object.fromEntries(INFERENCE_PATHS.map((path) => [`POST ${path}`, { right: 'ask' as const }])),
  // Files, stored answers and keys of the account at the model server.
  '* /v1/*': { right: 'admin' },
  'POST /papers': { right: 'add', id: 'uploadPapers', tag: 'papers' },
  'POST /corpora': { right: 'add', id: 'createCorpus', tag: 'corpora' },
  'GET /jobs': { right: 'add', id: 'listJobs', tag: 'jobs' },
  'GET /jobs/{id}': { right: 'add', id: 'getJob', tag: 'jobs' },
  'GET /jobs/{id}/events': { right: 'add', id: 'streamJob', tag: 'jobs' },
  'DELETE /jobs/{id}': { right: 'add', id: 'cancelJob', tag: 'jobs' },
  'DELETE /corpora/{name}': { right: 'admin', id: 'deleteCorpus', tag: 'corpora' },
  'DELETE /papers/{id}': { right: 'admin', id: 'removePaper', tag: 'papers' },
  'POST /gate/{paper}': { right: 'admin', id: 'overrideGate', tag: 'gate' },
  'PATCH /papers/{id}': { right: 'admin', id: 'editPaper', tag: 'papers' },
  // Each tool has its own right.
  '* /mcp': { right: 'any' },
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
  const route = ROUTES[`${method === 'HEAD' ? 'GET' : method} ${path}`] ?? ROUTES[`* ${path}`]
  if (route === undefined) throw new Error(`api/access/route-table.ts lacks ${method} ${path}`)
  return route.right
}

/** Returns name and group of an operation by its path in OpenAPI. Throws if it has none yet. */
export function describedRoute(method: string, path: string): { readonly id: string; readonly tag: string } {
  const { id, tag } = ROUTES[`${method.toUpperCase()} ${path}`] ?? {}
  if (id === undefined || tag === undefined)
    throw new Error(`api/access/route-table.ts has no name for ${method} ${path}`)
  return { id, tag }
}

/** Returns the right of a tool. Throws for a tool that has none. */
export function rightOfTool(name: string): Right {
  const right = RIGHT_OF_TOOL[name]
  if (right === undefined) throw new Error(`api/access/route-table.ts has no right for the tool ${name}`)
  return right
}
