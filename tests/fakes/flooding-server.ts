/** A server that writes more than all buffers on the way can hold, as fast as it is let. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// 80 MB in pieces of 64 kB.
export const FLOOD_PIECES = 1_280

export async function openFloodingServer(piece: Uint8Array, flood: { pieces: number; isWaiting: boolean }) {
  const server = createServer(async (_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/octet-stream' })
    for (; flood.pieces < FLOOD_PIECES; flood.pieces++)
      if (!outgoing.write(piece)) {
        flood.isWaiting = true
        await once(outgoing, 'drain')
        flood.isWaiting = false
      }
    outgoing.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
