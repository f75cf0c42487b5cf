/** Is the server still taking work? One signal that ends jobs and event streams when it stops. */
import type { FastifyInstance } from 'fastify'

export interface Shutdown {
  readonly signal: AbortSignal
  isStopping(): boolean
  stop(): void
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
  return {
    signal: controller.signal,
    isStopping: () => controller.signal.aborted,
    stop: () => controller.abort(),
  }
}

/**
 * Takes no further work, stops jobs and event streams, and waits for the requests in flight; connections that are left
 * after `graceMs` are cut.
 */
export async function stopServer(server: FastifyInstance, graceMs: number): Promise<void> {
  server.life.stop()
  const cut = setTimeout(() => server.server.closeAllConnections(), graceMs)
  try {
    await server.close()
  } finally {
    clearTimeout(cut)
  }
}
