/** Runs work in parallel, each piece with its own path and outcome. An error that ends the run ends all pieces first. */
import { GlossError } from '../core/index.ts'
import type { RunEvent } from './events.ts'

export type ItemOutcome<T> =
  | { readonly isDone: true; readonly value: T }
  | { readonly isDone: false; readonly failure: { readonly code: string; readonly message: string } }

/** Resolves to outcomes in the order of `items`. The failure of an item is its outcome. */
export type Parallel = <T, R>(
  stage: string,
  items: readonly T[],
  work: (item: T, path: string, index: number) => Promise<R>,
  /** Returns the last part of the path; default: the index in `items`. */
  nameOf?: (item: T, index: number) => string | number,
) => Promise<ItemOutcome<R>[]>

export interface ParallelOptions {
  /** Aborted when the run ends. */
  readonly signal: AbortSignal
  readonly end: (error: unknown) => void
  readonly onEvent: (event: RunEvent) => void
}

/** Codes that end the run, not only one agent. */
const ENDING: ReadonlySet<string> = new Set(['BUDGET_REACHED', 'RUN_CHANGED', 'MODEL_UNCONFIGURED'])

export function createParallel({ signal, end, onEvent }: ParallelOptions): Parallel {
  async function outcomeOf<R>(path: string, work: () => Promise<R>): Promise<ItemOutcome<R>> {
    try {
      return { isDone: true, value: await work() }
    } catch (error) {
      if (signal.aborted || !(error instanceof GlossError) || ENDING.has(error.code)) {
        end(error)
        throw error
      }
      const failure = { code: error.code, message: error.message }
      onEvent({ type: 'failure', path, ...failure })
      return { isDone: false, failure }
    }
  }

  return async (stage, items, work, nameOf = (_, index) => index) => {
    const outcomes = items.map((item, index) => {
      const path = `${stage}/${nameOf(item, index)}`
      return outcomeOf(path, () => work(item, path, index))
    })
    await Promise.allSettled(outcomes)
    signal.throwIfAborted()
    return await Promise.all(outcomes)
  }
}
