/** Asks a question of a pattern and reports its whole answer to those who watch the run: for roles that need neither tools nor a watched stream. */
import type { ChatAnswer, ChatRequest } from '../models/index.ts'
import type { PromptIdentity } from '../monitor/index.ts'
import { TURN_KIND } from './page-shape.ts'
import type { Runner } from './runner.ts'

export interface RoleQuestion {
  /** Of the asker; used once in a run, and begins with its stage. */
  readonly path: string
  readonly role: string
  readonly request: ChatRequest
  /** What the request was made of. */
  readonly prompt?: PromptIdentity
  /** The pattern itself reports what came of it. */
  readonly isUnreported?: boolean
}

/** Throws what the model throws. */
export async function askTurn(
  runner: Pick<Runner, 'ask' | 'report'>,
  { path, role, request, prompt, isUnreported = false }: RoleQuestion,
): Promise<ChatAnswer> {
  const answer = await runner.ask(path, role, request, prompt)
  if (!isUnreported) runner.report(path, TURN_KIND, { role, text: answer.text })
  return answer
}
