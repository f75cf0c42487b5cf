/**
 * Asks the roles of Reasoning With a Star, each in a new conversation with its prompt as the system message and the packed message as the
 * user's (specs/reasoning-with-a-star.md 2.1). Faults of an answer are noted and never end a run.
 */
import type { Prompt } from '../../core/index.ts'
import { askTurn, type RoleQuestion } from '../ask-turn.ts'
import { type DecodingSettings, decodingOf } from '../decoding-settings.ts'
import type { PageTable } from '../page-shape.ts'
import { stripForNextAgent } from '../reading/hand-on.ts'
import type { ParseResult } from '../reading/parse-result.ts'
import type { Runner } from '../runner.ts'
import { askStructured } from '../structured-answer.ts'

export interface RoleTurn {
  /** Path of the turn: `stage/index`. */
  readonly path: string
  readonly role: string
  readonly prompt: Prompt
  /** The prompt with its slots filled. */
  readonly system: string
  readonly message: string
}

export interface StructuredRoleTurn<Value> extends RoleTurn {
  readonly read: (text: string) => ParseResult<Value>
  readonly fallback: Value
}

export interface ReadStructure<Value> {
  readonly value: Value
  /** Text for other roles: the model's own, or the JSON of the value if they differ. */
  readonly json: string
  readonly isFallback: boolean
}

/** A note of something that was corrected, cut, replaced or unreadable. */
export interface RwsNote {
  readonly path: string
  readonly note: string
}

export interface RwsRoles {
  /** Returns the answer without thoughts, which may be empty. Throws what the model throws. */
  say(turn: RoleTurn): Promise<string>
  /** Returns a structured answer after at most one repair, else the fallback. Throws what the model throws. */
  structure<Value>(turn: StructuredRoleTurn<Value>): Promise<ReadStructure<Value>>
  note(path: string, note: string): void
  notes(): readonly RwsNote[]
}

const NOTE_KIND = 'note-row'

export const NOTE_TABLE: PageTable = {
  kind: NOTE_KIND,
  caption: 'Notes',
  columns: [
    { field: 'path', label: 'where', isPath: true },
    { field: 'note', label: 'note' },
  ],
}

/** Texts on the page for notes that a run's details name by a word. */
const NOTE_WORDS: Readonly<Record<string, string>> = {
  empty_answer: 'Nothing was written.',
  enclose_changed: 'The final line was changed, so the message before stands as the answer.',
  repair: 'It could be read when it was asked for once more.',
  fallback: 'It could not be read twice, so a default stands in its place.',
}

export function createRwsRoles(runner: Pick<Runner, 'ask' | 'report'>, decoding: DecodingSettings): RwsRoles {
  const notes: RwsNote[] = []

  function note(path: string, text: string): void {
    notes.push({ path, note: text })
    runner.report(path, NOTE_KIND, { path, note: NOTE_WORDS[text] ?? text })
  }

  return {
    async say(turn) {
      const { text } = await askTurn(runner, questionOf(turn, decoding))
      const said = visible(text)
      if (said === '') note(turn.path, 'empty_answer')
      return said
    },
    async structure(turn) {
      const { path, read, fallback } = turn
      const asked = await askStructured(runner, {
        ...questionOf(turn, decoding),
        read: (text) => read(visible(text)),
        fallback,
      })
      const { value, by, text, losses } = asked
      for (const loss of losses) note(path, loss)
      if (by !== 'answer') note(path, by)
      const isFallback = by === 'fallback'
      const isOwn = !isFallback && !losses.some((loss) => / cut to \d+$/.test(loss))
      return { value, json: isOwn ? withoutFences(visible(text)) : JSON.stringify(value), isFallback }
    },
    note,
    notes: () => [...notes],
  }
}

/** Returns the note for a list that was too long: `plan cut to 4`. */
export function cutNote(name: string, most: number): string {
  return `${name} cut to ${most}`
}

function questionOf(
  { path, role, prompt, system, message }: RoleTurn,
  decoding: DecodingSettings,
): RoleQuestion {
  const request = {
    messages: [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: message },
    ],
    ...decodingOf(decoding),
  }
  return { path, role, request, prompt }
}

function visible(text: string): string {
  return stripForNextAgent(text).text
}

function withoutFences(text: string): string {
  return (/^```\w*\s*\n([\s\S]*?)\n?```$/.exec(text)?.[1] ?? text).trim()
}
