/** How much memory does another process hold? */
import { readFileSync } from 'node:fs'

const KB_PER_MB = 1024

/** Resident memory in MB; null where the system does not tell (no /proc) or the process is gone. */
export function residentMb(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null
  const status = readStatus(pid)
  const found = status === null ? undefined : /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
  return found === undefined ? null : Number(found) / KB_PER_MB
}

function readStatus(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ESRCH'
}
