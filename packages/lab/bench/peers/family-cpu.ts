/** CPU time of this process and of its children, those that ended included. */
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10
// Fields of /proc/PID/stat behind the name, which may contain blanks.
const PARENT = 1
const TIMES = [11, 12, 13, 14]

/** In ms; null where the system does not tell (no /proc). */
export function familyCpuMs(): number | null {
  if (process.platform !== 'linux') return null
  let ticks = 0
  for (const entry of readdirSync('/proc')) {
    const fields = /^\d+$/.test(entry) ? statOf(entry) : null
    if (fields === null || (entry !== String(process.pid) && fields[PARENT] !== process.pid)) continue
    ticks += TIMES.reduce((sum, place) => sum + fields[place]!, 0)
  }
  return ticks * MS_PER_TICK
}

/** Null where the process is gone by now. */
function statOf(pid: string): number[] | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
}
