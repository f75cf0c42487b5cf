/** The single shot as the rest of Gloss knows it. */

import { DecodingSettings } from '../decoding-settings.ts'
import { definePattern, NO_NEEDS } from '../pattern.ts'
import { single } from './pattern.ts'

export const singlePattern = definePattern(DecodingSettings, {
  name: 'single',
  title: 'Single shot',
  summary:
    'One question to one model, without tools and without evidence: what other patterns are compared with.',
  roles: [{ name: 'solver', does: 'answers the question', fallback: 'proposer', isAgent: false }],
  presets: {
    published: {
      summary: 'decoding as in the public code of HMAW',
      settings: { temperature: 0.2, maxTokens: 2_000 },
    },
  },
  run: single,
  needs: () => NO_NEEDS,
  needsSearchEngine: false,
  mostTurns: ({ maxTokens }) => [{ role: 'solver', turns: 1, completionTokens: maxTokens }],
  calls: '1',
  publishedCost: null,
  // No paper varies anything in it: greedy, the default, and as warm as Gemini in the comparison of Reasoning With a Star.
  ablations: [0, 0.2, 1].map((temperature) => ({
    table: 'temperature',
    name: `temperature-${temperature}`,
    settings: { temperature },
  })),
  page: {
    column: null,
    columnSetting: null,
    stages: [{ stage: 'answer', heading: 'Answer', status: 'Waiting for the answer' }],
    tables: [],
    fields: [],
  },
  demonstration: { script: new URL('./demonstration.json', import.meta.url), settings: {} },
})
