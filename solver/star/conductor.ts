/** A published conductor as data: which message it has each role sent, and when. What it orders is done by code, which costs no call (specs/reasoning-with-a-star.md 2.1). */
import { GlossError, type Prompt } from '../../core/index.ts'

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
