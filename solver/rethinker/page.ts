/** How the page shows a run of ReThinker: a column for each path, and the rounds of the selector as a table below them. */
import type { PageShape } from '../page-shape.ts'

const numbers = (...values: readonly number[]) => values.map((value) => ({ value, label: String(value) }))

export const RETHINKER_PAGE: PageShape = {
  column: 'Path',
  columnSetting: 'paths',
  stages: [
    {
      stage: 'paths',
      heading: 'Paths',
      status: 'Solving, summarising and criticising on each path',
    },
    {
      stage: 'solver',
      heading: 'Solved',
      status: 'Solving on each path',
      inRound: { heading: 'Solved, round {round}', status: 'Solving on each path' },
      isColumn: true,
    },
    { stage: 'reflector', heading: 'Summary', status: 'Summarising each solution', isColumn: true },
    {
      stage: 'critic',
      heading: 'Criticised',
      status: 'Checking and correcting each solution',
      inRound: { heading: 'Criticised, round {round}', status: 'Checking and correcting each solution' },
      isColumn: true,
    },
    {
      stage: 'selector',
      heading: 'Selector',
      status: 'Choosing among the responses',
      inRound: { heading: 'Selector, round {round}', status: 'Choosing among the responses' },
    },
    {
      stage: 'final',
      heading: 'Final adjudication',
      status: 'Choosing among the responses that were picked',
    },
  ],
  tables: [
    {
      kind: 'selector-row',
      caption: 'Rounds of the selector',
      columns: [
        { field: 'round', label: 'round' },
        { field: 'order', label: 'order shown' },
        { field: 'pick', label: 'pick' },
        { field: 'perplexity', label: 'perplexity' },
        { field: 'tokens', label: 'over tokens' },
      ],
    },
  ],
  fields: [
    { setting: 'paths', label: 'Paths', choices: numbers(1, 2, 3, 4, 5, 8) },
    { setting: 'solverRounds', label: 'Solver rounds', choices: numbers(1, 2, 3) },
    { setting: 'criticRounds', label: 'Critic rounds', choices: numbers(0, 1, 2, 3, 4) },
    {
      setting: 'solutionSummary',
      label: 'What critics are given',
      choices: [
        { value: 'guided', label: 'Summary and guidance' },
        { value: 'summary', label: 'Summary' },
        { value: 'answer', label: 'Final answer' },
      ],
    },
    {
      setting: 'retrieval',
      label: 'Retrieval',
      choices: [
        { value: 'explicit', label: 'On demand (from code)' },
        { value: 'implicit', label: 'On demand and injected' },
        { value: 'none', label: 'None' },
      ],
    },
  ],
}
