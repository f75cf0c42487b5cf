/** Defines the tools that the protocol offers, with the context of a call. */
import { z } from 'zod'
import type { CorpusSession, Gloss } from '../app/wiring/index.ts'
import type { Listing } from './listing.ts'

export interface ToolGround {
  readonly gloss: Gloss
  /** Tokens that an answer may take. */
  readonly budget: number
  readonly signal: AbortSignal
  /** Returns the folders that the client works in; null if it names none. */
  readonly roots: () => Promise<readonly string[] | null>
  /** Whether the call has a cursor, so that its first part was answered before. */
  readonly isContinued: boolean
}

export interface Tool {
  readonly name: string
  readonly description: string
  readonly input: z.ZodObject
  /** False if the tool changes a corpus. */
  readonly isReadOnly: boolean
  /** Runs the tool on arguments that `input` has parsed. */
  run(args: never, ground: ToolGround): Promise<Listing>
}

export const corpus = z.string().min(1).max(64).optional()
export const cursor = z.string().max(40).optional()
/** Shared fields have short names, because a client reads the schemas of all tools before its first call. */
export const unit = z.string().regex(/^[0-9a-f]{6,32}$/, 'must be the id of a unit')
export const paper = z.string().min(1).max(1_000)

/** Returns the stamp of a listing that depends only on the corpus. */
export async function stampOf(session: CorpusSession): Promise<string> {
  return `${session.name} ${await session.seq()}`
}

/** Defines a tool; the compiler checks that `run` accepts the output of its schema. */
export function tool<Schema extends z.ZodObject>(given: {
  readonly name: string
  readonly description: string
  readonly input: Schema
  readonly isReadOnly: boolean
  run(args: z.output<Schema>, ground: ToolGround): Promise<Listing>
}): Tool {
  return given as Tool
}
