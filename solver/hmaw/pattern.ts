/**
 * HMAW: a chief executive instructs a manager, the manager a worker, and the worker answers (specs/reasoning-with-a-star.md 2.2). What is
 * passed along is not stored; the only slot is the query, which goes with every message (section 7, point 9).
 */
import { defuseControlMarks, defuseTurnMarks, GlossError } from '../../core/index.ts'
import type { Runner } from '../runner.ts'
import { createSession, type SlotWrite } from '../session.ts'
import type { Pattern } from '../solve.ts'
import { createStarRoles, type StarNote } from '../star/ask-roles.ts'
import { readHmawPrompts } from './prompts.ts'
import type { HmawSettings } from './settings.ts'

export interface HmawDetails {
  readonly slots: readonly SlotWrite[]
  readonly notes: readonly StarNote[]
}

const QUERY_SLOT = 'original_query'
const WORKER_PATH = 'worker/0'

/** Throws `NO_SOLUTION` where the worker wrote nothing but thoughts, and what the models throw. */
export const hmaw: Pattern<HmawSettings> = async ({ text: query }, settings, runner: Runner) => {
  const prompts = readHmawPrompts()
  const session = createSession(runner)
  const roles = createStarRoles(runner, settings)
  session.write(QUERY_SLOT, query, 'question')
  const harmless = defuseControlMarks(query)

  const say = async (role: 'ceo' | 'manager' | 'worker', instructions: string) => {
    runner.stage(role)
    return await roles.say({
      path: `${role}/0`,
      role,
      prompt: prompts[role],
      system: prompts[role].text,
      message: instructions === '' ? harmless : `${harmless}\n\n${defuseTurnMarks(instructions)}`,
    })
  }

  const toManager = await say('ceo', '')
  const toWorker = await say('manager', toManager)
  const answer = await say('worker', toWorker)
  if (answer === '') throw new GlossError('NO_SOLUTION', 'The worker wrote no answer.', { path: WORKER_PATH })
  const details: HmawDetails = { slots: session.history(), notes: roles.notes() }
  return { answer, answerPath: WORKER_PATH, details }
}
