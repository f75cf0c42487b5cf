/** Settings and dependencies of a synthesis. */
import { z } from 'zod'
import { PUBLISHED_FIELDS } from '../prompts.ts'

export const SEED_SOURCES = ['published', 'corpus'] as const

/** Settings that a synthesis keeps from its first attempt to its last, which exclude the number of attempts. */
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
  /** Number of questions wanted. */
  readonly count: number
  /** Most attempts in total. */
  readonly attempts: number
}

/** A unit as a judge reads it and a question cites it. */
export interface StatedUnit {
  readonly id: string
  readonly paper: string
  readonly title: string
  /** Page, from 1; null if the source has none. */
  readonly page: number | null
  readonly text: string
}

/** Units that the code of an attempt found. */
export interface AttemptContexts {
  readonly searches: readonly { readonly query: string; readonly text: string }[]
  readonly pages: readonly string[]
  /** Units of searches, then of papers that were read; each once. */
  readonly units: readonly StatedUnit[]
}

export interface SynthesisPorts {
  /** Returns what the agent at `path` found, from its journal: the same now as after the run is resumed. */
  contexts(path: string): Promise<AttemptContexts>
  /** Returns some units of the corpus, the same for the same seed. */
  sampleUnits(seed: number): Promise<readonly StatedUnit[]>
}
