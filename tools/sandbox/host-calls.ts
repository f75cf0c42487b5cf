/** Answers calls of host functions by sandboxed code, with a limit on the size of their values. */
import { isGlossError } from '../../core/index.ts'
import type { GuestFunctions } from './ports.ts'

export interface HostCall {
  readonly name: string
  readonly arguments: readonly string[]
}

// Chosen, not measured: ten results or a page of 500 words are some 10,000 characters.
const MAX_VALUE_CHARACTERS = 1_000_000

/** Returns the line to answer with. Rejects with the function's error unless that is a `GlossError`. */
export async function answerCall(
  { name, arguments: values }: HostCall,
  functions: GuestFunctions,
  signal: AbortSignal,
): Promise<string> {
  const called = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (called === undefined || values.length !== called.parameters.length)
    return refusal(`There is no function ${name} of ${values.length} arguments`)
  try {
    const line = JSON.stringify({ value: (await called.call(values, signal)) ?? null })
    if (line.length <= MAX_VALUE_CHARACTERS) return line
    return refusal(`${name} gave more than ${MAX_VALUE_CHARACTERS} characters`)
  } catch (error) {
    if (isGlossError(error)) return refusal(error.message)
    throw error
  }
}

function refusal(error: string): string {
  return JSON.stringify({ error })
}
