/** Presents a run of Eigen-1: its page, its decisions, its candidates, and the dump of the published code (specs/eigen1.md 4.4). */
import type { PageShape } from '../page-shape.ts'
import type { CandidateStep, ChangedWording, Report, RunCandidates } from '../pattern.ts'
import { folded, note, type PageBlock, tableOf } from '../run-view/page-blocks.ts'
import type { Solution } from './agents.ts'
import type { Evaluation } from './evaluate.ts'
import type { Eigen1Details } from './pattern.ts'
import type { RankedChoice } from './rank.ts'

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
      inRound: { heading: 'Corrected after scoring, round {round}', status: 'Correcting failed candidates' },
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

export function isEigen1Details(details: unknown): details is Eigen1Details {
  return (
    typeof details === 'object' &&
    details !== null &&
    ['proposed', 'corrected', 'refined', 'pool'].every((name) => Array.isArray(Reflect.get(details, name)))
  )
}

/** Returns the agent's own words; older versions stored only the text with its evidence. */
export function ownWords({ said, text }: Pick<Solution, 'text'> & Partial<Solution>): string {
  return said ?? text
}

/** Returns the candidates; null for details of another form. */
export function eigen1Candidates(details: unknown): RunCandidates | null {
  if (!isEigen1Details(details)) return null
  const { proposed, pool } = details
  return { proposed: proposed.map(ownWords), pool: pool.map(ownWords), steps: candidateSteps(details) }
}

/** Returns changes by stages that wrote a new text. */
export function candidateSteps({ proposed, corrected, refined, pool }: Eigen1Details): CandidateStep[] {
  const stages = [
    { stage: 'correct', before: proposed, after: corrected },
    { stage: 'refine', before: corrected, after: refined },
    { stage: 'evaluate', before: refined, after: pool },
  ]
  return stages.flatMap(({ stage, before, after }) =>
    after.flatMap((solution, candidate) => {
      const { path } = solution
      const old = before[candidate]
      // An equal path means that the stage was skipped or its agent failed.
      return old === undefined || old.path === path
        ? []
        : [{ candidate, stage, before: ownWords(old), after: ownWords(solution) }]
    }),
  )
}

const CHOSEN_BY: Readonly<Record<RankedChoice['by'], string>> = {
  ranker: 'by the ranker',
  repair: 'by the ranker, asked again because it had named none',
  fallback: 'by score, agreement and place, because the ranker named none',
  alone: 'because there was no other',
}

/** Returns the blocks of the run's decisions; none if the run ended before them. */
export function eigen1Decisions(reports: readonly Report[], changes: readonly ChangedWording[]): PageBlock[] {
  const of = (kind: string) => reports.filter((report) => report.kind === kind)
  return [...scoreBlocks(of('score')), ...changeBlocks(changes), ...choiceBlocks(of('selection'))]
}

/** Returns a line for a score or the choice, else null. */
export function eigen1Progress({ path, kind, data }: Pick<Report, 'path' | 'kind' | 'data'>): string | null {
  if (kind === 'score') {
    const { scores, composite, passes } = data as Evaluation
    const figure = scores === null ? 'not scored' : `${scores.join(' / ')} = ${composite}`
    return `${path}: ${figure} ${passes ? 'passes' : 'fails'}`
  }
  if (kind !== 'selection') return null
  const { index, by } = data as RankedChoice
  return `selected response ${index + 1}, by ${by}`
}

function scoreBlocks(reports: readonly Report[]): PageBlock[] {
  const evaluations = reports.map(({ data }) => data as Evaluation)
  const head = ['round', 'response', 'logic', 'answer', 'explanation', 'composite', 'verdict', 'unreadable']
  const rows = evaluations.map(({ round, index, scores, composite, passes, losses }) => [
    String(round + 1),
    String(index + 1),
    ...(scores ?? ['', '', '']).map(String),
    composite === null ? 'not scored' : String(composite),
    passes ? 'passes' : 'fails',
    losses.join(', '),
  ])
  const suggestions = evaluations
    .filter(({ suggestion }) => suggestion !== '')
    .map(({ round, index, suggestion }) => [`round ${round + 1}, response ${index + 1}`, suggestion])
  return [
    ...tableOf([head, ...rows]),
    ...folded('Suggestions of the evaluator', tableOf([['of', 'suggestion'], ...suggestions])),
  ]
}

function changeBlocks(changes: readonly ChangedWording[]): PageBlock[] {
  const rows = changes.map(({ stage, candidate, before, after }) => [
    stage,
    String(candidate + 1),
    before ?? 'none',
    after ?? 'none',
  ])
  return rows.length === 0
    ? []
    : [
        note('Answers that a stage changed, by their wording:'),
        ...tableOf([['stage', 'response', 'before', 'after'], ...rows]),
      ]
}

function choiceBlocks(reports: readonly Report[]): PageBlock[] {
  return reports.flatMap(({ data }) => {
    const { index, by, losses } = data as RankedChoice
    const why = losses.length === 0 ? '' : ` (${losses.join(', ')})`
    return [note(`Response ${index + 1} was chosen ${CHOSEN_BY[by]}${why}.`)]
  })
}

/** Returns the dump; null for details of another form. */
export function eigen1Dump(details: unknown): object | null {
  if (!isEigen1Details(details)) return null
  const { proposed, corrected, refined, rounds, pool, choice } = details
  const current = refined.map(({ text }) => text)
  return {
    solutions: texts(proposed),
    corrected: texts(corrected),
    refined: texts(refined),
    rounds: rounds.map(({ evaluations, failed, replaced, replacements }) => {
      const before = failed.map((index) => current[index] ?? '')
      replaced.forEach((index, place) => {
        current[index] = replacements[place]?.text ?? ''
      })
      return {
        evaluations: evaluations.map(({ index, scores, composite, suggestion }) => ({
          index,
          quality_scores: scores,
          score: composite,
          suggestion,
        })),
        failed: before,
        replaced: texts(replacements),
      }
    }),
    pool: texts(pool),
    ranker: choice.text,
  }
}

function texts(solutions: readonly { readonly text: string }[]): string[] {
  return solutions.map(({ text }) => text)
}
