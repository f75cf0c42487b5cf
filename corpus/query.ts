/** SQL queries over a corpus, as a model may write them: one reading statement over a few views, within limits. */

export interface QueryLimits {
  /** Most rows to return; the outcome tells whether more were left out. */
  readonly rows: number
  readonly timeoutMs: number
}

export type QueryValue = string | number | null

export interface QueryColumn {
  readonly name: string
  /** Kind of the ids in the column, whatever its name; null if its values are not ids. */
  readonly holds: 'unit' | 'paper' | null
}

/** A statement that fails is not an error of the caller: its author may read why, and write another. */
export type QueryOutcome =
  | {
      readonly kind: 'rows'
      readonly columns: readonly QueryColumn[]
      readonly rows: readonly (readonly QueryValue[])[]
      /** Whether rows were left out, because they were too many or too large. */
      readonly isTruncated: boolean
    }
  /** `refused`: not allowed. `failed`: not valid SQL. `stopped`: over the limit of time or memory. */
  | { readonly kind: 'refused' | 'failed' | 'stopped'; readonly message: string }

export interface QueryViewColumn {
  readonly name: string
  readonly type: 'TEXT' | 'INTEGER'
  /** A sentence for the author of the statement. */
  readonly about: string
}

export interface QueryView {
  readonly name: string
  readonly about: string
  readonly columns: readonly QueryViewColumn[]
}

export interface QueryableCorpus {
  readonly views: readonly QueryView[]
  /** SQL functions beyond those of the dialect, as `name(arguments)` with a sentence. */
  readonly functions: readonly { readonly call: string; readonly about: string }[]
  /** SQL dialect, such as `SQLite`. */
  readonly dialect: string
  /** Runs a statement on the corpus as it is at the call. Throws store errors such as `STORE_DAMAGED`, and the abort reason of `signal`. */
  query(sql: string, limits: QueryLimits, signal?: AbortSignal): Promise<QueryOutcome>
  close(): Promise<void>
}
