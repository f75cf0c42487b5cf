/** MCP over standard input and output: one client, which started this process. Nothing but the protocol is written to standard output. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Gloss } from '../app/index.ts'
import { createMcpServer, type McpSettings } from './server.ts'
import { toolsOf } from './tools.ts'

/** Serves until the client closes its end of the pipe, is killed, or `settings.signal` aborts. */
export async function serveMcpOverStdio(
  gloss: Gloss,
  settings: McpSettings,
  onFault: (error: Error) => void,
): Promise<void> {
  const tools = toolsOf(gloss, settings)
  const handle = serveStdio(() => createMcpServer(gloss, tools, settings), { onerror: onFault })
  await new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve())
    process.stdout.once('error', () => resolve())
    if (settings.signal.aborted) resolve()
    else settings.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await handle.close()
}
