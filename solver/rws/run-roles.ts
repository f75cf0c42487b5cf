/** Runs roles of PACE, PHASE or SCHEMA, which read and write the slots of a session. */
import { GlossError, type Prompt } from '../../core/index.ts'
import type { Runner } from '../runner.ts'
import { createSlots, type Slots } from '../slots.ts'
import { createRwsRoles, type ReadStructure, type RwsNote, type StructuredRoleTurn } from './ask-roles.ts'
import type { RwsSettings } from './definition-parts.ts'
import { filledState } from './prompts.ts'

export interface SlotTurn {
  readonly path: string
  readonly role: string
  /** Message, with slots. */
  readonly template: string
  /** Slot for the answer. */
  readonly slot?: string
}

export interface RwsRun {
  readonly slots: Slots
  say(turn: SlotTurn): Promise<string>
  structure<Value>(
    turn: SlotTurn & Pick<StructuredRoleTurn<Value>, 'read' | 'fallback'>,
  ): Promise<ReadStructure<Value>>
  note(path: string, note: string): void
  notes(): readonly RwsNote[]
}

/** Opens a run. `prompts`: prompts by role. `given`: values of slots from outside the session. */
export function openRwsRun(
  runner: Runner,
  settings: RwsSettings,
  prompts: Readonly<Record<string, Prompt>>,
  given: Readonly<Record<string, string>> = {},
): RwsRun {
  const slots = createSlots(runner)
  const roles = createRwsRoles(runner, settings)

  function prepared({ path, role, template }: SlotTurn) {
    const prompt = prompts[role]
    if (prompt === undefined) throw new GlossError('INTERNAL', `The role ${role} has no prompt.`, { role })
    const values = { ...given, ...slots.values() }
    const [system, message] = [filledState(prompt.text, values), filledState(template, values)]
    runner.stage(path.split('/')[0] ?? path)
    return { path, role, prompt, system, message }
  }

  function keep({ slot, path }: SlotTurn, text: string): void {
    if (slot !== undefined) slots.write(slot, text, path)
  }

  return {
    slots,
    async say(turn) {
      const said = await roles.say(prepared(turn))
      keep(turn, said)
      return said
    },
    async structure({ read, fallback, ...turn }) {
      const structure = await roles.structure({ ...prepared(turn), read, fallback })
      keep(turn, structure.json)
      return structure
    },
    note: roles.note,
    notes: roles.notes,
  }
}

export interface Draft {
  readonly path: string
  readonly text: string
}

/** Returns the path of a draft or its judgement; the first has no round. */
export function roundPath(stage: string, round: number): string {
  return round === 0 ? `${stage}/0` : `${stage}.${round}/0`
}
