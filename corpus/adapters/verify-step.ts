/** Steps of a verification. Each checks rows in the order of their keys, and can start after any row. */

/** The key of a row. */
export type RowKey = readonly (string | number)[]

/** Result for one row, or of a step that checks the corpus as a whole. */
interface CheckedRow {
  readonly key: RowKey
  /** Problems, without advice. */
  readonly problems: readonly string[]
}

/** Checks rows in the order of their keys, starting after `after`. */
export type VerifyStep = (after: RowKey | null) => Iterable<CheckedRow>

export interface LateUnit {
  readonly id: string
  readonly seq: number
}

/** SQL for units and removals with a change number that does not exist. */
export const LATE_UNITS = `SELECT id, seq FROM unit WHERE seq < 1 OR seq > (SELECT seq FROM meta)
   UNION ALL SELECT unit, seq FROM removed WHERE seq < 1 OR seq > (SELECT seq FROM meta)`

export function lateProblem({ id, seq }: LateUnit): string {
  return `Unit ${id} has the change number ${seq}, which does not exist. Ingest its paper again.`
}
