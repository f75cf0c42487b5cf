/** How long another process waited for a processor, as Linux tells it. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { waitedForCpuMs } from '../../../core/waited-for-cpu.ts'

const isTold = process.platform === 'linux'
/** Above the largest number that Linux gives a process. */
const NO_PROCESS = 2 ** 22 + 1

/** The second number of the file, nanoseconds. */
function queuedMs(): number {
  return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6
}

it.skipIf(!isTold)('is the time in the queue, in milliseconds', () => {
  const before = queuedMs()
  const waited = waitedForCpuMs(process.pid)
  expect(waited).toBeGreaterThanOrEqual(before)
  expect(waited).toBeLessThanOrEqual(queuedMs())
})

it('is nothing for a process that is gone, or never was', () => {
  expect([waitedForCpuMs(NO_PROCESS), waitedForCpuMs(undefined)]).toEqual([0, 0])
})
