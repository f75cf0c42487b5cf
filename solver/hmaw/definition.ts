/** HMAW as the rest of Gloss knows it. */

import { DecodingSettings } from '../decoding-settings.ts'
import { definePattern } from '../pattern.ts'
import { NOTE_TABLE } from '../rws/ask-roles.ts'
import { ASKING_PARTS, COMPARISON_ROWS, HMAW_PRESETS } from '../rws/definition-parts.ts'
import { SLOT_TABLE } from '../slots.ts'
import { hmaw } from './pattern.ts'

export const hmawPattern = definePattern(DecodingSettings, {
  ...ASKING_PARTS,
  name: 'hmaw',
  title: 'HMAW',
  summary: 'A chain of a company: a chief executive instructs a manager, the manager a worker, who answers.',
  roles: [
    { name: 'ceo', does: 'instructs the manager', fallback: 'proposer', isAgent: false },
    { name: 'manager', does: 'instructs the worker', fallback: 'proposer', isAgent: false },
    { name: 'worker', does: 'answers the question', fallback: 'proposer', isAgent: false },
  ],
  presets: HMAW_PRESETS,
  run: hmaw,
  mostTurns: ({ maxTokens }) =>
    ['ceo', 'manager', 'worker'].map((role) => ({ role, turns: 1, completionTokens: maxTokens })),
  calls: '3',
  ablations: COMPARISON_ROWS,
  page: {
    column: null,
    columnSetting: null,
    stages: [
      { stage: 'ceo', heading: 'CEO: instructions to the manager', status: 'The CEO instructs the manager' },
      {
        stage: 'manager',
        heading: 'Manager: instructions to the worker',
        status: 'The manager instructs the worker',
      },
      { stage: 'worker', heading: 'Worker: the answer', status: 'The worker answers' },
    ],
    tables: [SLOT_TABLE, NOTE_TABLE],
    fields: [],
  },
  demonstration: { script: new URL('./demonstration.json', import.meta.url), settings: {} },
})
