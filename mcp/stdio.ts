/** MCP over standard input and output: one client, which started this process. Nothing but the protocol is written to standard output. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Config, Gloss } from '../app/index.ts'
import { GlossError } from '../core/index.ts'
import { createMcpServer, type McpSettings } from './server.ts'
import type { TakePlace } from './tool.ts'
import { toolsOf } from './tools.ts'

/** Serves until the client closes its end of the pipe, is killed, or `settings.signal` aborts. */
export async function serveMcpOverStdio(
  gloss: Gloss,
  settings: Omit<McpSettings, 'takePlace'>,
  onFault: (error: Error) => void,
): Promise<void> {
  const tools = toolsOf(gloss, settings.readsFiles)
  const takePlace = createPlaces(gloss.config)
  const handle = serveStdio(() => createMcpServer(gloss, tools, { ...settings, takePlace }), {
    onerror: onFault,
  })
  await new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve())
    process.stdout.once('error', () => resolve())
    if (settings.signal.aborted) resolve()
    else settings.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await handle.close()
}

/** For one client, which may have as many as there are. */
function createPlaces({ chats, jobs }: Config): TakePlace {
  const most = { question: chats, paper: jobs }
  const taken = { question: 0, paper: 0 }
  return (what) => {
    if (taken[what] >= most[what])
      throw new GlossError(
        'QUEUE_FULL',
        `Too many calls at once that need a ${what === 'question' ? 'model' : 'reader'}; the server takes ${most[what]}.`,
      )
    taken[what]++
    return () => {
      taken[what]--
    }
  }
}
