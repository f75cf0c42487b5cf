/**
 * The ablations of Eigen-1 as data: Table 3 adding up (a) and leaving out (b), Table A5, the backends of Figure 6, and how many proposers and
 * papers. Every row has web search, the corrector and the ranker; rows without word of K have 5 proposers (specs/eigen1.md 7.4, 7.5).
 */
import type { AblationRow } from '../pattern.ts'
import type { Eigen1Settings } from './settings.ts'

/** `roles` and `papers` are varied by no table of the paper. */
interface Eigen1Row extends AblationRow {
  readonly table: '3a' | '3b' | 'A5' | '6' | 'roles' | 'papers'
  readonly settings: Partial<Eigen1Settings>
}

const WITHOUT_REFINEMENT = { refines: false, evaluates: false } as const
const BASELINE = { retrieval: 'none', ...WITHOUT_REFINEMENT } as const
// "explicit RAG, embedding search".
const EMBEDDINGS = 'vanilla'
const FIGURE_6 = ['vanilla', 'vanna', 'hipporag', 'lightrag', 'walk', 'auto'] as const
const PROPOSERS = [1, 3, 5] as const
/** Halved from step to step: chosen, not measured. The whole corpus is the row `full`. */
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
  // 95.3 steps: with explicit retrieval, not with none (contradiction X12).
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
