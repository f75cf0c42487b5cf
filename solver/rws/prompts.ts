/** Reads the published prompts of the patterns, the messages of their conductors, and the slots in both. */
import { defuseControlMarks, defuseTurnMarks, GlossError, type Prompt, readPrompt } from '../../core/index.ts'

/** Returns the prompt of each role from `folder`, a URL that ends with a slash: `PACE_PLANNER` is read from `planner.txt`. */
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

/** Returns a message with its slots by the tool's name and, as `pace_answer` has a second one with FIX, its number in the prompt. */
export type ConductorMessages = (tool: string, call?: number) => string

/** Returns the messages of a conductor. A missing message throws `INTERNAL`, a bug of the pattern. */
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
/** Slots with the user's text; text of models keeps its tags. */
const OF_USER: ReadonlySet<string> = new Set(['original_query', 'task', 'new_message.text'])

/** Fills slots in one pass, so that slots in values are not filled. Throws `INTERNAL` for a slot without a value, a bug of the pattern. */
export function filledState(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(SLOT, (_, named: string) => {
    const slot = named.startsWith(SESSION) ? named.slice(SESSION.length) : named
    const value = values[slot]
    if (value === undefined)
      throw new GlossError('INTERNAL', `The slot ${slot} was read before it was written.`, { slot })
    return OF_USER.has(slot) ? defuseControlMarks(value) : defuseTurnMarks(value)
  })
}
