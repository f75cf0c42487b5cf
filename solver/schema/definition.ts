/**
 * SCHEMA: an architect designs up to three experts, an allocator sets their steps, they work in turn on a growing log, a synthesizer
 * combines it and a guard verifies; at most one correction, which is not verified; and a finalizer (specs/reasoning-with-a-star.md 2.2).
 */
import { definePattern } from '../pattern.ts'
import type { Runner } from '../runner.ts'
import { RWS_PARTS, RwsSettings, rwsRoles, rwsTurns } from '../rws/definition-parts.ts'
import { answerAsRws } from '../rws/end-run.ts'
import { type ConductorMessages, conductorMessages, readRwsPrompts } from '../rws/prompts.ts'
import { createRequirements } from '../rws/requirements.ts'
import { openRwsRun, type RwsRun } from '../rws/run-roles.ts'
import type { Pattern } from '../solve.ts'
import { ARCHITECTURE_KIND, architectureRows, EXPERT_KIND, expertRow, SCHEMA_PAGE } from './page.ts'
import {
  type Architecture,
  expertSteps,
  MAX_EXPERTS,
  NO_ALLOCATION,
  NO_ARCHITECTURE,
  readAllocation,
  readArchitecture,
} from './read-team.ts'

const ROLES = ['conductor', 'architect', 'allocator', 'expert', 'synthesizer', 'guard', 'finalizer'] as const
/** Part that the guard is not shown although its rules mention it (section 7, point 6). */
const TASK_SECTION = 'TASK:\n{session.state.task}\n\n'

interface Team {
  readonly run: RwsRun
  readonly messageTo: ConductorMessages
  readonly runner: Runner
}

/** Runs SCHEMA. Throws `NO_SOLUTION` if no answer was written at all, and what the models throw. */
const schema: Pattern<RwsSettings> = async ({ text: task }, settings, runner) => {
  const prompts = readRwsPrompts('SCHEMA', new URL('./prompts/', import.meta.url), ROLES)
  const messageTo = conductorMessages(prompts.conductor)
  // The architect's own message is the task with its label; its prompt has the label already.
  const run = openRwsRun(runner, settings, prompts, { 'new_message.text': task })
  const team: Team = { run, messageTo, runner }
  run.slots.write('task', task, 'question')
  const architecture = await designed(team)
  const requirements = createRequirements(runner, 'architect/0', architecture.checks)
  await askExperts(team, architecture)

  return await answerAsRws(runner, run, {
    draft: {
      stage: 'synthesize',
      role: 'synthesizer',
      slot: 'schema_synthesis_text',
      template: (round) => messageTo('schema_synthesizer', round),
    },
    check: {
      stage: 'guard',
      role: 'guard',
      slot: 'schema_guard_json',
      template: () => (settings.gaps === 'closed' ? TASK_SECTION : '') + messageTo('schema_guard'),
    },
    checksLast: false,
    requirements,
    last: { path: 'finalize/0', role: 'finalizer', template: messageTo('schema_finalizer') },
    isCode: run.slots.read('q_type') === 'code',
  })
}

async function designed({ run, messageTo, runner }: Team): Promise<Architecture> {
  const path = 'architect/0'
  const { value } = await run.structure({
    path,
    role: 'architect',
    slot: 'schema_arch_json',
    template: messageTo('schema_architect'),
    read: readArchitecture,
    fallback: NO_ARCHITECTURE,
  })
  for (const row of architectureRows(value)) runner.report(path, ARCHITECTURE_KIND, row)
  return value
}

/** Asks the experts one after the other; each gets the texts of the earlier ones, in the slot `expert_log`. */
async function askExperts({ run, messageTo, runner }: Team, architecture: Architecture): Promise<void> {
  const path = 'allocate/0'
  const { value: allocation } = await run.structure({
    path,
    role: 'allocator',
    slot: 'schema_alloc_json',
    template: messageTo('schema_allocator'),
    read: readAllocation,
    fallback: NO_ALLOCATION,
  })
  const { slots } = run
  slots.write('q_type', allocation.q_type ?? architecture.q_type ?? 'unknown', path)
  slots.write('expert_log', '', path)
  for (const [place, step] of expertSteps(allocation, architecture).entries()) {
    const expert = `expert/${place}`
    runner.report(expert, EXPERT_KIND, expertRow(step, place))
    slots.write('current_role', step.role, expert)
    slots.write('current_prompt', step.prompt, expert)
    slots.write('expert_context', slots.read('expert_log'), expert)
    const said = await run.say({ path: expert, role: 'expert', template: messageTo('schema_expert') })
    slots.write('expert_log', `${slots.read('expert_log')}${said}\n\n`, expert)
  }
}

export const schemaPattern = definePattern(RwsSettings, {
  ...RWS_PARTS,
  name: 'schema',
  title: 'SCHEMA',
  summary:
    'An architect designs up to three experts, who work in turn; their work is combined and verified, with at most one correction.',
  roles: rwsRoles('guard', {
    architect: 'designs the experts and says what the answer must be',
    allocator: 'fixes the steps of the experts',
    expert: 'works on a step',
    synthesizer: 'combines what the experts wrote',
    guard: 'checks the final line against the architecture',
    finalizer: 'formats the answer',
  }),
  run: schema,
  maxTurns: rwsTurns({
    architect: 2,
    allocator: 2,
    expert: MAX_EXPERTS,
    synthesizer: 2,
    guard: 2,
    finalizer: 1,
  }),
  calls:
    '5 + k, with k experts, 1 to 3; + 1 if the guard rejects; + 1 for each answer of architect, allocator or guard that cannot be read',
  page: SCHEMA_PAGE,
  demonstration: { script: new URL('./demonstration.json', import.meta.url), settings: {} },
})
