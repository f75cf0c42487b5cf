/**
 * PHASE: plan, hypothesis, analysis, solution and its evaluation; at most one further solution, whose evaluation has no effect;
 * and a finalizer (specs/reasoning-with-a-star.md 2.2; section 7, point 10).
 */
import { definePattern } from '../pattern.ts'
import { RWS_PARTS, RwsSettings, rwsRoles, rwsTurns } from '../rws/definition-parts.ts'
import { answerAsRws } from '../rws/end-run.ts'
import { conductorMessages, readRwsPrompts } from '../rws/prompts.ts'
import { createRequirements } from '../rws/requirements.ts'
import { openRwsRun } from '../rws/run-roles.ts'
import type { Pattern } from '../solve.ts'
import { hypothesisRows, PART_KIND, PHASE_PAGE, planRows } from './page.ts'
import { NO_PHASE_PLAN, readHypothesis, readPhasePlan } from './read-pack.ts'

const ROLES = [
  'conductor',
  'planner',
  'hypothesizer',
  'analyzer',
  'solver',
  'evaluator',
  'finalizer',
] as const

/** Runs PHASE. Throws `NO_SOLUTION` if no solution was written at all, and what the models throw. */
const phase: Pattern<RwsSettings> = async ({ text: query }, settings, runner) => {
  const prompts = readRwsPrompts('PHASE', new URL('./prompts/', import.meta.url), ROLES)
  const messageTo = conductorMessages(prompts.conductor)
  const run = openRwsRun(runner, settings, prompts)
  run.slots.write('original_query', query, 'question')

  const { value: plan } = await run.structure({
    path: 'plan/0',
    role: 'planner',
    slot: 'phase_plan_json',
    template: messageTo('phase_planner'),
    read: readPhasePlan,
    fallback: NO_PHASE_PLAN,
  })
  for (const row of planRows(plan)) runner.report('plan/0', PART_KIND, row)
  const requirements = createRequirements(runner, 'plan/0', plan.checks)
  const { value: hypothesis } = await run.structure({
    path: 'hypothesis/0',
    role: 'hypothesizer',
    slot: 'phase_hypothesis_json',
    template: messageTo('phase_hypothesizer'),
    read: readHypothesis,
    fallback: {},
  })
  for (const row of hypothesisRows(hypothesis)) runner.report('hypothesis/0', PART_KIND, row)
  await run.say({
    path: 'analysis/0',
    role: 'analyzer',
    slot: 'phase_analysis_text',
    template: messageTo('phase_analyzer'),
  })

  return await answerAsRws(runner, run, {
    draft: {
      stage: 'solve',
      role: 'solver',
      slot: 'phase_solution_text',
      template: (round) => messageTo('phase_solver', round),
    },
    check: {
      stage: 'evaluate',
      role: 'evaluator',
      slot: 'phase_eval_json',
      template(round) {
        const open = messageTo('phase_evaluator', round)
        return settings.gaps === 'closed' ? withoutGaps(open) : open
      },
    },
    checksLast: true,
    requirements,
    last: { path: 'finalize/0', role: 'finalizer', template: messageTo('phase_finalizer') },
    isCode: plan.expected_type === 'code',
  })
}

/** Adds the question and the analysis, which the published prompt does not show to the evaluator (section 7, point 6). */
function withoutGaps(message: string): string {
  const analysis = 'ANALYSIS:\n{session.state.phase_analysis_text}\n\n'
  return `QUERY:\n{session.state.original_query}\n\n${message.replace('SOLUTION:', () => `${analysis}SOLUTION:`)}`
}

export const phasePattern = definePattern(RwsSettings, {
  ...RWS_PARTS,
  name: 'phase',
  title: 'PHASE',
  summary:
    'Plan, hypothesis, analysis, solution and evaluation; at most one further solution, and a last role that formats it.',
  roles: rwsRoles('evaluator', {
    planner: 'plans the solution',
    hypothesizer: 'states assumptions, what is known and what is asked',
    analyzer: 'derives a candidate from the hypothesis',
    solver: 'writes the solution',
    evaluator: 'checks the final line against plan and hypothesis',
    finalizer: 'formats the solution',
  }),
  run: phase,
  maxTurns: rwsTurns({ planner: 2, hypothesizer: 2, analyzer: 1, solver: 2, evaluator: 4, finalizer: 1 }),
  calls:
    '6, or 8 if the evaluator rejects; + 1 for each answer of planner, hypothesizer or evaluator that cannot be read',
  page: PHASE_PAGE,
  demonstration: { script: new URL('./demonstration.json', import.meta.url), settings: {} },
})
