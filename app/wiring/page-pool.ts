/** Reads web pages in a child process with the time and memory limits of papers, since anyone may have written them. */
import { entryBeside, GlossError, openChildPool } from '../../core/index.ts'
import type { ReadLimits } from '../../ingest/index.ts'
import type { PageText } from '../../tools/index.ts'
import type { PageAnswer, PageRequest } from './page-protocol.ts'

export interface PagePool extends Pick<PageText, 'html' | 'passages'> {
  close(): Promise<void>
}

const REQUESTS_PER_CHILD = 100
const ENTRY = entryBeside(import.meta.url, 'page-child')

export function openPagePool({
  timeoutMs,
  maxMemoryMb,
}: Pick<ReadLimits, 'timeoutMs' | 'maxMemoryMb'>): PagePool {
  const pool = openChildPool<PageRequest, PageAnswer>({
    entry: ENTRY,
    workers: 1,
    maxMemoryMb,
    requestsPerChild: REQUESTS_PER_CHILD,
    leavesChildren: true,
  })

  async function ask<Kind extends PageAnswer['kind']>(
    request: PageRequest & { readonly kind: Kind },
    signal: AbortSignal,
  ): Promise<Extract<PageAnswer, { kind: Kind }>> {
    const outcome = await pool.run(request, timeoutMs, signal)
    if (outcome.kind === 'answer') return outcome.answer as Extract<PageAnswer, { kind: Kind }>
    throw new GlossError('LINK_FAILED', `The page could not be read within the limits (${outcome.kind}).`, {
      reason: outcome.kind,
    })
  }

  return {
    html: async (html, base, signal) => (await ask({ kind: 'html', html, base }, signal)).contents,
    passages: async (text, question, maxWords, signal) =>
      (await ask({ kind: 'passages', text, question, maxWords }, signal)).passages,
    close: () => pool.close(),
  }
}
