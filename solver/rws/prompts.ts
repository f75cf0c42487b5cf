/** The published prompts of the patterns: the messages of their conductors, and the slots in both. */
import { defuseControlMarks, defuseTurnMarks, GlossError, type Prompt, readPrompt } from '../../core/index.ts'

/** Returns the prompt of each role, read from `folder`, whose address ends with a slash: `PACE_PLANNER` of `planner.txt`. */
export function readRwsPrompts<Role extends string>(
  pattern: string,
  folder: URL,
  roles: readonly Role[],
): Readonly<Record<Role, Prompt>> {
  const entries = roles.map((role) => [
    role,
    readPrompt(`${pattern}_${role.toUpperCase()}`, new URL(`${role}.txt`, folder)),
  ])
  return Object.fromEntries(entries) as Record<Role, Prompt>
}

const CALL = /\bcall '(\w+)'(?: again)? with:\s*(?:- )?query = "([^"]*)"/gi

/** Messages with their slots, by the name of the tool, in the order of the prompt: `pace_answer` has a second one, with FIX. */
export type ConductorMessages = (tool: string, call?: number) => string

/** Asking for a message that the prompt does not have throws `INTERNAL`: a fault of the pattern. */
export function conductorMessages({ name, text }: Prompt): ConductorMessages {
  const calls = Array.from(text.matchAll(CALL), ([, tool = '', query = '']) => ({
    tool,
    // In the prompt, line breaks are two characters.
    message: query.replaceAll('\\n', '\n'),
  }))
  return (tool, call = 0) => {
    const found = calls.filter((one) => one.tool === tool)[call]
    if (found === undefined)
      throw new GlossError('INTERNAL', `The prompt ${name} has no message ${call} for ${tool}.`, { tool })
    return found.message
  }
}

const SLOT = /\{(session\.state\.\w+|new_message\.text)\}/g
const SESSION = 'session.state.'
/** Slots that hold what the user wrote; what models wrote keeps its tags. */
const OF_USER: ReadonlySet<string> = new Set(['original_query', 'task', 'new_message.text'])

/** In one pass: what is filled in is never filled in itself. Throws `INTERNAL` for a slot without a value: a fault of the pattern. */
export function filledState(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(SLOT, (_, named: string) => {
    const slot = named.startsWith(SESSION) ? named.slice(SESSION.length) : named
    const value = values[slot]
    if (value === undefined)
      throw new GlossError('INTERNAL', `The slot ${slot} was read before it was written.`, { slot })
    return OF_USER.has(slot) ? defuseControlMarks(value) : defuseTurnMarks(value)
  })
}
