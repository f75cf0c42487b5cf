/** Settings of Eigen-1. Defaults are the paper's or, if it gives none, the specs' (sections 3.1, 4 and 10). */
import { z } from 'zod'
import { count, decimal, flag, WATCH_SHAPE } from '../../monitor/index.ts'
import { RETRIEVAL_MODES } from '../retrieval-modes.ts'

/** Limits for HTTP clients, far above what a model writes in a turn or an agent of the paper does. Chosen, not measured. */
export const MAX_TURN_TOKENS = 1_000_000
export const MAX_AGENT_STEPS = 10_000
const weight = z.number().min(0).max(1_000)

export const Eigen1Settings = z
  .strictObject({
    proposers: count(5, 1, 32).describe('K: solutions written in parallel.'),
    corrects: flag(true).describe('Correct each solution on its own.'),
    refines: flag(true).describe(
      'Repair each solution with the others as references: hierarchical solution refinement (HSR).',
    ),
    evaluates: flag(true).describe(
      'Score the solutions and correct those that fail: quality-aware iterative reasoning (QAIR).',
    ),
    rounds: count(1, 0, 20).describe(
      'T_max: rounds of scoring and correction. No value in the paper; 1 in its code.',
    ),
    threshold: decimal(3, 0, 5).describe('Tau: the lowest composite score that passes.'),
    weights: z
      .tuple([weight, weight, weight])
      .default([0.2, 0.6, 0.2])
      .describe('Weights of logic, answer and explanation in the composite score.'),
    retrieval: z
      .enum(RETRIEVAL_MODES)
      .default('implicit')
      .describe('How agents retrieve: by code, by injection, both, or not at all.'),
    ...WATCH_SHAPE,
    searchesWeb: flag(true).describe(
      'Let agents search and read the web; off if no search engine is configured when the run starts.',
    ),
    runsCode: flag(true).describe('Let agents run code.'),
    temperature: decimal(0.5, 0, 2).describe('Sampling temperature of agents that generate (Table A2).'),
    evaluatorTemperature: z
      .number()
      .min(0)
      .max(2)
      .nullable()
      .default(0)
      .describe(
        'Sampling temperature of the evaluator; null (`server` on the command line) leaves it to the server.',
      ),
    maxTokens: count(64_000, 1, MAX_TURN_TOKENS).describe(
      'Maximum tokens per turn of an agent (section 4.1).',
    ),
    maxSteps: count(150, 1, MAX_AGENT_STEPS).describe('Maximum steps per agent.'),
    isAsPrinted: flag(false).describe('Use the prompts as printed in the paper, faults included.'),
    seed: z
      .number()
      .int()
      .nullable()
      .default(null)
      .describe('Random seed, if the server supports it; each agent derives its own.'),
  })
  .readonly()

export type Eigen1Settings = z.infer<typeof Eigen1Settings>
