/** PACE: plan, answer, critique, at most one further answer, which is not critiqued, and an encloser (specs/reasoning-with-a-star.md 2.2). */
import { passGate } from '../gate.ts'
import type { Pattern } from '../solve.ts'
import { conductorMessages } from '../star/conductor.ts'
import { endStarRun } from '../star/end-run.ts'
import { readStarPrompts } from '../star/read-prompts.ts'
import { passesGate, readStarReport, UNREADABLE_REPORT } from '../star/read-structure.ts'
import { createRequirements } from '../star/requirements.ts'
import type { StarSettings } from '../star/settings.ts'
import { type Draft, openStarRun, roundPath } from '../star/star-run.ts'
import { NO_PACE_PLAN, readPacePlan } from './read-plan.ts'

/** What the critic is not shown (section 7, point 6). */
const QUERY_SECTION = 'QUERY:\n{session.state.original_query}\n\n'

/** Throws `NO_SOLUTION` where no answer was written at all, and what the models throw. */
export const pace: Pattern<StarSettings> = async ({ text: query }, settings, runner) => {
  const roles = ['conductor', 'planner', 'answer', 'critic', 'encloser'] as const
  const prompts = readStarPrompts('PACE', new URL('./prompts/', import.meta.url), roles)
  const messageTo = conductorMessages(prompts.conductor)
  const run = openStarRun(runner, settings, prompts)
  run.session.write('original_query', query, 'question')

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
      read: readStarReport,
      fallback: UNREADABLE_REPORT,
    })
    requirements.judge(path, value, true)
    return value
  }

  const gated = await passGate(await draft(0), {
    check: critique,
    passes: passesGate,
    again: (_, report, retry) => {
      requirements.judge('critique/0', report, false)
      return draft(retry)
    },
    retries: 1,
    checksLast: false,
  })
  return await endStarRun(run, {
    gated,
    requirements,
    last: { path: 'enclose/0', role: 'encloser', template: messageTo('pace_encloser') },
    isCode: plan.expected_type === 'code',
  })
}
