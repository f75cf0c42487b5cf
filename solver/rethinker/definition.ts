/** Defines the pattern ReThinker. */
import { definePattern } from '../pattern.ts'
import { rethinker } from './pattern.ts'
import { ABLATIONS, LEAN, maxTurns, PUBLISHED } from './presets.ts'
import {
  RETHINKER_PAGE,
  rethinkerCandidates,
  rethinkerDecisions,
  rethinkerDump,
  rethinkerProgress,
} from './run-view.ts'
import { RethinkerSettings } from './settings.ts'
import { rethinkerTrajectories } from './trajectories.ts'

export const rethinkerPattern = definePattern(RethinkerSettings, {
  name: 'rethinker',
  title: 'ReThinker',
  summary:
    'Paths solve the question independently; on each, a critic revises the solution from a summary of it; a selector chooses in several rounds, seeing its own certainty.',
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
  // The corpus replaces the web.
  needsSearchEngine: false,
  maxTurns,
  calls:
    'agent runs: N · (T_s + 1 + T_c) + R + 1, and 1 more if the selector’s picks differ; each takes one turn, plus one for each code block and for each request to finish. N = `paths`, T_s = `solverRounds`, T_c = `criticRounds`, R = `reselections`',
  publishedCost:
    'The paper reports no tokens, only about 1.5 times the wall-clock time of a single path (Appendix F), which does not fit 40 agent runs.',
  ablations: ABLATIONS,
  page: RETHINKER_PAGE,
  decisions: rethinkerDecisions,
  progress: rethinkerProgress,
  candidates: rethinkerCandidates,
  dump: rethinkerDump,
  trajectories: rethinkerTrajectories,
  // The prepared answers are for two paths.
  demonstration: {
    script: new URL('./demonstration.json', import.meta.url),
    settings: { paths: 2, solverRounds: 1, criticRounds: 1, reselections: 1 },
  },
})
