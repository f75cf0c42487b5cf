/** A server that writes more than all buffers in between can hold, as fast as it is read. */
import { once } from 'node:events'
import { openLoopback } from './loopback.ts'

// 80 MB in pieces of 64 kB.
export const FLOOD_PIECES = 1_280

export async function openFloodingServer(piece: Uint8Array, flood: { pieces: number; isWaiting: boolean }) {
  const server = await openLoopback(async (_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/octet-stream' })
    for (; flood.pieces < FLOOD_PIECES; flood.pieces++)
      if (!outgoing.write(piece)) {
        flood.isWaiting = true
        await once(outgoing, 'drain')
        flood.isWaiting = false
      }
    outgoing.end()
  })
  return { ...server, url: `${server.origin}/v1` }
}
