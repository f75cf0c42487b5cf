/** SQL over a corpus, as a model may write it: one reading statement over a few views, within limits. */

export interface QueryLimits {
  /** Most rows to return; the outcome says where more were left out. */
  readonly rows: number
  readonly timeoutMs: number
}

export type QueryValue = string | number | null

export interface QueryColumn {
  readonly name: string
  /** Whose id each value is, whatever the column is called; null for anything else. */
  readonly holds: 'unit' | 'paper' | null
}

/** A statement that is not answered is no failure of the caller: its author may read why, and write another. */
export type QueryOutcome =
  | {
      readonly kind: 'rows'
      readonly columns: readonly QueryColumn[]
      readonly rows: readonly (readonly QueryValue[])[]
      /** There were more rows, or they were too large. */
      readonly isTruncated: boolean
    }
  /** `refused`: not allowed. `failed`: no sound SQL. `stopped`: over the time or the memory. */
  | { readonly kind: 'refused' | 'failed' | 'stopped'; readonly message: string }

export interface QueryViewColumn {
  readonly name: string
  readonly type: 'TEXT' | 'INTEGER'
  /** A sentence for the writer of the statement. */
  readonly about: string
}

export interface QueryView {
  readonly name: string
  readonly about: string
  readonly columns: readonly QueryViewColumn[]
}

export interface QueryableCorpus {
  readonly views: readonly QueryView[]
  /** `name(arguments)` with a sentence, beyond those of the SQL dialect. */
  readonly functions: readonly { readonly call: string; readonly about: string }[]
  /** The SQL spoken, such as `SQLite`. */
  readonly dialect: string
  /** Answers for the corpus as it is at the call. Throws `STORE_DAMAGED` and the like, and what `signal` was aborted with. */
  query(sql: string, limits: QueryLimits, signal?: AbortSignal): Promise<QueryOutcome>
  close(): Promise<void>
}
