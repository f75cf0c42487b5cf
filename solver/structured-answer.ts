/** An answer that has to be of a form: read leniently, asked for again where it cannot be read, and a stated fallback where that fails too. */
import type { z } from 'zod'
import { jsonIn } from '../core/index.ts'
import { type ChatRequest, repairRequest } from '../models/index.ts'
import { askTurn, type RoleQuestion } from './ask-turn.ts'
import { type ParseResult, parsed, parseFailure } from './reading/parse-result.ts'
import type { Runner } from './runner.ts'

export interface StructuredQuestion<Value, Fallback> extends RoleQuestion {
  readonly read: (text: string) => ParseResult<Value>
  /** What the model gets as a reply to an answer that could not be read. */
  readonly complaint?: (reason: string) => string
  /** Answers that are asked for in all; 2, which is one repair, where absent. */
  readonly turns?: number
  readonly fallback: Fallback
}

/** Plain data where the value is. */
export interface StructuredTurn<Value> {
  readonly value: Value
  readonly by: 'answer' | 'repair' | 'fallback'
  /** The last text that the model wrote. */
  readonly text: string
  /** Why earlier answers could not be read, and what was corrected in the one that could. */
  readonly losses: readonly string[]
}

/** Turns have the paths `${path}/turn.0`, `${path}/turn.1`. Throws what the model throws: only an answer has a fallback. */
export async function askStructured<Value, Fallback = Value>(
  runner: Pick<Runner, 'ask' | 'report'>,
  question: StructuredQuestion<Value, Fallback>,
): Promise<StructuredTurn<Value | Fallback>> {
  const { path, read, complaint = complaintOf, turns = 2, fallback, ...asked } = question
  const losses: string[] = []
  let request: ChatRequest = asked.request
  let last = ''
  for (let turn = 0; turn < turns; turn++) {
    const { text } = await askTurn(runner, { ...asked, path: `${path}/turn.${turn}`, request })
    last = text
    const result = read(text)
    if (result.ok) {
      const by = turn === 0 ? 'answer' : 'repair'
      return { value: result.value, by, text, losses: [...losses, ...result.losses] }
    }
    losses.push(result.reason)
    request = repairRequest(request, text, complaint(result.reason))
  }
  return { value: fallback, by: 'fallback', text: last, losses }
}

/** Reads the first JSON object that is of the form; fences, prose around it, comments and commas too many are no faults. */
export function jsonReader<Schema extends z.ZodType>(
  schema: Schema,
): (text: string) => ParseResult<z.infer<Schema>> {
  return (text) => {
    const tried = jsonIn(text, '{').map((found) => schema.safeParse(found))
    const found = tried.find(({ success }) => success)
    if (found?.success) return parsed(found.data)
    const issue = tried[0]?.error?.issues[0]
    return parseFailure(
      issue === undefined ? 'it has no JSON object in it' : [issue.path.join('.'), issue.message].join(': '),
    )
  }
}

function complaintOf(reason: string): string {
  return `That answer cannot be used: ${reason}. Answer again, in the form that was asked for and nothing else.`
}
