/** Reads figures about another process: whether it is alive and, on Linux, its memory and how long it waited for a processor. */
import { readFileSync } from 'node:fs'

const KB_PER_MB = 1024
const NANOSECONDS_PER_MS = 1_000_000

/** Returns resident memory in MB; null if the system has no /proc or the process has ended. */
export function residentMb(pid: number | undefined): number | null {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readProcess(pid, 'status'))?.[1]
  return found === undefined ? null : Number(found) / KB_PER_MB
}

/** Returns how many milliseconds its main thread has been queued since its start; 0 if unavailable or the process has ended. */
export function waitedForCpuMs(pid: number | undefined): number {
  // Fields: nanoseconds on a processor, nanoseconds in the run queue, time slices.
  const [, queued = '0'] = readProcess(pid, 'schedstat').split(' ')
  return Number(queued) / NANOSECONDS_PER_MS
}

/** Returns an empty string if there is no such process or file: kernels may be built without `schedstat`. */
function readProcess(pid: number | undefined, file: 'status' | 'schedstat'): string {
  if (pid === undefined || process.platform !== 'linux') return ''
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}

// A machine that gives a child less than a fifth of a processor is no use for reading papers. Chosen, not measured.
const MAX_SLOWDOWN = 5

/** Measures how long a child has worked. Time in which it waits for a processor on a busy machine does not count. */
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
      return Math.max(passedMs - (waited() - waitedMs), passedMs / MAX_SLOWDOWN)
    },
  }
}

/** Returns whether a process on this machine is alive, including other users' processes. */
export function isProcessAlive(pid: number): boolean {
  try {
    // 0 would mean the group of this process.
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
