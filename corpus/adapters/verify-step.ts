/** What a verification is made of: steps that check rows in the order of their keys, and can begin behind any row. */

/** The key of a row. */
export type RowKey = readonly (string | number)[]

/** What came of one row, or of a step that looks at the corpus as a whole. */
interface CheckedRow {
  readonly key: RowKey
  /** Without what to do. */
  readonly problems: readonly string[]
}

/** Checks rows in the order of their keys, beginning behind `after`. */
export type VerifyStep = (after: RowKey | null) => Iterable<CheckedRow>
