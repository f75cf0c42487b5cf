/** Describes how the page shows runs of a pattern, as plain data from the service, so that the page itself knows no pattern. */

export interface PageStage {
  /** First part of the paths of its agents, without the round: `evaluate` of `evaluate.0/2`. */
  readonly stage: string
  /** Heading above the text of its agents. `{round}` is replaced by the round, counted from 1. */
  readonly heading: string
  /** Text of the status line during the stage. */
  readonly status: string
  /** Heading and status if the path has a round. */
  readonly inRound?: { readonly heading: string; readonly status: string }
  /** True if each agent has a column, by the number in its path. Absent if the stage works for the whole run. */
  readonly isColumn?: boolean
}

/** A table with the reports of one kind as rows, in order. */
export interface PageTable {
  /** Kind of the reports in `runner.report`; the ending distinguishes it from events of the service. */
  readonly kind: `${string}-row`
  readonly caption: string
  /**
   * Fields of a report's data. Lists are shown with commas, null and absent fields as an empty cell. `isPath`: the field is an agent's
   * path, shown as the heading of its stage.
   */
  readonly columns: readonly { readonly field: string; readonly label: string; readonly isPath?: boolean }[]
}

/** A setting in the form of the page, with its default among the choices; other settings are for the command line and the service. */
export interface PageField {
  readonly setting: string
  readonly label: string
  readonly choices: readonly { readonly value: string | number; readonly label: string }[]
}

export interface PageShape {
  /** Name of a column, such as `Candidate`; null if the pattern has no columns. */
  readonly column: string | null
  /** Setting with the number of columns; null if it is not known in advance. */
  readonly columnSetting: string | null
  /** Stages in the order of a run. */
  readonly stages: readonly PageStage[]
  readonly tables: readonly PageTable[]
  readonly fields: readonly PageField[]
}

/** Kind of a report with the answer to a single question, shown as a card of its stage. */
export const TURN_KIND = 'turn'

/** Splits a stage: `evaluate.1` is the second round of `evaluate`; the round is null for a stage without rounds. */
export function splitStage(stage: string): { readonly name: string; readonly round: number | null } {
  const [name = '', round] = stage.split('.')
  return { name, round: round === undefined ? null : Number(round) }
}

/** Returns the text of a report's field in a cell. */
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
