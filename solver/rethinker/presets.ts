/** ReThinker as its paper has it, and small. Values and sources: specs/rethinker.md 2, docs/rethinker.md. */
import type { PatternPreset } from '../pattern.ts'

/** Top-N-sigma .05 is not sent: in the sampler of that name it is almost greedy, against temperature 1. */
export const PUBLISHED = {
  summary: 'ReThinker as its paper has it, T_s and T_c as in its released code',
  settings: {
    paths: 5,
    solverRounds: 2,
    criticRounds: 4,
    solutionSummary: 'guided',
    reselections: 4,
    order: 'latin',
    showsPerplexity: true,
    gatePerplexity: null,
    retrieval: 'explicit',
    temperature: 1,
    topP: 1,
    selectorTopP: 0.8,
    maxTokens: 8_192,
    maxSteps: 50,
    maxNudges: 5,
    codeSeconds: 3_600,
    contextTokens: 131_072,
  },
} as const satisfies PatternPreset

export const LEAN = {
  summary: 'three paths, one round each, three rounds of the selector',
  settings: { paths: 3, solverRounds: 1, criticRounds: 1, reselections: 2 },
} as const satisfies PatternPreset
