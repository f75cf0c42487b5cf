/** The grids of ReThinker's component study as data: Tables 2 to 4 (specs/rethinker.md 8; R43). */
import type { AblationRow } from '../pattern.ts'
import type { RethinkerSettings } from './settings.ts'

interface RethinkerRow extends AblationRow {
  readonly settings: Partial<RethinkerSettings>
}

const WITHOUT_CRITIC = { criticRounds: 0 } as const
/** One round: nothing to go by. */
const INITIAL = { reselections: 0, order: 'fixed', showsPerplexity: false } as const
const ITERATIVE = { order: 'fixed', showsPerplexity: false } as const

export const ABLATIONS: readonly RethinkerRow[] = [
  { table: '2', name: 'solver', settings: { solverRounds: 1, ...WITHOUT_CRITIC } },
  { table: '2', name: 're-answer', settings: { solverRounds: 2, ...WITHOUT_CRITIC } },
  { table: '3', name: 'final-answer', settings: { solutionSummary: 'answer' } },
  { table: '3', name: 'summary', settings: { solutionSummary: 'summary' } },
  { table: '3', name: 'summary-guidance', settings: { solutionSummary: 'guided' } },
  { table: '4', name: 'initial', settings: INITIAL },
  { table: '4', name: 'iterative', settings: ITERATIVE },
  { table: '4', name: 'perplexity', settings: { order: 'fixed' } },
  { table: '4', name: 'latin', settings: {} },
]
