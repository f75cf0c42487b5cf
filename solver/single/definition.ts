/** The single shot as the rest of Gloss knows it. */

import { DecodingSettings } from '../decoding-settings.ts'
import { definePattern } from '../pattern.ts'
import { ASKING_PARTS, HMAW_PRESETS } from '../rws/definition-parts.ts'
import { single } from './pattern.ts'

export const singlePattern = definePattern(DecodingSettings, {
  ...ASKING_PARTS,
  name: 'single',
  title: 'Single shot',
  summary:
    'One question to one model, without tools and without evidence: what other patterns are compared with.',
  roles: [{ name: 'solver', does: 'answers the question', fallback: 'proposer', isAgent: false }],
  presets: HMAW_PRESETS,
  run: single,
  mostTurns: ({ maxTokens }) => [{ role: 'solver', turns: 1, completionTokens: maxTokens }],
  calls: '1',
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
