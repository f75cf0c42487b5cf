/** Presets of Eigen-1 from its paper and code, grids of its tables, and the most turns of a run. Sources: docs/published.md. */
import type { AblationRow, PatternPreset, RoleTurns } from '../pattern.ts'
import { MAX_EVALUATOR_TOKENS, MAX_EVALUATOR_TURNS } from './evaluate.ts'
import { REPAIR_TOKENS } from './rank.ts'
import type { Eigen1Settings } from './settings.ts'

/** Settings of the loop around any stream, also outside of runs. */
export const PUBLISHED_WATCH = {
  k: 3,
  window: 512,
  stride: 384,
  maxInjections: 2,
  floor: 'none',
  hasQuerier: true,
  hasSifter: true,
  hasInjector: true,
  helperTemperature: 0.5,
} as const

export const PUBLISHED = {
  summary: 'Eigen-1 as in its paper and code',
  monitor: 'published',
  backend: 'hipporag:published',
  settings: {
    ...PUBLISHED_WATCH,
    proposers: 5,
    corrects: true,
    refines: true,
    evaluates: true,
    rounds: 1,
    threshold: 3,
    weights: [0.2, 0.6, 0.2],
    retrieval: 'both',
    searchesWeb: true,
    runsCode: true,
    temperature: 0.5,
    evaluatorTemperature: null,
    maxTokens: 64_000,
    maxSteps: 150,
    isAsPrinted: true,
  },
} as const satisfies PatternPreset

/** `roles` and `papers` are not from tables of the paper. */
interface Eigen1Row extends AblationRow {
  readonly table: '3a' | '3b' | 'A5' | '6' | 'roles' | 'papers'
  readonly settings: Partial<Eigen1Settings>
}

const WITHOUT_REFINEMENT = { refines: false, evaluates: false } as const
const BASELINE = { retrieval: 'none', ...WITHOUT_REFINEMENT } as const
// "explicit RAG, embedding search".
const EMBEDDINGS = 'vanilla'
/** HippoRAG of Figure 6 is `hipporag:published`; `hipporag` is Gloss's walk over the same facts. */
const FIGURE_6 = [
  ...(['vanilla', 'vanna', 'hipporag:published', 'hipporag:unfiltered', 'hipporag'] as const),
  ...(['lightrag', 'lightrag:local', 'lightrag:global', 'lightrag:hybrid', 'walk', 'auto'] as const),
]
const PROPOSERS = [1, 3, 5] as const
/** Shares of the papers, doubled at each step. Chosen, not measured. The whole corpus is the row `full`. */
const PAPER_SHARES = [0.125, 0.25, 0.5] as const

export const ABLATIONS: readonly Eigen1Row[] = [
  { table: '3a', name: 'baseline', settings: BASELINE },
  {
    table: '3a',
    name: 'explicit',
    settings: { retrieval: 'explicit', ...WITHOUT_REFINEMENT },
    backend: EMBEDDINGS,
  },
  {
    table: '3a',
    name: 'monitor',
    settings: { retrieval: 'implicit', hasQuerier: false, hasInjector: false, ...WITHOUT_REFINEMENT },
  },
  {
    table: '3a',
    name: 'monitor-querier',
    settings: { retrieval: 'implicit', hasInjector: false, ...WITHOUT_REFINEMENT },
  },
  {
    table: '3a',
    name: 'monitor-querier-injector',
    settings: { retrieval: 'implicit', ...WITHOUT_REFINEMENT },
  },
  { table: '3a', name: 'hsr', settings: { retrieval: 'implicit', evaluates: false } },
  { table: '3a', name: 'full', settings: { retrieval: 'implicit' } },
  { table: '3b', name: 'full', settings: { retrieval: 'implicit' } },
  // 95.3 steps with explicit retrieval, not without retrieval (contradiction X12).
  { table: '3b', name: 'without-monitor', settings: { retrieval: 'explicit' }, backend: EMBEDDINGS },
  { table: '3b', name: 'without-querier', settings: { retrieval: 'implicit', hasQuerier: false } },
  { table: '3b', name: 'without-injector', settings: { retrieval: 'implicit', hasInjector: false } },
  { table: '3b', name: 'without-hsr', settings: { retrieval: 'implicit', refines: false } },
  { table: '3b', name: 'without-qair', settings: { retrieval: 'implicit', evaluates: false } },
  { table: 'A5', name: 'baseline', settings: BASELINE },
  { table: 'A5', name: 'hsr-qair-without-rag', settings: { retrieval: 'none' } },
  { table: 'A5', name: 'generic-corpus', settings: { retrieval: 'implicit' }, corpus: 'generic' },
  { table: 'A5', name: 'full', settings: { retrieval: 'implicit' } },
  ...FIGURE_6.map(
    (backend): Eigen1Row => ({ table: '6', name: backend, settings: { retrieval: 'implicit' }, backend }),
  ),
  ...PROPOSERS.map(
    (proposers): Eigen1Row => ({
      table: 'roles',
      name: `proposers-${proposers}`,
      settings: { retrieval: 'implicit', proposers },
    }),
  ),
  ...PAPER_SHARES.map(
    (share): Eigen1Row => ({
      table: 'papers',
      name: `papers-${share * 100}-percent`,
      settings: { retrieval: 'implicit' },
      corpus: { share },
    }),
  ),
]

/** Returns the most turns: if every solution fails in every round, after the most turns of the evaluator. Unused roles are left out. */
export function maxTurns({
  proposers,
  corrects,
  refines,
  evaluates,
  rounds,
  maxTokens,
}: Eigen1Settings): RoleTurns[] {
  const scored = evaluates ? proposers * rounds : 0
  const isPool = proposers > 1
  const agents = (role: string, turns: number) => ({ role, turns, completionTokens: turns * maxTokens })
  const evaluations = scored * MAX_EVALUATOR_TURNS
  const roles: RoleTurns[] = [
    agents('proposer', proposers),
    agents('corrector', (corrects ? proposers : 0) + scored),
    agents('refiner', refines && isPool ? proposers : 0),
    {
      role: 'evaluator',
      turns: evaluations,
      completionTokens: evaluations * Math.min(MAX_EVALUATOR_TOKENS, maxTokens),
    },
    isPool
      ? { role: 'ranker', turns: 2, completionTokens: maxTokens + Math.min(REPAIR_TOKENS, maxTokens) }
      : agents('ranker', 0),
  ]
  return roles.filter(({ turns }) => turns > 0)
}
