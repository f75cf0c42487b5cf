/** How the page shows a run of a pattern: plain data, which the service hands out, so that the page itself knows no pattern. */

export interface PageStage {
  /** First part of the paths of its agents, without the round: `evaluate` of `evaluate.0/2`. */
  readonly stage: string
  /** Above what its agents write. `{round}` stands for the round, counted from 1. */
  readonly heading: string
  /** What the status line says meanwhile. */
  readonly status: string
  /** In place of them where the path has a round. */
  readonly inRound?: { readonly heading: string; readonly status: string }
  /** Each of its agents has a column, by the number in its path. Absent: it works for the whole run. */
  readonly isColumn?: boolean
}

/** Reports of one kind as the rows of a table, in the order in which they came. */
export interface PageTable {
  /** Of the reports, as the pattern gives it to `runner.report`; the ending keeps it apart from the events of the service. */
  readonly kind: `${string}-row`
  readonly caption: string
  /**
   * Fields of a report's data. Lists are shown with commas, null and absent fields as an empty cell. `isPath`: the field is the path of an
   * agent, for which the page shows the heading of its stage.
   */
  readonly columns: readonly { readonly field: string; readonly label: string; readonly isPath?: boolean }[]
}

/** A setting that the form of the page has, its default among the choices; all others are for the command line and the service. */
export interface PageField {
  readonly setting: string
  readonly label: string
  readonly choices: readonly { readonly value: string | number; readonly label: string }[]
}

export interface PageShape {
  /** What a column is: `Candidate`. Null where the pattern has none. */
  readonly column: string | null
  /** The setting that says how many columns there will be; null where it is not known in advance. */
  readonly columnSetting: string | null
  /** In the order of a run. */
  readonly stages: readonly PageStage[]
  readonly tables: readonly PageTable[]
  readonly fields: readonly PageField[]
}

/** The kind of report that says what one question was answered with: shown as a card of its stage. */
export const TURN_KIND = 'turn'

/** `evaluate.1` is the second round of `evaluate`; null for a stage without rounds. */
export function splitStage(stage: string): { readonly name: string; readonly round: number | null } {
  const [name = '', round] = stage.split('.')
  return { name, round: round === undefined ? null : Number(round) }
}

/** A field of a report as it stands in a cell. */
export function cellText(data: unknown, field: string): string {
  const value = typeof data === 'object' && data !== null ? Reflect.get(data, field) : null
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns columns from the labels of their fields. */
export function columnsOf(labels: Readonly<Record<string, string>>): PageTable['columns'] {
  return Object.entries(labels).map(([field, label]) => ({ field, label }))
}
