/** Describes the page of a PHASE run: plan and hypothesis as a table of their parts, then analysis, solution and evaluation. */
import { columnsOf, type PageShape, type PageTable } from '../page-shape.ts'
import { NOTE_TABLE } from '../rws/ask-roles.ts'
import { GAPS_FIELD } from '../rws/definition-parts.ts'
import { REQUIREMENT_TABLE } from '../rws/requirements.ts'
import { SLOT_TABLE } from '../slots.ts'
import type { Hypothesis, PhasePlan } from './read-pack.ts'

export const PART_KIND = 'phase-row'

interface PartRow {
  readonly of: 'plan' | 'hypothesis'
  readonly part: string
  readonly text: string
}

const PART_TABLE: PageTable = {
  kind: PART_KIND,
  caption: 'Plan and hypothesis',
  columns: columnsOf({ of: 'of', part: 'part', text: 'what it says' }),
}

export const PHASE_PAGE: PageShape = {
  column: null,
  columnSetting: null,
  stages: [
    { stage: 'plan', heading: 'Plan', status: 'Planning' },
    { stage: 'hypothesis', heading: 'Hypothesis', status: 'Stating what is known and unknown' },
    { stage: 'analysis', heading: 'Analysis', status: 'Deriving a candidate' },
    {
      stage: 'solve',
      heading: 'Solution',
      status: 'Writing the solution',
      inRound: { heading: 'Solution after the evaluation', status: 'Writing the solution again' },
    },
    {
      stage: 'evaluate',
      heading: 'Evaluation',
      status: 'Evaluating the solution',
      inRound: {
        heading: 'Second evaluation, which changes nothing',
        status: 'Evaluating the solution again',
      },
    },
    { stage: 'finalize', heading: 'In form', status: 'Putting the solution into form' },
  ],
  tables: [PART_TABLE, REQUIREMENT_TABLE, SLOT_TABLE, NOTE_TABLE],
  fields: [GAPS_FIELD],
}

export function planRows({ expected_type, domain_hint, format_hints, plan }: PhasePlan): PartRow[] {
  const facts = { 'type of answer': expected_type, domain: domain_hint, format: format_hints }
  return [...Object.entries(facts), ...plan.map((step, place) => [`step ${place + 1}`, step] as const)]
    .filter(([, text]) => text !== '')
    .map(([part, text]) => ({ of: 'plan', part, text }))
}

/** Returns a row for each key; the hypothesizer chooses the keys. */
export function hypothesisRows(hypothesis: Hypothesis): PartRow[] {
  return Object.entries(hypothesis).map(([part, value]) => ({
    of: 'hypothesis',
    part: part.replaceAll('_', ' '),
    text: shown(value),
  }))
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('; ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${shown(one)}`)
      .join('; ')
  return String(value)
}
