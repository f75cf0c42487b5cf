/** A database that stores runs. Statements are written once for SQLite and PostgreSQL; `runs.` is a placeholder for the tables' schema. */
export interface RunDatabase {
  /** Runs a statement with values for `$1`, `$2`, …, in a separate transaction. */
  query<Row>(text: string, values?: readonly RunValue[]): Promise<Row[]>
  close(): Promise<void>
}

export type RunValue = string | number | null
