/** Starts a test's own server on a free loopback port. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Loopback extends AsyncDisposable {
  readonly origin: string
  /** Closes the server, with requests under way. */
  close(): Promise<void>
}

export async function openLoopback(answer: RequestListener): Promise<Loopback> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  async function close(): Promise<void> {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close,
    [Symbol.asyncDispose]: close,
  }
}
