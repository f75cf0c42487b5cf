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
