/** Parts of the definitions of PACE, PHASE and SCHEMA that are the same. */
import type { PageField } from '../page-shape.ts'
import type { AblationRow, PatternParts } from '../pattern.ts'
import { NO_NEEDS } from '../pattern.ts'
import { COMPARISON_ROWS } from './comparison-rows.ts'
import type { StarSettings } from './settings.ts'

const GAPS = ['open', 'closed'] as const

/** Whether it helps that the judge of an answer is shown the question; and the patterns of Table 2 on the same questions. */
const STAR_ROWS: readonly AblationRow[] = [
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

type SameParts = 'presets' | 'needs' | 'needsSearchEngine' | 'publishedCost' | 'ablations'

export const STAR_PARTS: Pick<PatternParts<StarSettings>, SameParts> = {
  presets: {
    published: {
      summary: 'prompts as published; decoding of the public code of HMAW, as the paper gives none',
      settings: { gaps: 'open', temperature: 0.2, maxTokens: 2_000 },
    },
  },
  needs: () => NO_NEEDS,
  needsSearchEngine: false,
  publishedCost: null,
  ablations: STAR_ROWS,
}

/** Projections: questions to each role, repairs included. */
export function starTurns(turns: Readonly<Record<string, number>>): PatternParts<StarSettings>['mostTurns'] {
  return ({ maxTokens }) =>
    Object.entries(turns).map(([role, most]) => ({
      role,
      turns: most,
      completionTokens: most * maxTokens,
    }))
}
