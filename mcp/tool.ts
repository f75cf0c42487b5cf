/** A tool as the protocol offers it, and what it is given to run. */
import { z } from 'zod'
import type { CorpusSession, Gloss } from '../app/wiring/index.ts'
import type { Listing } from './listing.ts'

export interface ToolGround {
  readonly gloss: Gloss
  /** Tokens that an answer may take. */
  readonly budget: number
  readonly signal: AbortSignal
  /** Folders that the client works in; null where it names none. */
  readonly roots: () => Promise<readonly string[] | null>
  /** Whether the call has a cursor, and its first part was answered before. */
  readonly isContinued: boolean
}

export interface Tool {
  readonly name: string
  readonly description: string
  readonly input: z.ZodObject
  /** False: it changes a corpus. */
  readonly isReadOnly: boolean
  /** `args` are what `input` made of them. */
  run(args: never, ground: ToolGround): Promise<Listing>
}

export const corpus = z.string().min(1).max(64).optional()
export const cursor = z.string().max(40).optional()
/** Short names: a client reads the schemas of all tools before its first call. */
export const unit = z.string().regex(/^[0-9a-f]{6,32}$/, 'must be the id of a unit')
export const paper = z.string().min(1).max(1_000)

/** Of a listing that depends on the corpus alone. */
export async function stampOf(session: CorpusSession): Promise<string> {
  return `${session.name} ${await session.seq()}`
}

/** Checks that the tool takes what its schema makes. */
export function tool<Schema extends z.ZodObject>(given: {
  readonly name: string
  readonly description: string
  readonly input: Schema
  readonly isReadOnly: boolean
  run(args: z.output<Schema>, ground: ToolGround): Promise<Listing>
}): Tool {
  return given as Tool
}
