/** How a run of ReThinker came to its answer, and what it chose from: for traces, figures and dumps. */
import type { Report, RunCandidates } from '../pattern.ts'
import { note, type PageBlock, tableOf } from '../trace/blocks.ts'
import type { DroppedPath, RethinkerDetails } from './pattern.ts'
import type { Decision } from './select.ts'

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

/** None where the run did not come so far. */
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

/** Proposed: what the solvers came to. Null for details of another form. */
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

/** Null likewise. */
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
