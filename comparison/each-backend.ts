/** Sends several backends the same request; one whose data is missing is listed, and does not stop the others. */
import { type GlossError, isGlossError } from '../core/index.ts'
import type { BackendFailure } from './report/report.ts'

/** Asks the backends. Rethrows unexpected failures, those caused by `signal`, and the first failure if no backend answers. */
export async function askEachBackend<Name extends string, Answer>(
  names: readonly Name[],
  ask: (name: Name) => Promise<Answer>,
  signal: AbortSignal,
) {
  const answers: Record<string, Answer> = {}
  const errors = new Map<string, GlossError>()
  for (const name of new Set(names)) {
    try {
      answers[name] = await ask(name)
    } catch (error) {
      if (signal.aborted || !isGlossError(error)) throw error
      errors.set(name, error)
    }
  }
  const [first] = errors.values()
  if (first !== undefined && errors.size === new Set(names).size) throw first
  const failures: Record<string, BackendFailure> = {}
  for (const [name, { code, message, help }] of errors) failures[name] = { code, message, help }
  return { answers, failures }
}
