/** Prints the report on Reasoning With a Star as text tables: measured figures, then the published ones under a separate heading. */
import type { SpendingFigures } from '../answers/index.ts'
import { spendingRows } from '../report/cells.ts'
import type { StarAudit, StarFigures, StarShare } from './figures.ts'
import {
  PUBLISHED_CONTRADICTION,
  PUBLISHED_ITEMS,
  PUBLISHED_PATTERN_ITEMS,
  PUBLISHED_PATTERNS,
  PUBLISHED_SINGLE_SHOT,
} from './published.ts'

export interface StarArmReport {
  /** Name of the arm; with several sets, `arm, set`. */
  readonly name: string
  readonly figures: readonly StarFigures[]
  readonly audit: StarAudit
  /** Spending of the arm's own models, without Parser and Judge. */
  readonly spending: SpendingFigures | null
}

export interface StarTable {
  readonly title: string
  readonly rows: readonly (readonly string[])[]
  readonly notes: readonly string[]
}

const STAGES = ['programs alone', '95 %', 'with verifier', '95 %']
const HEAD = ['arm', 'type', 'n', ...STAGES, 'undecided', 'not answered']

/** Returns the tables. Without a verifier its columns would repeat those of the programs, and are left empty. */
export function starTables(reports: readonly StarArmReport[], hasVerifier: boolean): StarTable[] {
  return [accuracyTable(reports, hasVerifier), reasonTable(reports), spendingTable(reports), publishedTable()]
}

function accuracyTable(reports: readonly StarArmReport[], hasVerifier: boolean): StarTable {
  const rows = reports.flatMap(({ name, figures }) =>
    figures.map(({ type, byPrograms, withVerifier, undecided, unanswered }) => [
      name,
      type,
      String(byPrograms.items),
      counted(byPrograms),
      intervalText(byPrograms),
      ...(hasVerifier ? [counted(withVerifier), intervalText(withVerifier)] : ['–', '–']),
      `${undecided} of ${byPrograms.items}`,
      `${unanswered} of ${byPrograms.items}`,
    ]),
  )
  const audits = reports.flatMap(({ name, audit: { asked, disagreed } }) =>
    asked === 0 ? [] : [`${name}: of ${asked} audited matches the verifier calls ${disagreed} incorrect.`],
  )
  return {
    title: 'Accuracy: correct of all items; undecided and unanswered ones are not right',
    rows: [HEAD, ...rows],
    notes: audits,
  }
}

function reasonTable(reports: readonly StarArmReport[]): StarTable {
  const rows = reports.flatMap(({ name, figures }) =>
    figures
      .filter(({ type }) => type !== 'all')
      .flatMap(({ type, reasons, byPrograms }) =>
        Object.entries(reasons).map(([reason, count]) => [
          name,
          type,
          reason,
          `${count} of ${byPrograms.items}`,
        ]),
      ),
  )
  return {
    title: 'Why the programs did not find a match',
    rows: [['arm', 'type', 'reason', 'items'], ...rows],
    notes: [],
  }
}

function spendingTable(reports: readonly StarArmReport[]): StarTable {
  return {
    title: 'What the answers took: means of a run, and all that was spent over the number of right answers',
    rows: spendingRows(reports, 'arm'),
    notes: ['Parser and Judge are not counted.'],
  }
}

function publishedTable(): StarTable {
  const single = PUBLISHED_SINGLE_SHOT.map(({ model, percent }) => [
    `single shot, ${model}`,
    `${percent.toFixed(2)} %`,
    `${Math.round((percent * PUBLISHED_ITEMS) / 100)} of ${PUBLISHED_ITEMS}`,
    'Table 1',
  ])
  const patterns = PUBLISHED_PATTERNS.map(({ pattern, percent, of167, macroMean }) => [
    `${pattern}, Gemini 2.5 Pro`,
    `${percent.toFixed(2)} %`,
    `${of167} of ${PUBLISHED_PATTERN_ITEMS}`,
    `Table 2; mean over six sets ${macroMean.toFixed(2)} %`,
  ])
  return {
    title: 'Published by the paper (arXiv 2511.20694), not measured here',
    rows: [['what', 'accuracy', 'n', 'where'], ...single, ...patterns],
    notes: [PUBLISHED_CONTRADICTION],
  }
}

function counted({ correct, items, share }: StarShare): string {
  return `${percent(share)} (${correct} of ${items})`
}

function intervalText({ interval: [low, high] }: StarShare): string {
  return Number.isNaN(low) ? '–' : `${percent(low)} to ${percent(high)}`
}

function percent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : '–'
}
