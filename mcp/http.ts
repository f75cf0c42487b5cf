/** Serves MCP over HTTP without state between requests, for the protocol of 2026-07-28 and those of 2025. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Gloss } from '../app/wiring/index.ts'
import { createMcpServer, type McpSettings } from './server.ts'
import { toolsOf } from './tools.ts'

/** A request as received by a server, which always has a method and a URL. */
type ServerRequest = IncomingMessage & { readonly method: string; readonly url: string }

export interface McpOverHttp {
  /** Answers a request whose sender was checked; `body` is its parsed JSON. */
  answer(request: ServerRequest, response: ServerResponse, body: unknown): Promise<void>
  /** Ends the requests in flight. */
  close(): Promise<void>
}

export function createMcpOverHttp(
  gloss: Gloss,
  settings: McpSettings,
  onFault: (error: Error) => void,
): McpOverHttp {
  const tools = toolsOf(gloss, settings)
  const handler = createMcpHandler(
    ({ requestInfo }) =>
      createMcpServer(gloss, tools, {
        ...settings,
        signal:
          requestInfo === undefined
            ? settings.signal
            : AbortSignal.any([settings.signal, requestInfo.signal]),
      }),
    { onerror: onFault },
  )
  const answer = toNodeHandler(handler, { onerror: onFault })
  return { answer: (request, response, body) => answer(request, response, body), close: handler.close }
}
