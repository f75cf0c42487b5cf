/** Provides algebra for graders: @cortex-js/compute-engine in a child process, with limits of time and memory per comparison. */
import { entryBeside, openChildPool } from '../../../../core/index.ts'
import type { Algebra, AlgebraVerdict } from '../answers/graders/index.ts'
import type { AlgebraAnswer, AlgebraChildRequest } from './algebra-protocol.ts'

/** specs/reasoning-with-a-star.md 3.3. */
const COMPARISON_MS = 2_000
// Loading takes .4 s on an idle machine with two cores, and some seconds on a busy one.
const LOAD_MS = 60_000
const MAX_MEMORY_MB = 768
const REQUESTS_PER_CHILD = 400

const ENTRY = entryBeside(import.meta.url, 'algebra-child')

export function openChildAlgebra(comparisonMs = COMPARISON_MS): Algebra {
  const pool = openChildPool<AlgebraChildRequest, AlgebraAnswer>({
    entry: ENTRY,
    workers: 1,
    maxMemoryMb: MAX_MEMORY_MB,
    requestsPerChild: REQUESTS_PER_CHILD,
  })
  // Runs comparisons one after the other, so that each finds the child that was loaded for it.
  let last: Promise<unknown> = Promise.resolve()

  async function compare(request: AlgebraChildRequest, signal: AbortSignal): Promise<AlgebraVerdict> {
    const loaded = await pool.run({ kind: 'load' }, LOAD_MS, signal)
    if (loaded.kind !== 'answer') return 'time_limit'
    const outcome = await pool.run(request, comparisonMs, signal)
    if (outcome.kind === 'answer') return outcome.answer === 'loaded' ? 'parse' : outcome.answer
    return outcome.kind === 'crashed' ? 'parse' : 'time_limit'
  }

  return {
    compare(request, signal = new AbortController().signal) {
      const next = last.then(() => compare({ kind: 'compare', request }, signal))
      last = next.then(
        () => undefined,
        () => undefined,
      )
      return next
    },
    close: () => pool.close(),
  }
}
