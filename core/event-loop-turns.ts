/** Splits long work on a thread, so that other work on it gets its turn. */
import { setImmediate } from 'node:timers/promises'

// Longest time that a request to /health waits for one piece of work. Chosen, not measured.
const LONGEST_MS = 10

/**
 * Returns a function to call between two steps of long work. It returns at once, or, if the work has held the thread for
 * `LONGEST_MS`, after everything else that was waiting has run.
 */
export function createTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < LONGEST_MS) return
    await setImmediate()
    since = performance.now()
  }
}

/** Maps a list that may be long; other work runs in between. */
export async function mapInTurns<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const takeTurns = createTurns()
  const mapped: Result[] = []
  for (const item of items) {
    mapped.push(map(item))
    await takeTurns()
  }
  return mapped
}

/** Runs the steps to their end; other work runs in between. */
export async function stepsInTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  const takeTurns = createTurns()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    await takeTurns()
  }
}
