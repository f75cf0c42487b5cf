/** Asks for an answer in a given form: it is read leniently, requested again if unreadable, and replaced by a fallback if that fails. */
import type { z } from 'zod'
import { jsonIn } from '../core/index.ts'
import { type ChatRequest, repairRequest } from '../models/index.ts'
import { askTurn, type RoleQuestion } from './ask-turn.ts'
import { type ParseResult, parsed, parseFailure } from './reading/parse-result.ts'
import type { Runner } from './runner.ts'

export interface StructuredQuestion<Value, Fallback> extends RoleQuestion {
  readonly read: (text: string) => ParseResult<Value>
  /** Returns the reply to an answer that could not be read. */
  readonly complaint?: (reason: string) => string
  /** Most answers requested in total; default 2, which is one repair. */
  readonly turns?: number
  readonly fallback: Fallback
}

/** A structured answer; plain data if the value is. */
export interface StructuredTurn<Value> {
  readonly value: Value
  readonly by: 'answer' | 'repair' | 'fallback'
  /** Last text of the model. */
  readonly text: string
  /** Reasons why earlier answers could not be read, and corrections to the one that could. */
  readonly losses: readonly string[]
}

/** Asks in turns with the paths `${path}/turn.0`, `${path}/turn.1`. Throws what the model throws: the fallback is only for bad answers. */
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

/** Returns a reader of the first JSON object that fits; fences, text around it, comments and extra commas are tolerated. */
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
