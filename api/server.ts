/** Builds the HTTP service without listening: guard, limits, problems, metrics, and the route groups. */

import type { Server } from 'node:http'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Integrity } from '../app/corpora/index.ts'
import { type KeyRing, openKeyRing } from '../app/keys/index.ts'
import { hideServers } from '../app/proxy/index.ts'
import type { Config, Gloss } from '../app/wiring/index.ts'
import { GlossError, invalidInput } from '../core/index.ts'
import { limitGloss, limitJobs } from './access/limit-gloss.ts'
import { giveAccess } from './access/request-access.ts'
import { MAX_PARAM_CHARACTERS, pathOf, unroutedFailure, watchMethods } from './http/allowed-methods.ts'
import { zodValidator } from './http/fields.ts'
import { createGuard, keyNameOf } from './http/guard.ts'
import { hideInAnswers } from './http/hide-run-servers.ts'
import { holdCorpora } from './http/hold-corpora.ts'
import { limitGuesses, limitRate } from './http/limit-rate.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { createPlaces, type RequestPlaces } from './http/places.ts'
import { sendProblem } from './http/problem.ts'
import { shortLines } from './http/short-lines.ts'
import { createShutdown } from './http/shutdown.ts'
import { answerUnread } from './http/unread-request.ts'
import type { Jobs } from './jobs/job.ts'
import { createJobQueue } from './jobs/job-queue.ts'
import { keepJobs } from './jobs/kept-jobs.ts'
import { createSharedJobs } from './jobs/shared-jobs.ts'
import { accessRoutes } from './routes/access.ts'
import { askRoutes } from './routes/ask.ts'
import { checkRoutes } from './routes/check.ts'
import { compareRoutes } from './routes/compare.ts'
import { corpusRoutes } from './routes/corpora.ts'
import { describeRoutes, docsRoutes } from './routes/docs.ts'
import { entityRoutes } from './routes/entities.ts'
import { executeRoutes } from './routes/execute.ts'
import { fileRoutes } from './routes/files.ts'
import { gateRoutes } from './routes/gate.ts'
import { graphRoutes } from './routes/graph.ts'
import { healthRoutes } from './routes/health.ts'
import { jobRoutes } from './routes/jobs.ts'
import { mcpRoutes } from './routes/mcp.ts'
import { pageRoutes } from './routes/pages.ts'
import { paperRoutes } from './routes/papers.ts'
import { patternRoutes } from './routes/patterns.ts'
import { ragRoutes } from './routes/rag.ts'
import { retrieveRoutes } from './routes/retrieve.ts'
import { runRoutes } from './routes/runs.ts'
import { solveRoutes } from './routes/solve.ts'
import { uploadRoutes } from './routes/uploads.ts'
import { valueRoutes } from './routes/values.ts'
import { verifyRoutes } from './routes/verify.ts'
import { webRoutes } from './routes/web.ts'
import { createRunManager, type RunManager } from './runs/run-manager.ts'
import { v1Routes } from './v1/routes.ts'

export interface ServerOptions {
  /** Stream of log lines. Default: standard error, so that standard output stays free for programs. */
  readonly logStream?: { write(line: string): void }
  /** Returns what /ready reports about the corpora, if they are verified in the background. */
  readonly integrity?: () => Integrity
}

// A JSON body is a batch of questions; uploads have the configured limit. Chosen, not measured.
const MAX_JSON_BYTES = 1024 * 1024
// Interval at which Node looks for requests that take too long, unless their limit is shorter. Chosen, not measured.
const TIMEOUT_CHECK_MS = 10_000
// Node's default.
const HEADERS_TIMEOUT_MS = 60_000

