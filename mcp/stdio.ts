/** Serves MCP over standard input and output to the client that started this process. Only the protocol is written to standard output. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Config, Gloss } from '../app/wiring/index.ts'
import { GlossError } from '../core/index.ts'
import { createMcpServer, type McpSettings } from './server.ts'
import { toolsOf } from './tools.ts'
import { wholeLines } from './whole-lines.ts'

/** Serves until the client closes its end of the pipe or is killed, or until `settings.signal` aborts. */
export async function serveMcpOverStdio(
  gloss: Gloss,
  settings: Omit<McpSettings, 'enter'>,
  onFault: (error: Error) => void,
): Promise<void> {
  const tools = toolsOf(gloss, settings)
  const enter = createPlaces(gloss.config)
  const serve = () => createMcpServer(gloss, tools, { ...settings, enter })
  const maxBytes = lineBytes(gloss.config)
  const refuse = () => process.stdout.write(`${JSON.stringify(tooLong(maxBytes))}\n`)
  const lines = process.stdin.pipe(wholeLines(maxBytes, refuse))
  const transport = new StdioServerTransport(lines, process.stdout, { maxBufferSize: 2 * maxBytes })
  const handle = serveStdio(serve, { transport, onerror: onFault })
  await new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve())
    process.stdout.once('error', () => resolve())
    if (settings.signal.aborted) resolve()
    else settings.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await handle.close()
}

const BYTES_PER_MB = 1024 * 1024
/** Limit for a call without a paper, and for the text around a paper. */
const CALL_BYTES = 10 * BYTES_PER_MB

/** Returns the most bytes of a line; Base64 takes four characters for three bytes. */
function lineBytes({ mcpAdd, maxBodyMb }: Config): number {
  return CALL_BYTES + (mcpAdd ? Math.ceil((maxBodyMb * BYTES_PER_MB * 4) / 3) : 0)
}

/** Returns the error for a line that is too long. Its `id` is null because the call's id is in the unread line. */
function tooLong(maxBytes: number): object {
  const message = `A message may have at most ${maxBytes} bytes (GLOSS_MAX_BODY_MB); this one was not read.`
  return { jsonrpc: '2.0', id: null, error: { code: -32_600, message } }
}

/** Creates the slots for calls; the only client may use all of them. */
function createPlaces({ chats, jobs, waitingPictures }: Config): McpSettings['enter'] {
  const most = new Map([
    ['ask', chats],
    ['show', 1 + waitingPictures],
    ['add', jobs],
  ])
  const taken = new Map<string, number>()
  return (tool) => {
    const now = taken.get(tool) ?? 0
    if (now >= (most.get(tool) ?? Infinity))
      throw new GlossError('QUEUE_FULL', `Too many calls of ${tool} at once; the limit is ${now}.`)
    taken.set(tool, now + 1)
    return () => taken.set(tool, (taken.get(tool) ?? 1) - 1)
  }
}
