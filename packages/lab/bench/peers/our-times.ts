/** Times Gloss in the way that peers time themselves: each item separately, and the CPU time of the process for all items. */
import type { Built, Round } from './compare.ts'

const MICROSECONDS_PER_MS = 1000
const MS_PER_SECOND = 1000

export async function timedItems<Item>(
  items: readonly Item[],
  work: (item: Item) => unknown,
): Promise<Round> {
  const wallMs: number[] = []
  const found: unknown[] = []
  const cpu = process.cpuUsage()
  for (const item of items) {
    const started = performance.now()
    const answer = work(item)
    found.push(answer instanceof Promise ? await answer : answer)
    wallMs.push(performance.now() - started)
  }
  return { wallMs, cpuMs: cpuMsSince(cpu), found }
}

/** `work` returns the size in bytes of what it built. */
export function timedBuild(work: () => number | null): Built {
  const started = performance.now()
  const cpu = process.cpuUsage()
  const bytes = work()
  return {
    wallSeconds: (performance.now() - started) / MS_PER_SECOND,
    cpuSeconds: cpuMsSince(cpu) / MS_PER_SECOND,
    bytes,
  }
}

export function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / MICROSECONDS_PER_MS
}
