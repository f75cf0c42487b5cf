/** Asks a single question of a pattern and reports the whole answer, for roles that need neither tools nor a monitored stream. */
import type { ChatAnswer, ChatRequest } from '../models/index.ts'
import type { PromptIdentity } from '../monitor/index.ts'
import { TURN_KIND } from './page-shape.ts'
import type { Runner } from './runner.ts'

export interface RoleQuestion {
  /** Path of the asker, unique in a run; begins with its stage. */
  readonly path: string
  readonly role: string
  readonly request: ChatRequest
  /** Prompt that the request was made from. */
  readonly prompt?: PromptIdentity
  /** True if the pattern itself reports the answer. */
  readonly isUnreported?: boolean
}

/** Asks the question. Throws what the model throws. */
export async function askTurn(
  runner: Pick<Runner, 'ask' | 'report'>,
  { path, role, request, prompt, isUnreported = false }: RoleQuestion,
): Promise<ChatAnswer> {
  const answer = await runner.ask(path, role, request, prompt)
  if (!isUnreported) runner.report(path, TURN_KIND, { role, text: answer.text })
  return answer
}
