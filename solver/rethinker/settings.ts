/** Settings of ReThinker. Defaults are the paper's or, if it gives none, the specs' (section 2). */
import { z } from 'zod'
import { count, decimal, flag, WATCH_SHAPE } from '../../monitor/index.ts'

/** `explicit`: code reads the web, or the corpus in its place. `implicit`: also, evidence is injected into solver and critic. */
const RETRIEVAL = ['explicit', 'implicit', 'none'] as const
/** What the critic sees of a solution: all three parts of the summary, the first two, or only the final answer (Table 3). */
const SUMMARIES = ['guided', 'summary', 'answer'] as const
const ORDERS = ['latin', 'fixed'] as const

const share = z.number().gt(0).max(1)

export const RethinkerSettings = z
  .strictObject({
    paths: count(5, 1, 32).describe('N: paths that work on the question in parallel.'),
    solverRounds: count(2, 1, 20).describe(
      'T_s: rounds of a solver; from the second on, it sees its previous answer.',
    ),
    criticRounds: count(4, 0, 20).describe(
      'T_c: rounds of a critic; 0 omits both summary and critic, as in Table 2.',
    ),
    solutionSummary: z
      .enum(SUMMARIES)
      .default('guided')
      .describe('What a critic sees of the summary: all of it, all but its guidance, or only the answer.'),
    reselections: z
      .number()
      .int()
      .min(0)
      .max(50)
      .nullable()
      .default(null)
      .describe('R: rounds of the selector after its first; null: one less than `paths`.'),
    order: z
      .enum(ORDERS)
      .default('latin')
      .describe('Order of the responses: by a cyclic Latin square, or the same in each round.'),
    showsPerplexity: flag(true).describe(
      'Show the selector the perplexity of its earlier rounds, if the server reports it.',
    ),
    gatePerplexity: z
      .number()
      .min(1)
      .nullable()
      .default(null)
      .describe(
        'End the selection early if the last picks agree and none has a perplexity above this; null: never.',
      ),
    gateAgreement: count(2, 1, 20).describe('Picks that must agree to end the selection early.'),
    retrieval: z
      .enum(RETRIEVAL)
      .default('explicit')
      .describe('How agents retrieve: by code, also by injection into solver and critic, or not at all.'),
    ...WATCH_SHAPE,
    temperature: decimal(1, 0, 2).describe('Sampling temperature of all roles (Table 15).'),
    topP: share.default(1).describe('Nucleus (top p) of all roles except the selector.'),
    selectorTopP: share.default(0.8).describe('Nucleus (top p) of the selector.'),
    maxTokens: count(8_192, 1, 1_000_000).describe('Maximum tokens per generation.'),
    maxSteps: count(50, 1, 1_000).describe('Maximum steps per round of an agent.'),
    maxNudges: count(5, 0, 50).describe(
      'How often an agent that neither runs code nor answers is asked to finish, before its last attempt.',
    ),
    codeSeconds: decimal(60, 1, 3_600).describe('Time limit of a code block.'),
    contextTokens: count(131_072, 1_024, 10_000_000).describe(
      'Maximum tokens of a trajectory to summarise, with the prompt and the summary.',
    ),
    seed: z.number().int().nullable().default(null).describe('Random seed, if the server supports it.'),
  })
  .readonly()

export type RethinkerSettings = z.infer<typeof RethinkerSettings>

/** Returns the rounds of the selector, including the first. */
export function selectorRounds({ reselections, paths }: RethinkerSettings): number {
  return (reselections ?? paths - 1) + 1
}
