/**
 * HMAW: a chief executive instructs a manager, the manager a worker, and the worker answers (specs/reasoning-with-a-star.md 2.2).
 * Instructions are not stored; the only slot is the query, which is part of every message (section 7, point 9).
 */
import {
  createPrompt,
  defuseControlMarks,
  defuseTurnMarks,
  GlossError,
  type Prompt,
  readPrompt,
} from '../../core/index.ts'
import { DecodingSettings } from '../decoding-settings.ts'
import { definePattern } from '../pattern.ts'
import type { Runner } from '../runner.ts'
import { createRwsRoles, NOTE_TABLE, type RwsNote } from '../rws/ask-roles.ts'
import { ASKING_PARTS, COMPARISON_ROWS, HMAW_PRESETS } from '../rws/definition-parts.ts'
import { createSlots, SLOT_TABLE, type SlotWrite } from '../slots.ts'
import type { Pattern } from '../solve.ts'

interface HmawDetails {
  readonly slots: readonly SlotWrite[]
  readonly notes: readonly RwsNote[]
}

const QUERY_SLOT = 'original_query'
const WORKER_PATH = 'worker/0'

/** Runs HMAW. Throws `NO_SOLUTION` if the worker wrote only thoughts, and what the models throw. */
const hmaw: Pattern<DecodingSettings> = async ({ text: query }, settings, runner: Runner) => {
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

function readHmawPrompts() {
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

export const hmawPattern = definePattern(DecodingSettings, {
  ...ASKING_PARTS,
  name: 'hmaw',
  title: 'HMAW',
  summary: 'A chain of command: a chief executive instructs a manager, who instructs a worker, who answers.',
  roles: [
    { name: 'ceo', does: 'instructs the manager', fallback: 'proposer', isAgent: false },
    { name: 'manager', does: 'instructs the worker', fallback: 'proposer', isAgent: false },
    { name: 'worker', does: 'answers the question', fallback: 'proposer', isAgent: false },
  ],
  presets: HMAW_PRESETS,
  run: hmaw,
  maxTurns: ({ maxTokens }) =>
    ['ceo', 'manager', 'worker'].map((role) => ({ role, turns: 1, completionTokens: maxTokens })),
  calls: '3',
  ablations: COMPARISON_ROWS,
  page: {
    column: null,
    columnSetting: null,
    stages: [
      { stage: 'ceo', heading: 'CEO: instructions to the manager', status: 'The CEO instructs the manager' },
      {
        stage: 'manager',
        heading: 'Manager: instructions to the worker',
        status: 'The manager instructs the worker',
      },
      { stage: 'worker', heading: 'Worker: the answer', status: 'The worker answers' },
    ],
    tables: [SLOT_TABLE, NOTE_TABLE],
    fields: [],
  },
  demonstration: { script: new URL('./demonstration.json', import.meta.url), settings: {} },
})
