/** Describes the page of a SCHEMA run: architecture and allocation as tables, a column per expert, then synthesis and guard. */
import { columnsOf, type PageShape, type PageTable } from '../page-shape.ts'
import { NOTE_TABLE } from '../rws/ask-roles.ts'
import { GAPS_FIELD } from '../rws/definition-parts.ts'
import { REQUIREMENT_TABLE } from '../rws/requirements.ts'
import { SLOT_TABLE } from '../slots.ts'
import type { Architecture, ExpertStep } from './read-team.ts'

export const ARCHITECTURE_KIND = 'architecture-row'
export const EXPERT_KIND = 'expert-row'

const ARCHITECTURE_TABLE: PageTable = {
  kind: ARCHITECTURE_KIND,
  caption: 'Architecture',
  columns: columnsOf({ part: 'part', text: 'what it says', consumes: 'takes', produces: 'gives' }),
}

const EXPERT_TABLE: PageTable = {
  kind: EXPERT_KIND,
  caption: 'Experts, in the order in which they were asked',
  columns: columnsOf({ step: 'step', role: 'field', prompt: 'task', produces: 'gives' }),
}

export const SCHEMA_PAGE: PageShape = {
  column: 'Expert',
  columnSetting: null,
  stages: [
    { stage: 'architect', heading: 'Architecture', status: 'Designing the experts' },
    { stage: 'allocate', heading: 'Allocation', status: 'Allocating the steps' },
    { stage: 'expert', heading: 'Work', status: 'The experts work in turn', isColumn: true },
    {
      stage: 'synthesize',
      heading: 'Synthesis',
      status: 'Uniting what the experts wrote',
      inRound: { heading: 'Synthesis after the guard', status: 'Correcting the synthesis' },
    },
    { stage: 'guard', heading: 'Guard', status: 'Verifying the synthesis' },
    { stage: 'finalize', heading: 'In form', status: 'Putting the answer into form' },
  ],
  tables: [ARCHITECTURE_TABLE, EXPERT_TABLE, REQUIREMENT_TABLE, SLOT_TABLE, NOTE_TABLE],
  fields: [GAPS_FIELD],
}

export function architectureRows({ q_type, format_hints, plan, expert_sequence }: Architecture): object[] {
  const facts = { 'type of answer': q_type ?? '', format: format_hints }
  const rows = [...Object.entries(facts), ...plan.map((step, place) => [`step ${place + 1}`, step] as const)]
    .filter(([, text]) => text !== '')
    .map(([part, text]) => ({ part, text }))
  const experts = expert_sequence.map(({ id, role, prompt, produces, consumes }) => ({
    part: [id, role].filter(Boolean).join(', '),
    text: prompt,
    consumes,
    produces,
  }))
  return [...rows, ...experts]
}

export function expertRow(step: ExpertStep, place: number): object {
  return { step: `S${place + 1}`, ...step }
}
