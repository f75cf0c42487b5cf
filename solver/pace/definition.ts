/** PACE as the rest of Gloss knows it. */
import { definePattern } from '../pattern.ts'
import { NOTE_TABLE } from '../rws/ask-roles.ts'
import { GAPS_FIELD, RWS_PARTS, RwsSettings, rwsRoles, rwsTurns } from '../rws/definition-parts.ts'
import { REQUIREMENT_TABLE } from '../rws/requirements.ts'
import { SLOT_TABLE } from '../slots.ts'
import { pace } from './pattern.ts'

export const pacePattern = definePattern(RwsSettings, {
  ...RWS_PARTS,
  name: 'pace',
  title: 'PACE',
  summary: 'Plan, answer, critique, at most one further answer, and a last role that puts it into form.',
  roles: rwsRoles('critic', {
    planner: 'plans the solution and says what the answer must be',
    answer: 'answers by the plan',
    critic: 'checks the final line against the plan',
    encloser: 'puts the answer into form',
  }),
  run: pace,
  mostTurns: rwsTurns({ planner: 2, answer: 2, critic: 2, encloser: 1 }),
  calls: '4, or 5 where the critic rejects; + 1 for each answer of planner or critic that cannot be read',
  page: {
    column: null,
    columnSetting: null,
    stages: [
      { stage: 'plan', heading: 'Plan', status: 'Planning' },
      {
        stage: 'answer',
        heading: 'Answer',
        status: 'Answering',
        inRound: { heading: 'Answer after the critique', status: 'Answering again' },
      },
      { stage: 'critique', heading: 'Critique', status: 'Checking the answer' },
      { stage: 'enclose', heading: 'In form', status: 'Putting the answer into form' },
    ],
    tables: [REQUIREMENT_TABLE, SLOT_TABLE, NOTE_TABLE],
    fields: [GAPS_FIELD],
  },
  demonstration: { script: new URL('./demonstration.json', import.meta.url), settings: {} },
})