/** Builds the server. Throws `CONFIG_INVALID` for an address that others can reach and no key, and `KEY_FILE_REFUSED`. */
export function buildServer(whole: Gloss, options: ServerOptions = {}): FastifyInstance {
  const { config } = whole
  // Routes use the limited service; jobs and runs, which were checked with their request, continue after it.
  const gloss = limitGloss(whole)
  const metrics = createMetrics(whole)
  const server = Fastify(frameworkOptions(config, options))
  server.decorate('life', createShutdown())
  server.removeContentTypeParser('text/plain')
  server.setValidatorCompiler(zodValidator)
  server.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
  const methodsOf = watchMethods(server)
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  const keys = openKeys(server, config)
  addHooks(server, limitGuesses(createGuard(config, keys), config.failedKeysPerMinute), metrics)
  const jobPlaces = createPlaces(config, { what: 'jobs', most: config.jobs + config.waitingJobs })
  const jobs = openJobs(server, whole, jobPlaces)
  server.addHook('onReady', jobs.resume)
  const runs = createRunManager(whole, {
    signal: server.life.signal,
    onFault: (err, run) => server.log.error({ err, run }, 'run failed'),
  })
  server.addHook('onClose', async () => {
    await Promise.all([jobs.settled(), runs.settled()])
  })

  limitRate(server, config, (request) => keyNameOf(request, keys))
  server.register(multipart)
  describeRoutes(server)
  const watchers = createPlaces(config, { what: 'event streams', most: config.eventStreams })
  server.register((routes, _, done) => {
    holdCorpora(routes, gloss)
    giveAccess(routes)
    healthRoutes(routes, whole, metrics, options.integrity)
    accessRoutes(routes, gloss)
    retrieveRoutes(routes, gloss, metrics)
    compareRoutes(routes, gloss)
    ragRoutes(routes, gloss)
    executeRoutes(routes, gloss)
    paperRoutes(routes, gloss)
    pageRoutes(routes, gloss, metrics)
    fileRoutes(routes, gloss)
    corpusRoutes(routes, gloss, [jobs, runs])
    gateRoutes(routes, gloss)
    statementRoutes(routes, gloss)
    uploadRoutes(routes, gloss, jobs, jobPlaces)
    jobRoutes(routes, limitJobs(jobs), watchers)
    patternRoutes(routes)
    solverRoutes(routes, gloss, runs, watchers)
    const chats = createPlaces(config, { what: 'questions to models', most: config.chats })
    askRoutes(routes, gloss, chats)
    verifyRoutes(routes, gloss)
    checkRoutes(routes, gloss)
    v1Routes(routes, gloss, chats)
    mcpRoutes(routes, gloss, { jobs, jobPlaces, chats })
    done()
  })
  addPublicRoutes(server)
  server.setNotFoundHandler((request, reply) => {
    throw unroutedFailure(request, reply, methodsOf(pathOf(request)))
  })
  return server
}

/** Adds routes for what papers say beyond units: names, their connections, and values. */
function statementRoutes(routes: FastifyInstance, gloss: Gloss): void {
  entityRoutes(routes, gloss)
  graphRoutes(routes, gloss)
  valueRoutes(routes, gloss)
}

/** Adds the page and the description of the routes, which are public. */
function addPublicRoutes(server: FastifyInstance): void {
  server.register((routes, _, done) => {
    routes.addHook('onRoute', (route) => {
      route.config = { ...route.config, isPublic: true }
    })
    docsRoutes(routes)
    webRoutes(routes)
    done()
  })
}

function openJobs(server: FastifyInstance, gloss: Gloss, { takeAccepted: takePlace }: RequestPlaces): Jobs {
  const options = {
    signal: server.life.signal,
    onFault: (err: unknown, job: string) => server.log.error({ err, job }, 'job failed'),
  }
  const { uploadJobs } = gloss.workspace
  if (uploadJobs !== undefined) return createSharedJobs(gloss, uploadJobs, options)
  const folder = join(gloss.config.workspace, 'jobs')
  const { filesPath } = gloss.workspace
  return keepJobs(createJobQueue(gloss, options), { ...options, folder, filesPath, takePlace })
}

function openKeys(server: FastifyInstance, config: Config): KeyRing {
  const keys = openKeyRing(config, (err) =>
    server.log.warn({ err }, 'the use of a key could not be recorded'),
  )
  server.decorateRequest('access', null)
  server.addHook('onClose', async () => keys.writeUses())
  return keys
}

function solverRoutes(
  routes: FastifyInstance,
  gloss: Gloss,
  runs: RunManager,
  watchers: RequestPlaces,
): void {
  routes.register((solver, _, done) => {
    hideInAnswers(solver, hideServers(gloss.config))
    solveRoutes(solver, gloss, runs, watchers)
    runRoutes(solver, gloss, runs, watchers)
    done()
  })
}

function frameworkOptions(
  config: Config,
  { logStream = process.stderr }: ServerOptions,
): FastifyHttpOptions<Server> {
  const started = Date.now().toString(36)
  let requests = 0
  return {
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel, stream: shortLines(logStream) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `${started}-${++requests}`,
    bodyLimit: MAX_JSON_BYTES,
    trustProxy: config.trustedProxy ?? false,
    routerOptions: { maxParamLength: MAX_PARAM_CHARACTERS },
    requestTimeout: config.bodyTimeoutMs,
    http: {
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, config.bodyTimeoutMs),
      // Node applies the longer of the two to the whole request, whatever their names.
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, config.bodyTimeoutMs),
    },
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    clientErrorHandler: answerUnread,
  }
}

/** Adds the hooks. The guard runs after the rate limit, so that guesses at the key are limited, too. */
function addHooks(
  server: FastifyInstance,
  guard: (request: FastifyRequest, reply: FastifyReply) => void,
  metrics: Metrics,
): void {
  server.addHook('preParsing', (request, reply, _, done) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('x-request-id', request.id)
    try {
      // The absolute form is for proxies, which this is not; the rest of it would be read as a path.
      if (request.raw.url?.startsWith('/') !== true)
        throw invalidInput('path', 'The target of a request must begin with "/".')
      guard(request, reply)
      if (server.life.isStopping() && request.routeOptions.config.isPublic !== true)
        throw new GlossError('STOPPING', 'The server is shutting down.')
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    metrics.observeRequest({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
    done()
  })
}
