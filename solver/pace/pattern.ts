/** PACE: plan, answer, critique, at most one further answer, which is not critiqued, and an encloser (specs/reasoning-with-a-star.md 2.2). */
import { z } from 'zod'
import { checkAndRetry } from '../check-and-retry.ts'
import type { RwsSettings } from '../rws/definition-parts.ts'
import { endRwsRun } from '../rws/end-run.ts'
import { conductorMessages, readRwsPrompts } from '../rws/prompts.ts'
import {
  answerType,
  FreeList,
  List,
  limitedReader,
  passesGate,
  readRwsReport,
  Text,
  UNREADABLE_REPORT,
} from '../rws/read-structure.ts'
import { createRequirements } from '../rws/requirements.ts'
import { type Draft, openRwsRun, roundPath } from '../rws/run-roles.ts'
import type { Pattern } from '../solve.ts'

/** What the critic is not shown (section 7, point 6). */
const QUERY_SECTION = 'QUERY:\n{session.state.original_query}\n\n'

/** Throws `NO_SOLUTION` where no answer was written at all, and what the models throw. */
export const pace: Pattern<RwsSettings> = async ({ text: query }, settings, runner) => {
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

  async function draft(round: number): Promise<Draft> {
    const path = roundPath('answer', round)
    const template = messageTo('pace_answer', Math.min(round, 1))
    const text = await run.say({ path, role: 'answer', slot: 'pace_answer_text', template })
    if (text !== '') runner.offer(text, path)
    return { path, text }
  }

  async function critique() {
    const path = 'critique/0'
    const section = settings.gaps === 'closed' ? QUERY_SECTION : ''
    const { value } = await run.structure({
      path,
      role: 'critic',
      slot: 'pace_critic_json',
      template: section + messageTo('pace_critic'),
      read: readRwsReport,
      fallback: UNREADABLE_REPORT,
    })
    requirements.judge(path, value, true)
    return value
  }

  const gated = await checkAndRetry(await draft(0), {
    check: critique,
    passes: passesGate,
    again: (_, report, retry) => {
      requirements.judge('critique/0', report, false)
      return draft(retry)
    },
    retries: 1,
    checksLast: false,
  })
  return await endRwsRun(run, {
    gated,
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

export type PacePlan = z.infer<typeof PacePlan>

export const NO_PACE_PLAN: PacePlan = {
  expected_type: 'unknown',
  required_units: null,
  format_hints: '',
  plan: [],
  checks: [],
}

export const readPacePlan = limitedReader(PacePlan, { plan: 4, checks: 2 })
