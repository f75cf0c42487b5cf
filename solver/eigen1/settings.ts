/** What is free in Eigen-1. Defaults are the paper's; where it is silent, the specs' decisions (sections 3.1, 4 and 10). */
import { z } from 'zod'
import { WATCH_SHAPE } from '../../monitor/index.ts'
import { RETRIEVAL_MODES } from '../retrieval-modes.ts'

/** Far above what any model writes in a turn, or any agent of the paper does; bounds for those who ask over HTTP. Chosen, not measured. */
export const MOST_TURN_TOKENS = 1_000_000
export const MOST_AGENT_STEPS = 10_000
const weight = z.number().min(0).max(1_000)

export const Eigen1Settings = z
  .strictObject({
    proposers: z.number().int().min(1).max(32).default(5).describe('K: solutions written in parallel.'),
    corrects: z.boolean().default(true).describe('Correct each solution on its own.'),
    refines: z
      .boolean()
      .default(true)
      .describe(
        'Repair each solution with the others as references: hierarchical solution refinement (HSR).',
      ),
    evaluates: z
      .boolean()
      .default(true)
      .describe('Score the solutions and correct those that fail: quality-aware iterative reasoning (QAIR).'),
    rounds: z
      .number()
      .int()
      .min(0)
      .max(20)
      .default(1)
      .describe('T_max: rounds of scoring and correction. No value in the paper; 1 in its code.'),
    threshold: z
      .number()
      .min(0)
      .max(5)
      .default(3)
      .describe('Tau: the composite score from which a solution passes.'),
    weights: z
      .tuple([weight, weight, weight])
      .default([0.2, 0.6, 0.2])
      .describe('Weights of logic, answer and explanation in the composite.'),
    retrieval: z
      .enum(RETRIEVAL_MODES)
      .default('implicit')
      .describe('How agents retrieve: by code, by injection, both, or not at all.'),
    ...WATCH_SHAPE,
    searchesWeb: z
      .boolean()
      .default(true)
      .describe(
        'Let agents search and read the web; false without a search engine, decided when the run starts.',
      ),
    runsCode: z.boolean().default(true).describe('Let agents run code.'),
    temperature: z
      .number()
      .min(0)
      .max(2)
      .default(0.5)
      .describe('Sampling temperature of agents that generate (Table A2).'),
    evaluatorTemperature: z
      .number()
      .min(0)
      .max(2)
      .nullable()
      .default(0)
      .describe(
        'Sampling temperature of the evaluator; null (`server` on the command line) leaves it to the server.',
      ),
    maxTokens: z
      .number()
      .int()
      .min(1)
      .max(MOST_TURN_TOKENS)
      .default(64_000)
      .describe('Most tokens of one turn of an agent (section 4.1).'),
    maxSteps: z.number().int().min(1).max(MOST_AGENT_STEPS).default(150).describe('Most steps of one agent.'),
    isAsPrinted: z.boolean().default(false).describe('Use prompts with the faults of the paper’s print.'),
    seed: z
      .number()
      .int()
      .nullable()
      .default(null)
      .describe('Random seed, if the server supports it; each agent derives its own.'),
  })
  .readonly()

export type Eigen1Settings = z.infer<typeof Eigen1Settings>
