/** Shared parts of the definitions of Reasoning With a Star's patterns. */
import { z } from 'zod'
import { DECODING_SETTINGS } from '../decoding-settings.ts'
import type { PageField } from '../page-shape.ts'
import { type AblationRow, NO_NEEDS, type PatternParts, type PatternRole } from '../pattern.ts'

export const RwsSettings = z
  .strictObject({
    gaps: z
      .enum(['open', 'closed'])
      .default('open')
      .describe(
        '`open`: the judge of an answer sees what it sees in the paper, which omits the question; `closed`: also what the paper omits.',
      ),
    ...DECODING_SETTINGS,
  })
  .readonly()

export type RwsSettings = z.infer<typeof RwsSettings>

export const COMPARISON_ROWS: readonly AblationRow[] = ['single', 'hmaw', 'pace', 'phase', 'schema'].map(
  (pattern) => ({ table: 'T2', name: pattern, pattern, settings: {} }),
)

const GAPS = ['open', 'closed'] as const

/** Rows that test whether showing the question to the judge helps, and the patterns of Table 2 on the same questions. */
const RWS_ROWS: readonly AblationRow[] = [
  ...COMPARISON_ROWS,
  ...GAPS.map((gaps) => ({ table: 'gaps', name: `gaps-${gaps}`, settings: { gaps } })),
]

export const GAPS_FIELD: PageField = {
  setting: 'gaps',
  label: 'Shown to the judge',
  choices: [
    { value: 'open', label: 'As published' },
    { value: 'closed', label: 'The question, too' },
  ],
}

/** Parts of patterns that only ask single questions. */
export const ASKING_PARTS = {
  needs: () => NO_NEEDS,
  needsSearchEngine: false,
  publishedCost: null,
} as const
const DECODING = { temperature: 0.2, maxTokens: 2_000 }
export const HMAW_PRESETS = {
  published: { summary: 'decoding as in the public code of HMAW', settings: DECODING },
}

export const RWS_PARTS = {
  ...ASKING_PARTS,
  presets: {
    published: {
      summary: 'prompts as published; decoding from the public code of HMAW, as the paper gives none',
      settings: { gaps: 'open', ...DECODING },
    },
  },
  ablations: RWS_ROWS,
} satisfies Partial<PatternParts<RwsSettings>>

/** Returns roles from their descriptions: the judge of the answer falls back on the evaluator's model, all others on the proposer's. */
export function rwsRoles(judge: string, roles: Readonly<Record<string, string>>): PatternRole[] {
  return Object.entries(roles).map(([name, does]) => {
    const fallback = name === judge ? 'evaluator' : 'proposer'
    return { name, does, fallback: fallback === name ? null : fallback, isAgent: false }
  })
}

/** Returns the most turns from the number of questions to each role, including repairs. */
export function rwsTurns(turns: Readonly<Record<string, number>>): PatternParts<RwsSettings>['maxTurns'] {
  return ({ maxTokens }) =>
    Object.entries(turns).map(([role, most]) => ({ role, turns: most, completionTokens: most * maxTokens }))
}
