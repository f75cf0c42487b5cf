/** How long did another process wait for a processor that others had? */
import { readFileSync } from 'node:fs'

const NANOSECONDS_PER_MS = 1_000_000

/** Milliseconds since its start, of its main thread; 0 where the system does not tell (no /proc) or the process is gone. */
export function waitedForCpuMs(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0
  // Nanoseconds on a processor, nanoseconds in the queue for one, turns.
  const [, queued = '0'] = readOrEmpty(`/proc/${pid}/schedstat`).split(' ')
  return Number(queued) / NANOSECONDS_PER_MS
}

/** Kernels may be built without it. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}
