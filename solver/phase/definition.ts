/** PHASE as the rest of Gloss knows it. */
import { definePattern } from '../pattern.ts'
import { RWS_PARTS, RwsSettings, rwsRoles, rwsTurns } from '../rws/definition-parts.ts'
import { PHASE_PAGE } from './page.ts'
import { phase } from './pattern.ts'

export const phasePattern = definePattern(RwsSettings, {
  ...RWS_PARTS,
  name: 'phase',
  title: 'PHASE',
  summary:
    'Plan, hypothesis, analysis, solution and evaluation; at most one further solution, and a last role that puts it into form.',
  roles: rwsRoles('evaluator', {
    planner: 'plans the solution',
    hypothesizer: 'states assumptions, what is known and what is asked',
    analyzer: 'derives a candidate from the hypothesis',
    solver: 'writes the solution',
    evaluator: 'checks the final line against plan and hypothesis',
    finalizer: 'puts the solution into form',
  }),
  run: phase,
  mostTurns: rwsTurns({ planner: 2, hypothesizer: 2, analyzer: 1, solver: 2, evaluator: 4, finalizer: 1 }),
  calls:
    '6, or 8 where the evaluator rejects; + 1 for each answer of planner, hypothesizer or evaluator that cannot be read',
  page: PHASE_PAGE,
  demonstration: { script: new URL('./demonstration.json', import.meta.url), settings: {} },
})
