/** Describes the machine, on which a measurement of speed depends. */
import { execFileSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'

export type Circumstances = ReturnType<typeof circumstances>

export function circumstances() {
  return {
    machine: `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}`,
    // Above 1, others used the machine too: ratios of processor time are still valid, wall times are too long.
    loadAverage: Math.round(loadavg()[0]! * 10) / 10,
    node: process.version,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    date: new Date().toISOString().slice(0, 10),
  }
}
