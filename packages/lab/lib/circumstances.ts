/** What a measurement of speed depends on. */
import { execFileSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'

export interface Circumstances {
  readonly machine: string
  /** Above 1, others used the machine too: ratios of processor time still hold, wall times are too long. */
  readonly loadAverage: number
  readonly node: string
  readonly commit: string
  readonly date: string
}

export function circumstances(): Circumstances {
  return {
    machine: `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}`,
    loadAverage: Math.round(loadavg()[0]! * 10) / 10,
    node: process.version,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    date: new Date().toISOString().slice(0, 10),
  }
}
