/** How the page shows a run of Eigen-1: a column for each candidate with a row for each stage, and the ranker below them. */
import type { PageShape } from '../page-shape.ts'

const numbers = (...values: readonly number[]) => values.map((value) => ({ value, label: String(value) }))

export const EIGEN1_PAGE: PageShape = {
  column: 'Candidate',
  columnSetting: 'proposers',
  stages: [
    { stage: 'propose', heading: 'Proposed', status: 'Proposing solutions', isColumn: true },
    {
      stage: 'correct',
      heading: 'Corrected',
      status: 'Correcting each proposal',
      inRound: {
        heading: 'Corrected after scoring, round {round}',
        status: 'Correcting failed candidates',
      },
      isColumn: true,
    },
    {
      stage: 'refine',
      heading: 'Refined',
      status: 'Refining each candidate, with the others as references',
      isColumn: true,
    },
    {
      stage: 'evaluate',
      heading: 'Scored',
      status: 'Scoring the candidates',
      inRound: { heading: 'Scored, round {round}', status: 'Scoring the candidates' },
      isColumn: true,
    },
    { stage: 'rank', heading: 'Ranker', status: 'Choosing the best candidate' },
  ],
  tables: [],
  fields: [
    { setting: 'proposers', label: 'Proposers', choices: numbers(1, 2, 3, 4, 5, 8) },
    { setting: 'rounds', label: 'Correction rounds', choices: numbers(0, 1, 2, 3) },
    {
      setting: 'retrieval',
      label: 'Retrieval',
      choices: [
        { value: 'implicit', label: 'Automatic (injected)' },
        { value: 'explicit', label: 'On demand (from code)' },
        { value: 'both', label: 'Both' },
        { value: 'none', label: 'None' },
      ],
    },
  ],
}
