/** /mcp: the tools for agents over the Model Context Protocol, stateless Streamable HTTP. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Gloss } from '../../app/wiring/index.ts'
import { GlossError, invalidInput, isGlossError } from '../../core/index.ts'
import { createMcpOverHttp, type ToolFailure } from '../../mcp/index.ts'
import { assertBackends, assertRight, currentAccess } from '../access/request-access.ts'
import { rightOfTool } from '../access/route-table.ts'
import { createPlaces, type RequestPlaces } from '../http/places.ts'
import { asGlossError, problemOf } from '../http/problem.ts'
import { readJson } from '../http/read-json.ts'
import { createJobIngest } from '../jobs/ingest-as-job.ts'
import type { Jobs } from '../jobs/job.ts'

/** Maximum size of a call, which is a question or a name: only `add` sends papers. Chosen, not measured. */
const MAX_CALL_BYTES = 1024 * 1024
const BYTES_PER_MB = 1024 * 1024

export interface McpBounds {
  readonly jobs: Jobs
  /** Places for each job that waits or runs. */
  readonly jobPlaces: RequestPlaces
  /** Places for questions to models. */
  readonly chats: RequestPlaces
}

export function mcpRoutes(root: FastifyInstance, gloss: Gloss, bounds: McpBounds): void {
  root.register((server, _, done) => {
    server.removeContentTypeParser('application/json')
    server.addContentTypeParser<Buffer>(
      'application/json',
      { parseAs: 'buffer' },
      (_: FastifyRequest, body: Buffer) => callsIn(body),
    )
    mcpRoute(server, gloss, bounds)
    done()
  })
}

async function callsIn(body: Uint8Array): Promise<unknown> {
  try {
    return await readJson(body)
  } catch (error) {
    if (isGlossError(error)) throw error
    throw invalidInput('body', `The body is not JSON: ${error}.`, {}, error)
  }
}

function mcpRoute(server: FastifyInstance, gloss: Gloss, { jobs, jobPlaces, chats }: McpBounds): void {
  const callers = new AsyncLocalStorage<FastifyRequest>()
  const pictures = createPlaces(gloss.config, { what: 'page images', most: 1 + gloss.config.waitingPictures })
  const placesOf = new Map([
    ['ask', chats],
    ['show', pictures],
    ['add', jobPlaces],
  ])
  const settings = {
    folders: null,
    tell: toolFailureOf,
    refusalOf,
    enter: (tool: string) => placesOf.get(tool)?.take(caller()) ?? (() => undefined),
    ingestTaken: createJobIngest(jobs),
    signal: server.life.signal,
  }
  const mcp = createMcpOverHttp(gloss, settings, (err) => server.log.info({ err }, 'an MCP request failed'))
  server.addHook('onClose', () => mcp.close())

  function caller(): FastifyRequest {
    const request = callers.getStore()
    if (request === undefined) throw new GlossError('INTERNAL', 'A tool was called outside of a request.')
    return request
  }

  /** Describes an error as in a problem document: details of the server are written only to its log. */
  function toolFailureOf(thrown: unknown): ToolFailure {
    const error = asGlossError(thrown)
    const id = 'mcp'
    const { status, code, detail, help, retry, field } = problemOf(error, id)
    if (status >= 500) server.log.error({ err: thrown, code }, 'an MCP tool failed')
    return { code, message: detail, help, retry, ...(field === undefined ? {} : { field }) }
  }

  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    bodyLimit: gloss.config.mcpAdd ? gloss.config.maxBodyMb * BYTES_PER_MB : MAX_CALL_BYTES,
    schema: { hide: true },
    async handler(request, reply) {
      checkOrigin(request)
      reply.hijack()
      await callers.run(request, () => mcp.answer(request.raw as never, withHeaders(reply), request.body))
    },
  })
}

function refusalOf(tool: string, args: unknown): Error | null {
  try {
    assertRight(currentAccess(), rightOfTool(tool), `The tool ${tool}`)
    assertBackends(args)
    return null
  } catch (error) {
    if (isGlossError(error, 'RIGHT_MISSING')) return error
    throw error
  }
}

/** Refuses pages of other servers: the guard admits every page that has the key. Throws `ORIGIN_REFUSED`. */
function checkOrigin({ headers: { origin, host } }: FastifyRequest): void {
  if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) return
  throw new GlossError('ORIGIN_REFUSED', `Pages from "${origin}" may not use the tools of this server.`)
}

/** Returns the raw reply with the headers that hooks have set. */
function withHeaders(reply: FastifyReply): FastifyReply['raw'] {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  return reply.raw
}
