/** A database that keeps runs. Statements are written once for SQLite and PostgreSQL; `runs.` stands for the schema of the tables. */
export interface RunDatabase {
  /** Runs one statement, with values for `$1`, `$2`, … Each is a transaction of its own. */
  query<Row>(text: string, values?: readonly RunValue[]): Promise<Row[]>
  close(): Promise<void>
}

export type RunValue = string | number | null
