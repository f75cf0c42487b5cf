/** Prompts and messages that were published with slots of a session in them, such as `{session.state.pace_plan_json}`. */
import { defuseControlMarks, defuseTurnMarks, GlossError } from '../../core/index.ts'

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
