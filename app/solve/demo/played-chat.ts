/**
 * Models of the demonstration: they say what was written for it, at a reading pace, and take up what is put into their streams. Everything
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
  /** Follows where nothing was put in. */
  unaided: z.string().default(''),
  /** Follows what was put in. */
  aided: z.string().optional(),
  /** Follows the result of its code. */
  concluded: z.string().default(''),
})
const Script = z.object({
  question: z.string(),
  /** By path. */
  agents: z.record(z.string(), Parts),
  /** Of single questions, by the first two parts of the path. */
  answers: z.record(z.string(), z.string()),
})
export type DemonstrationScript = z.infer<typeof Script>

/** Of a pattern. Throws `INPUT_INVALID` naming the patterns that there are. */
export function readScript(pattern: string): DemonstrationScript {
  return Script.parse(JSON.parse(readFileSync(demonstrationOf(pattern).script, 'utf8')))
}

/** Throws `INPUT_INVALID` for a pattern without one, as plug-ins are. */
export function demonstrationOf(pattern: string): NonNullable<PatternDefinition['demonstration']> {
  const { demonstration } = patternNamed(pattern)
  if (demonstration !== null) return demonstration
  throw invalidInput('pattern', `The pattern ${pattern} has no demonstration.`)
}

/** Named so wherever models are named. */
export const PLAYED_MODEL = 'demonstration (written answers)'
const ABILITY: ContinuationAbility = { rung: 'prefix', continuesReasoning: false, provider: 'demonstration' }
/** How the extractive injector ends what it puts in. */
const PUT_IN = 'I can continue my reasoning.'
const RESULT = '</execution_results>'
const PIECE = /[\s\S]{1,5}/gu

export interface PlayOptions {
  readonly script: DemonstrationScript
  /** Between two pieces of some five characters. */
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
  // `evaluate.0/2/turn.0`
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
