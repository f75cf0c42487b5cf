/**
 * HMAW: a chief executive instructs a manager, the manager a worker, and the worker answers (specs/reasoning-with-a-star.md 2.2). What is
 * passed along is not stored; the only slot is the query, which goes with every message (section 7, point 9).
 */
import {
  createPrompt,
  defuseControlMarks,
  defuseTurnMarks,
  GlossError,
  type Prompt,
  readPrompt,
} from '../../core/index.ts'
import type { DecodingSettings } from '../decoding-settings.ts'
import type { Runner } from '../runner.ts'
import { createRwsRoles, type RwsNote } from '../rws/ask-roles.ts'
import { createSlots, type SlotWrite } from '../slots.ts'
import type { Pattern } from '../solve.ts'

export interface HmawDetails {
  readonly slots: readonly SlotWrite[]
  readonly notes: readonly RwsNote[]
}

const QUERY_SLOT = 'original_query'
const WORKER_PATH = 'worker/0'

/** Throws `NO_SOLUTION` where the worker wrote nothing but thoughts, and what the models throw. */
export const hmaw: Pattern<DecodingSettings> = async ({ text: query }, settings, runner: Runner) => {
  const prompts = readHmawPrompts()
  const slots = createSlots(runner)
  const roles = createRwsRoles(runner, settings)
  slots.write(QUERY_SLOT, query, 'question')
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
  const details: HmawDetails = { slots: slots.history(), notes: roles.notes() }
  return { answer, answerPath: WORKER_PATH, details }
}

export interface HmawPrompts {
  readonly ceo: Prompt
  readonly manager: Prompt
  readonly worker: Prompt
}

export function readHmawPrompts(): HmawPrompts {
  const company = read('company').text
  const filled = (name: string) => {
    const { text } = read(name)
    return createPrompt(
      `HMAW_${name.toUpperCase()}`,
      text.replace('[[COMPANY]]', () => company),
    )
  }
  return { ceo: filled('ceo'), manager: filled('manager'), worker: filled('worker') }
}

function read(name: string): Prompt {
  return readPrompt(name, new URL(`./prompts/${name}.txt`, import.meta.url))
}
