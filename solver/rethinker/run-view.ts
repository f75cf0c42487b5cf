/** Presents a run of ReThinker: its page, its decisions and its candidates. */
import { columnsOf, type PageShape } from '../page-shape.ts'
import type { Report, RunCandidates } from '../pattern.ts'
import { note, type PageBlock, tableOf } from '../run-view/page-blocks.ts'
import type { DroppedPath, RethinkerDetails } from './pattern.ts'
import type { Decision } from './select.ts'

const numbers = (...values: readonly number[]) => values.map((value) => ({ value, label: String(value) }))

export const RETHINKER_PAGE: PageShape = {
  column: 'Path',
  columnSetting: 'paths',
  stages: [
    { stage: 'paths', heading: 'Paths', status: 'Solving, summarising and criticising on each path' },
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
      columns: columnsOf({
        round: 'round',
        order: 'order shown',
        pick: 'pick',
        perplexity: 'perplexity',
        tokens: 'over tokens',
      }),
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

interface SelectionReport {
  readonly candidate: number
  readonly path: number
  readonly decided: Decision
  readonly hasPerplexity: boolean | null
  readonly dropped: readonly DroppedPath[]
}

const DECIDED: Readonly<Record<Decision, string>> = {
  unanimous: 'by every round of the selector that named one',
  adjudicated: 'by the final adjudication, because the rounds of the selector differed',
  fallback: 'by picks, perplexity and agreement, because the selector named none that was shown',
  single: 'because there was no other',
}

/** Returns the blocks of the run's decisions; none if the run ended before them. */
export function rethinkerDecisions(reports: readonly Report[]): PageBlock[] {
  return reports
    .filter(({ kind }) => kind === 'selection')
    .flatMap(({ data }) => {
      const { candidate, decided, hasPerplexity, dropped } = data as SelectionReport
      const rows = dropped.map(({ path, reason, message }) => [String(path + 1), reason, message])
      return [
        note(`Response ${candidate} was chosen ${DECIDED[decided]}.`),
        ...(hasPerplexity === false ? [note(NO_PERPLEXITY)] : []),
        ...(rows.length === 0
          ? []
          : [note('Paths without a candidate:'), ...tableOf([['path', 'reason', 'message'], ...rows])]),
      ]
    })
}

const NO_PERPLEXITY =
  'The selector’s server gave no log probabilities: its history names no perplexity, and no gate can stop it.'

export function rethinkerProgress({ kind, data }: Pick<Report, 'kind' | 'data'>): string | null {
  if (kind !== 'selection') return null
  const { candidate, decided, hasPerplexity } = data as SelectionReport
  const unknown = hasPerplexity === false ? '; the server gave no log probabilities' : ''
  return `selected response ${candidate}, ${decided}${unknown}`
}

function isRethinkerDetails(details: unknown): details is RethinkerDetails {
  return details !== null && typeof details === 'object' && 'candidates' in details && 'history' in details
}

/** Returns the candidates, with the solvers' answers as proposed; null for details of another form. */
export function rethinkerCandidates(details: unknown): RunCandidates | null {
  if (!isRethinkerDetails(details)) return null
  const { candidates } = details
  const solved = candidates.map(({ solver }) => solver.at(-1)?.text ?? '')
  return {
    proposed: solved,
    pool: candidates.map(({ text }) => text),
    steps: candidates.flatMap(({ critic, text }, candidate) =>
      critic.length === 0
        ? []
        : [{ candidate, stage: 'critic', before: solved[candidate] ?? '', after: text }],
    ),
  }
}

/** Returns the dump; null for details of another form. */
export function rethinkerDump(details: unknown): object | null {
  if (!isRethinkerDetails(details)) return null
  const { candidates, dropped, history, candidate, decided } = details
  return {
    candidates: candidates.map(({ path, text, answer, from }) => ({ path, text, answer, from })),
    dropped,
    selections: history.map(({ text: _, ...round }) => round),
    candidate,
    decided,
  }
}
