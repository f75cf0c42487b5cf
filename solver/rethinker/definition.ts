/** ReThinker as the rest of Gloss knows it. */
import { type AblationRow, definePattern, type PatternPreset, type RoleTurns } from '../pattern.ts'
import { rethinker } from './pattern.ts'
import {
  RETHINKER_PAGE,
  rethinkerCandidates,
  rethinkerDecisions,
  rethinkerDump,
  rethinkerProgress,
} from './run-view.ts'
import { RethinkerSettings, selectorRounds } from './settings.ts'
import { rethinkerTrajectories } from './trajectories.ts'

/** ReThinker as its paper has it, the grids of its component study (specs/rethinker.md 2 and 8; R43), and what a run can ask at most. */

/** Top-N-sigma .05 is not sent: in the sampler of that name it is almost greedy, against temperature 1. */
const PUBLISHED = {
  summary: 'ReThinker as its paper has it, T_s and T_c as in its released code',
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

const LEAN = {
  summary: 'three paths, one round each, three rounds of the selector',
  settings: { paths: 3, solverRounds: 1, criticRounds: 1, reselections: 2 },
} as const satisfies PatternPreset

interface RethinkerRow extends AblationRow {
  readonly settings: Partial<RethinkerSettings>
}

const WITHOUT_CRITIC = { criticRounds: 0 } as const
/** One round: nothing to go by. */
const INITIAL = { reselections: 0, order: 'fixed', showsPerplexity: false } as const
const ITERATIVE = { order: 'fixed', showsPerplexity: false } as const

const ABLATIONS: readonly RethinkerRow[] = [
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

/** Every agent takes all its steps and the last attempt, every summary is repaired, and the picks differ. Roles that are never asked are left out. */
function mostTurns(settings: RethinkerSettings): RoleTurns[] {
  const { paths, solverRounds, criticRounds, maxSteps, maxTokens } = settings
  const each = maxSteps + 1
  const selections = paths > 1 ? selectorRounds(settings) + 1 : 0
  const turns = [
    { role: 'solver', turns: paths * solverRounds * each },
    { role: 'reflector', turns: criticRounds > 0 ? paths * 2 : 0 },
    { role: 'critic', turns: paths * criticRounds * each },
    // And one last question where the adjudication named none.
    { role: 'selector', turns: selections > 0 ? selections * each + 1 : 0 },
  ]
  return turns
    .filter(({ turns: count }) => count > 0)
    .map((role) => ({ ...role, completionTokens: role.turns * maxTokens }))
}

export const rethinkerPattern = definePattern(RethinkerSettings, {
  name: 'rethinker',
  title: 'ReThinker',
  summary:
    'Paths solve the question independently, and on each a critic corrects what a summary says of its solution; a selector chooses in several rounds, with its certainty in view.',
  roles: [
    {
      name: 'solver',
      does: 'solves the question with code and searches',
      fallback: 'proposer',
      isAgent: true,
    },
    {
      name: 'reflector',
      does: 'summarises a solution and says what could be better',
      fallback: 'evaluator',
      isAgent: false,
    },
    { name: 'critic', does: 'checks a solution and answers again', fallback: 'corrector', isAgent: true },
    {
      name: 'selector',
      does: 'chooses one of the responses, round by round',
      fallback: 'ranker',
      isAgent: true,
    },
  ],
  presets: { published: PUBLISHED, lean: LEAN },
  run: rethinker,
  needs: ({ retrieval, hasQuerier, hasSifter, hasInjector, helperTemperature }) => ({
    retrieval: retrieval === 'implicit' ? 'both' : retrieval,
    runsCode: true,
    searchesWeb: retrieval !== 'none',
    hasQuerier,
    hasSifter,
    hasInjector,
    helperTemperature,
  }),
  // The corpus stands in for the web.
  needsSearchEngine: false,
  mostTurns,
  calls:
    'agent runs: N · (T_s + 1 + T_c) + R + 1, and 1 more where the selector’s picks differ; each of them one turn and one more for each block of code or sentence that makes it finish. N = `paths`, T_s = `solverRounds`, T_c = `criticRounds`, R = `reselections`',
  publishedCost:
    'The paper gives no tokens; about 1.5 times the wall-clock time of a single path (Appendix F), which does not fit 40 agent runs.',
  ablations: ABLATIONS,
  page: RETHINKER_PAGE,
  decisions: rethinkerDecisions,
  progress: rethinkerProgress,
  candidates: rethinkerCandidates,
  dump: rethinkerDump,
  trajectories: rethinkerTrajectories,
  // The answers are written for two paths.
  demonstration: {
    script: new URL('./demonstration.json', import.meta.url),
    settings: { paths: 2, solverRounds: 1, criticRounds: 1, reselections: 1 },
  },
})
