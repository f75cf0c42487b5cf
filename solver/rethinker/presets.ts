/** Presets of ReThinker from its paper, the grids of its component study (specs/rethinker.md 2 and 8; R43), and the most turns of a run. */
import type { AblationRow, PatternPreset, RoleTurns } from '../pattern.ts'
import { type RethinkerSettings, selectorRounds } from './settings.ts'

/** Top-N-sigma .05 is not sent: in the sampler of that name it is almost greedy, which contradicts temperature 1. */
export const PUBLISHED = {
  summary: 'ReThinker as in its paper, with T_s and T_c from its released code',
  settings: {
    paths: 5,
    solverRounds: 2,
    criticRounds: 4,
    solutionSummary: 'guided',
    reselections: 4,
    order: 'latin',
    showsPerplexity: true,
    gatePerplexity: null,
    retrieval: 'explicit',
    temperature: 1,
    topP: 1,
    selectorTopP: 0.8,
    maxTokens: 8_192,
    maxSteps: 50,
    maxNudges: 5,
    codeSeconds: 3_600,
    contextTokens: 131_072,
  },
} as const satisfies PatternPreset

export const LEAN = {
  summary: 'three paths, one round each, three rounds of the selector',
  settings: { paths: 3, solverRounds: 1, criticRounds: 1, reselections: 2 },
} as const satisfies PatternPreset

interface RethinkerRow extends AblationRow {
  readonly settings: Partial<RethinkerSettings>
}

const WITHOUT_CRITIC = { criticRounds: 0 } as const
/** One round, without a history. */
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

/** Returns the most turns: if all agents take all steps and the last attempt, all summaries are repaired, and the picks differ. */
export function maxTurns(settings: RethinkerSettings): RoleTurns[] {
  const { paths, solverRounds, criticRounds, maxSteps, maxTokens } = settings
  const each = maxSteps + 1
  const selections = paths > 1 ? selectorRounds(settings) + 1 : 0
  const turns = [
    { role: 'solver', turns: paths * solverRounds * each },
    { role: 'reflector', turns: criticRounds > 0 ? paths * 2 : 0 },
    { role: 'critic', turns: paths * criticRounds * each },
    // Includes a last question if the adjudication named no response.
    { role: 'selector', turns: selections > 0 ? selections * each + 1 : 0 },
  ]
  return turns
    .filter(({ turns: count }) => count > 0)
    .map((role) => ({ ...role, completionTokens: role.turns * maxTokens }))
}
