/** Limits work in progress: each request that works or waits takes a place; if none is left, the next one is refused at once. */
import { isIP } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { asksForKey } from '../../app/keys/index.ts'
import type { Config } from '../../app/wiring/index.ts'
import { GlossError } from '../../core/index.ts'

export interface RequestPlaces {
  /** Takes a place. Returns a function that frees it, which may be called more than once. Throws `QUEUE_FULL`. */
  take(request: FastifyRequest): () => void
  /** Takes a place for work that was accepted before the service started, even if none is left. */
  takeAccepted(): () => void
}

const NO_CLIENT = 'accepted before'
// A connection that its client has closed has no address any more.
const CLOSED = 'closed'

/** `what`: as in "Too many uploads at once". If a key is needed, one address may take `clientShare` of the places, and at least one. */
export function createPlaces(
  config: Pick<Config, 'key' | 'workspace' | 'clientShare'>,
  { what, most }: { readonly what: string; readonly most: number },
): RequestPlaces {
  const taken = new Map<string, number>()
  let all = 0

  function change(client: string, by: 1 | -1): void {
    const count = (taken.get(client) ?? 0) + by
    if (count === 0) taken.delete(client)
    else taken.set(client, count)
    all += by
  }

  function enter(client: string): () => void {
    change(client, 1)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      change(client, -1)
    }
  }

  return {
    take(request) {
      const client = addressOf(request)
      const mostOfClient = asksForKey(config) ? Math.max(1, Math.floor(most * config.clientShare)) : most
      if (all >= most) throw new GlossError('QUEUE_FULL', `Too many ${what} at once; the limit is ${most}.`)
      if ((taken.get(client) ?? 0) >= mostOfClient)
        throw new GlossError('QUEUE_FULL', `Too many ${what} from one address; the limit is ${mostOfClient}.`)
      return enter(client)
    },
    takeAccepted: () => enter(NO_CLIENT),
  }
}

/**
 * Returns what counts as one client: an address, or for IPv6 the network that one client usually has (/64). A trusted proxy's client
 * address is used if it is one, else the proxy's.
 */
export function addressOf({ ip, socket }: Partial<Pick<FastifyRequest, 'ip' | 'socket'>>): string {
  const address = [ip, socket?.remoteAddress].find((one) => one !== undefined && isIP(one) !== 0)
  return address === undefined ? CLOSED : normalizeIP(address)
}
