/**
 * Models of the demonstration: they send written answers at a reading pace, and react to what is injected into their streams. Everything
 * around them is real: loop, retrieval, code, journal and ledger.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Clock, invalidInput, sleep } from '../../../core/index.ts'
import {
  type ChatEvent,
  type ChatModel,
  type ChatRequest,
  type ContinuationAbility,
  type ContinuingChat,
  estimateMessageTokens,
  estimateTokens,
  foldAnswer,
  type Ledger,
  type StreamingChat,
  type Written,
  withLedger,
} from '../../../models/index.ts'
import { type PatternDefinition, patternNamed } from '../../../solver/index.ts'

const Parts = z.object({
  opening: z.string(),
  /** Text after a stream without an injection. */
  unaided: z.string().default(''),
  /** Text after an injection. */
  aided: z.string().optional(),
  /** Text after the result of the agent's code. */
  concluded: z.string().default(''),
})
const Script = z.object({
  question: z.string(),
  /** Parts of each agent, by path. */
  agents: z.record(z.string(), Parts),
  /** Answers to single questions, by the first two parts of the path. */
  answers: z.record(z.string(), z.string()),
})
export type DemonstrationScript = z.infer<typeof Script>

/** Reads the script of a pattern. Throws `INPUT_INVALID` for a pattern that is unknown, naming the known ones, or has no script. */
export function readScript(pattern: string): DemonstrationScript {
  return Script.parse(JSON.parse(readFileSync(demonstrationOf(pattern).script, 'utf8')))
}

/** Returns a pattern's demonstration. Throws `INPUT_INVALID` for a pattern without one, such as a plug-in. */
export function demonstrationOf(pattern: string): NonNullable<PatternDefinition['demonstration']> {
  const { demonstration } = patternNamed(pattern)
  if (demonstration !== null) return demonstration
  throw invalidInput('pattern', `The pattern ${pattern} has no demonstration.`)
}

/** Name shown wherever models are named. */
export const PLAYED_MODEL = 'demonstration (written answers)'
const ABILITY: ContinuationAbility = { rung: 'prefix', continuesReasoning: false, provider: 'demonstration' }
/** Sentence with which the extractive injector ends an injection. */
const PUT_IN = 'I can continue my reasoning.'
const RESULT = '</execution_results>'
const PIECE = /[\s\S]{1,5}/gu

export interface PlayOptions {
  readonly script: DemonstrationScript
  /** Milliseconds between two pieces of some five characters. */
  readonly paceMs: number
  readonly clock: Clock
}

export function playedChat(path: string, role: string, ledger: Ledger, options: PlayOptions): ContinuingChat {
  return {
    id: PLAYED_MODEL,
    server: 'demonstration',
    known: () => ABILITY,
    prepare: async () => ABILITY,
    stream: (request, written, signal) =>
      played(() => nextPart(path, written, options.script), role, ledger, options).stream(request, signal),
  }
}

export function playedHelper(
  path: string,
  role: string,
  ledger: Ledger,
  options: PlayOptions,
): ChatModel & StreamingChat {
  // Example of a path: `evaluate.0/2/turn.0`.
  const asker = path.split('/').slice(0, 2).join('/')
  const chat = played(() => partAt(options.script.answers, asker), role, ledger, options)
  return { ...chat, complete: (request, signal) => foldAnswer(chat.stream(request, signal)) }
}

function nextPart(path: string, { text }: Written, script: DemonstrationScript): string {
  const { opening, unaided, aided, concluded } = partAt(script.agents, path)
  if (text.includes(RESULT)) return concluded
  return text.includes(PUT_IN) && aided !== undefined ? aided : opening + unaided
}

function partAt<Part>(parts: Readonly<Record<string, Part>>, path: string): Part {
  const part = parts[path]
  if (part !== undefined) return part
  throw invalidInput(
    'settings',
    `The demonstration has no scripted answer at ${path}: its settings cannot be changed.`,
  )
}

function played(
  say: () => string,
  role: string,
  ledger: Ledger,
  { paceMs, clock }: PlayOptions,
): StreamingChat {
  async function* stream({ messages }: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    const text = say()
    for (const piece of text.match(PIECE) ?? []) {
      if (paceMs > 0) await sleep(clock, paceMs, signal)
      yield { type: 'text', text: piece }
    }
    const usage = {
      promptTokens: estimateMessageTokens(messages),
      completionTokens: estimateTokens(text),
      estimated: true,
    }
    yield { type: 'usage', usage }
    yield { type: 'finish', reason: 'stop' }
  }
  return withLedger({ id: PLAYED_MODEL, server: 'demonstration', stream }, ledger, role, clock)
}
