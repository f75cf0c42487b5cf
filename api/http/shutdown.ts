/** Is the server still taking work? One signal that ends jobs and event streams when it stops. */
import type { FastifyInstance } from 'fastify'
import { GlossError } from '../../core/index.ts'

// For a last frame to a client that still reads. Chosen, not measured.
const LAST_WORDS_MS = 500

export interface Shutdown {
  readonly signal: AbortSignal
  /** Aborted where the time of requests in flight is over: what is still written ends with a word on why. */
  readonly overdue: AbortSignal
  isStopping(): boolean
  stop(): void
  endRequests(): void
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly life: Shutdown
  }
  interface FastifyContextConfig {
    /** Answered without a key. */
    readonly isPublic?: boolean
  }
}

export function createShutdown(): Shutdown {
  const controller = new AbortController()
  const late = new AbortController()
  return {
    signal: controller.signal,
    overdue: late.signal,
    isStopping: () => controller.signal.aborted,
    stop: () => controller.abort(),
    endRequests: () => late.abort(new GlossError('STOPPING', 'The server is shutting down.')),
  }
}

/**
 * Takes no further work, stops jobs and event streams, and waits for the requests in flight. After `graceMs` those that are left are told
 * to end, and connections that do not are cut.
 */
export async function stopServer(server: FastifyInstance, graceMs: number): Promise<void> {
  server.life.stop()
  const ending = setTimeout(() => server.life.endRequests(), graceMs)
  const cut = setTimeout(() => server.server.closeAllConnections(), graceMs + LAST_WORDS_MS)
  try {
    await server.close()
  } finally {
    clearTimeout(ending)
    clearTimeout(cut)
  }
}
