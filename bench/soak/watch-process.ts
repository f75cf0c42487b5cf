/** What does a process hold, and does it grow? Read from /proc, so on Linux only. */
import { readdirSync, readFileSync } from 'node:fs'
import { residentMb } from '../../core/index.ts'

export interface Holding {
  readonly atSeconds: number
  readonly residentMb: number
  readonly descriptors: number
  readonly children: number
}

export function holdingOf(pid: number, atSeconds: number): Holding {
  return {
    atSeconds,
    residentMb: residentMb(pid) ?? 0,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    children: childrenOf(pid).length,
  }
}

/** Of all its threads. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const children = readOrEmpty(`/proc/${pid}/task/${thread}/children`)
    return children.split(' ').flatMap((child) => (child === '' ? [] : [Number(child)]))
  })
}

/** A thread may end while it is looked at. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}

export interface Growth {
  /** Median of the first fifth after the warm-up. */
  readonly before: number
  /** What the line of least squares through all values after the warm-up rises by, from its first to its last. */
  readonly rise: number
  readonly most: number
}

/** `values` by seconds, in their order; those before `warmSeconds` are left out. */
export function growthOf(values: readonly (readonly [number, number])[], warmSeconds: number): Growth {
  const warm = values.filter(([at]) => at >= warmSeconds)
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const [meanAt, meanValue] = [mean(warm.map(([at]) => at)), mean(warm.map(([, value]) => value))]
  const covariance = mean(warm.map(([at, value]) => (at - meanAt) * (value - meanValue)))
  const variance = mean(warm.map(([at]) => (at - meanAt) ** 2))
  const seconds = (warm.at(-1)?.[0] ?? 0) - (warm[0]?.[0] ?? 0)
  const first = warm.slice(0, Math.max(1, Math.floor(warm.length / 5))).map(([, value]) => value)
  return {
    before: first.toSorted((a, b) => a - b)[first.length >> 1] ?? 0,
    rise: variance === 0 ? 0 : (covariance / variance) * seconds,
    most: Math.max(...warm.map(([, value]) => value)),
  }
}
