/** PACE: plan, answer, critique, at most one more answer (not critiqued), and an encloser (specs/reasoning-with-a-star.md 2.2). */
import { z } from 'zod'
import { definePattern } from '../pattern.ts'
import { NOTE_TABLE } from '../rws/ask-roles.ts'
import { GAPS_FIELD, RWS_PARTS, RwsSettings, rwsRoles, rwsTurns } from '../rws/definition-parts.ts'
import { answerAsRws } from '../rws/end-run.ts'
import { conductorMessages, readRwsPrompts } from '../rws/prompts.ts'
import { answerType, FreeList, List, limitedReader, Text } from '../rws/read-structure.ts'
import { createRequirements, REQUIREMENT_TABLE } from '../rws/requirements.ts'
import { openRwsRun } from '../rws/run-roles.ts'
import { SLOT_TABLE } from '../slots.ts'
import type { Pattern } from '../solve.ts'

/** Part that the critic is not shown (section 7, point 6). */
const QUERY_SECTION = 'QUERY:\n{session.state.original_query}\n\n'

/** Runs PACE. Throws `NO_SOLUTION` if no answer was written at all, and what the models throw. */
const pace: Pattern<RwsSettings> = async ({ text: query }, settings, runner) => {
  const roles = ['conductor', 'planner', 'answer', 'critic', 'encloser'] as const
  const prompts = readRwsPrompts('PACE', new URL('./prompts/', import.meta.url), roles)
  const messageTo = conductorMessages(prompts.conductor)
  const run = openRwsRun(runner, settings, prompts)
  run.slots.write('original_query', query, 'question')

  const { value: plan } = await run.structure({
    path: 'plan/0',
    role: 'planner',
    slot: 'pace_plan_json',
    template: messageTo('pace_planner'),
    read: readPacePlan,
    fallback: NO_PACE_PLAN,
  })
  const requirements = createRequirements(runner, 'plan/0', plan.checks)

  return await answerAsRws(runner, run, {
    draft: {
      stage: 'answer',
      role: 'answer',
      slot: 'pace_answer_text',
      template: (round) => messageTo('pace_answer', round),
    },
    check: {
      stage: 'critique',
      role: 'critic',
      slot: 'pace_critic_json',
      template: () => (settings.gaps === 'closed' ? QUERY_SECTION : '') + messageTo('pace_critic'),
    },
    checksLast: false,
    requirements,
    last: { path: 'enclose/0', role: 'encloser', template: messageTo('pace_encloser') },
    isCode: plan.expected_type === 'code',
  })
}

const PacePlan = z.object({
  expected_type: answerType('numeric', 'json', 'symbolic', 'latex', 'text', 'figure', 'code'),
  required_units: z.preprocess((given) => given ?? null, z.union([z.null(), Text])),
  format_hints: Text,
  plan: List,
  checks: FreeList,
})

type PacePlan = z.infer<typeof PacePlan>

const NO_PACE_PLAN: PacePlan = {
  expected_type: 'unknown',
  required_units: null,
  format_hints: '',
  plan: [],
  checks: [],
}

const readPacePlan = limitedReader(PacePlan, { plan: 4, checks: 2 })

export const pacePattern = definePattern(RwsSettings, {
  ...RWS_PARTS,
  name: 'pace',
  title: 'PACE',
  summary: 'Plan, answer and critique, at most one further answer, and a last role that formats it.',
  roles: rwsRoles('critic', {
    planner: 'plans the solution and says what the answer must be',
    answer: 'answers according to the plan',
    critic: 'checks the final line against the plan',
    encloser: 'formats the answer',
  }),
  run: pace,
  maxTurns: rwsTurns({ planner: 2, answer: 2, critic: 2, encloser: 1 }),
  calls: '4, or 5 if the critic rejects; + 1 for each answer of planner or critic that cannot be read',
  page: {
    column: null,
    columnSetting: null,
    stages: [
      { stage: 'plan', heading: 'Plan', status: 'Planning' },
      {
        stage: 'answer',
        heading: 'Answer',
        status: 'Answering',
        inRound: { heading: 'Answer after the critique', status: 'Answering again' },
      },
      { stage: 'critique', heading: 'Critique', status: 'Checking the answer' },
      { stage: 'enclose', heading: 'In form', status: 'Putting the answer into form' },
    ],
    tables: [REQUIREMENT_TABLE, SLOT_TABLE, NOTE_TABLE],
    fields: [GAPS_FIELD],
  },
  demonstration: { script: new URL('./demonstration.json', import.meta.url), settings: {} },
})
