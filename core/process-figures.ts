/** What Linux says of another process: its memory, and how long it waited for a processor. */
import { readFileSync } from 'node:fs'

const KB_PER_MB = 1024
const NANOSECONDS_PER_MS = 1_000_000

/** Returns resident memory in MB; null where the system does not say (no /proc) or the process has ended. */
export function residentMb(pid: number | undefined): number | null {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readProcess(pid, 'status'))?.[1]
  return found === undefined ? null : Number(found) / KB_PER_MB
}

/** Returns the milliseconds since its start that its main thread was queued; 0 where the system does not say or the process has ended. */
export function waitedForCpuMs(pid: number | undefined): number {
  // Nanoseconds on a processor, nanoseconds in the queue for one, turns.
  const [, queued = '0'] = readProcess(pid, 'schedstat').split(' ')
  return Number(queued) / NANOSECONDS_PER_MS
}

/** Empty where there is no such process or file: kernels may be built without `schedstat`. */
function readProcess(pid: number | undefined, file: 'status' | 'schedstat'): string {
  if (pid === undefined || process.platform !== 'linux') return ''
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}

// A machine on which a child gets less than a fifth of a processor is of no use for reading. Chosen, not measured.
const MOST_TIMES_LONGER = 5

/** How long a child had for its work. While it waits for a processor on a busy machine, its time stands still. */
export function childClock(waited: () => number) {
  let startedMs = performance.now()
  let waitedMs = waited()
  return {
    start() {
      startedMs = performance.now()
      waitedMs = waited()
    },
    workedMs(): number {
      const passedMs = performance.now() - startedMs
      return Math.max(passedMs - (waited() - waitedMs), passedMs / MOST_TIMES_LONGER)
    },
  }
}
