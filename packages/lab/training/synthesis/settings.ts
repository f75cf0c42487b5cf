/** What a synthesis is worked on with, and what it is given of the world. */
import { z } from 'zod'
import { PUBLISHED_FIELDS } from '../prompts.ts'

export const SEED_SOURCES = ['published', 'corpus'] as const

/** What one synthesis keeps from its first attempt to its last: how many attempts there are is not among it. */
export const SynthesisSettings = z
  .strictObject({
    seeds: z
      .enum(SEED_SOURCES)
      .default('published')
      .describe('First phrases: that a model lists by field, as published, or that it finds in the corpus.'),
    fields: z.array(z.string().trim().min(1)).min(1).readonly().default(PUBLISHED_FIELDS),
    examples: z.string().describe('Questions that stand in the prompt as examples.'),
    seed: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .default(1),
    // Temperature and nudges as of ReThinker's agents; the others were chosen, not measured.
    temperature: z.number().min(0).max(2).default(1),
    maxTokens: z.number().int().min(1).max(1_000_000).default(4_096),
    maxSteps: z.number().int().min(1).max(1_000).default(20),
    maxNudges: z.number().int().min(0).max(100).default(5),
    codeSeconds: z.number().int().min(1).max(3_600).default(60),
  })
  .readonly()
export type SynthesisSettings = z.infer<typeof SynthesisSettings>

export interface SynthesisLimits {
  /** Questions that are wanted. */
  readonly count: number
  /** Attempts to make one, in all. */
  readonly attempts: number
}

/** A unit as a judge reads it and a question names it. */
export interface StatedUnit {
  readonly id: string
  readonly paper: string
  readonly title: string
  /** From 1; null where the source has none. */
  readonly page: number | null
  readonly text: string
}

/** What the code of an attempt found. */
export interface AttemptContexts {
  readonly searches: readonly { readonly query: string; readonly text: string }[]
  readonly pages: readonly string[]
  /** Of searches first, then of papers that were read; each once. */
  readonly units: readonly StatedUnit[]
}

export interface SynthesisPorts {
  /** Of the agent at `path`, from its journal: the same whether it worked now or before the run was resumed. */
  contexts(path: string): Promise<AttemptContexts>
  /** Some units of the corpus, the same for the same seed. */
  sampleUnits(seed: number): Promise<readonly StatedUnit[]>
}
