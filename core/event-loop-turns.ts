/** Long work on a thread that others wait for: now and then they get their turn. */
import { setImmediate } from 'node:timers/promises'

// A request to /health waits for so long behind one piece of work. Chosen, not measured.
const LONGEST_MS = 10

/**
 * A function to call between two steps of long work. It returns at once, or, where the work has held the thread for
 * `LONGEST_MS`, after everything else that waits has had its turn.
 */
export function createTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < LONGEST_MS) return
    await setImmediate()
    since = performance.now()
  }
}

/** `map` over a list that may be long; everybody else has their turn in between. */
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

/** Runs the steps to their end; everybody else has their turn in between. */
export async function stepsInTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  const takeTurns = createTurns()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    await takeTurns()
  }
}
