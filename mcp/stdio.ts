/** MCP over standard input and output: one client, which started this process. Nothing but the protocol is written to standard output. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Config, Gloss } from '../app/wiring/index.ts'
import { GlossError } from '../core/index.ts'
import { createMcpServer, type McpSettings } from './server.ts'
import { toolsOf } from './tools.ts'

/** Serves until the client closes its end of the pipe, is killed, or `settings.signal` aborts. */
export async function serveMcpOverStdio(
  gloss: Gloss,
  settings: Omit<McpSettings, 'enter'>,
  onFault: (error: Error) => void,
): Promise<void> {
  const tools = toolsOf(gloss, settings)
  const enter = createPlaces(gloss.config)
  const serve = () => createMcpServer(gloss, tools, { ...settings, enter })
  const handle = serveStdio(serve, { onerror: onFault })
  await new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve())
    process.stdout.once('error', () => resolve())
    if (settings.signal.aborted) resolve()
    else settings.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await handle.close()
}

/** For one client, which may have as many as there are. */
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
      throw new GlossError('QUEUE_FULL', `Too many calls of ${tool} at once; the server takes ${now}.`)
    taken.set(tool, now + 1)
    return () => taken.set(tool, (taken.get(tool) ?? 1) - 1)
  }
}
