/** Runs in memory, as far as grading reads them, and a pattern whose details are its candidates. */
import { GlossError } from '../../core/index.ts'
import { addPattern, type PatternDefinition, type RunCandidates, type RunStore } from '../../solver/index.ts'

export const CANDIDATES_PATTERN = 'candidatesfortests'

/** Until the function that it returns is called. */
export function addCandidatesPattern(): () => void {
  const pattern = {
    name: CANDIDATES_PATTERN,
    candidates: (details: unknown) => (details ?? null) as RunCandidates | null,
  }
  return addPattern(pattern as unknown as PatternDefinition)
}

export interface KnownRun {
  readonly pattern?: string
  /** Null for a run that has not come to its end. */
  readonly candidates: RunCandidates | null
  /** Keys of its journal. */
  readonly journal?: readonly string[]
}

/** By id; any other id is `RUN_NOT_FOUND`. */
export function runsOf(runs: Readonly<Record<string, KnownRun>>): RunStore {
  return {
    get: (id: string) => {
      const run = runs[id]
      if (run === undefined) return Promise.reject(new GlossError('RUN_NOT_FOUND', `No run ${id}.`))
      const { pattern = CANDIDATES_PATTERN, candidates } = run
      return Promise.resolve({ plan: { pattern }, outcome: candidates && { details: candidates } })
    },
    journal: (id: string) => ({
      calls: () => Promise.resolve((runs[id]?.journal ?? []).map((key) => ({ key }))),
    }),
  } as unknown as RunStore
}
