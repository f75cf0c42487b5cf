/** Defines the pattern Eigen-1. */
import { definePattern } from '../pattern.ts'
import { eigen1 } from './pattern.ts'
import { ABLATIONS, maxTurns, PUBLISHED } from './presets.ts'
import { EIGEN1_PAGE, eigen1Candidates, eigen1Decisions, eigen1Dump, eigen1Progress } from './run-view.ts'
import { Eigen1Settings } from './settings.ts'

export const eigen1Pattern = definePattern(Eigen1Settings, {
  name: 'eigen1',
  title: 'Eigen-1',
  summary:
    'Several agents each propose a solution; the solutions are corrected, refined and scored, and one is chosen.',
  roles: [
    { name: 'proposer', does: 'writes a solution', fallback: null, isAgent: true },
    { name: 'corrector', does: 'checks a solution and rewrites it', fallback: null, isAgent: true },
    {
      name: 'refiner',
      does: 'repairs a solution with the others as references',
      fallback: null,
      isAgent: true,
    },
    { name: 'evaluator', does: 'scores a solution and says what to change', fallback: null, isAgent: false },
    { name: 'ranker', does: 'chooses one solution', fallback: null, isAgent: true },
  ],
  presets: { published: PUBLISHED },
  run: eigen1,
  needs: (settings) => settings,
  needsSearchEngine: true,
  maxTurns,
  calls:
    'K proposers + K correctors + K refiners + K · T evaluations of at most 5 turns + K · T corrections + 2 of the ranker, with K = `proposers` and T = `rounds`',
  publishedCost: 'In the paper, one run took 200,000 to 480,000 tokens (Table 3).',
  ablations: ABLATIONS,
  page: EIGEN1_PAGE,
  decisions: eigen1Decisions,
  progress: eigen1Progress,
  candidates: eigen1Candidates,
  dump: eigen1Dump,
  // The prepared answers are for three proposers.
  demonstration: {
    script: new URL('./demonstration.json', import.meta.url),
    settings: { proposers: 3, rounds: 1, retrieval: 'implicit', searchesWeb: false },
  },
})
