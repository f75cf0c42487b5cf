/** Stops the server: one signal ends jobs and event streams. */
import type { FastifyInstance } from 'fastify'
import { GlossError } from '../../core/index.ts'

// Time for a last frame to a client that still reads. Chosen, not measured.
const LAST_WORDS_MS = 500

export interface Shutdown {
  readonly signal: AbortSignal
  /** Aborted when requests in flight have had their time: answers that are still written end with a reason. */
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
    /** True for routes without a key. */
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
 * Accepts no further work, stops jobs and event streams, and waits for the requests in flight. After `graceMs` the remaining ones are
 * told to end, and connections that do not are closed.
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
