/** The model server behind the proxy, in a process of its own so that its time is not counted. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface ChildServer {
  readonly url: string
  end(): Promise<void>
}

/** Starts a server that says `tokens` words as fast as it can. */
export async function startUpstream(tokens: number): Promise<ChildServer> {
  const file = join(import.meta.dirname, '..', 'proxy-upstream-child.ts')
  const child = spawn(process.execPath, [file, `${tokens}`, '0'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    url,
    async end() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}
