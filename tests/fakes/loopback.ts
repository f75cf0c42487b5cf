/** The address of a server that a test plays: on loopback, at a free port, until it is closed. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Loopback extends AsyncDisposable {
  readonly origin: string
  /** Ends what is under way, too. */
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
