/** The tables of one corpus, in whichever store: how statements are run over them, and what becomes of the rows. */
import { mapInTurns } from '../../core/index.ts'
import type { CorpusQuery } from '../ports.ts'

export interface CorpusTables {
  /** Runs a statement as PostgreSQL reads it. */
  readonly query: CorpusQuery
  /** Does what is done with a statement and its rows, and names its failures. */
  readonly call: <Result>(action: () => Promise<Result>) => Promise<Result>
  /** Returns the JSON list of a paper's paths with the texts that were stored. */
  readonly pathsAsStored: (json: string) => string
}

/** A statement with values for `$1`, `$2`, … */
export type StatementWithValues = readonly [text: string, ...values: NonNullable<Parameters<CorpusQuery>[1]>]

/** Returns how all rows, or the first one, are read as values. */
export function rowReaders({ query, call }: CorpusTables) {
  return {
    all: <Row, Value>([text, ...values]: StatementWithValues, read: (row: Row) => Value): Promise<Value[]> =>
      call(async () => await mapInTurns(await query<Row>(text, values), read)),
    /** Null where there is no row. */
    first: <Row, Value>(
      [text, ...values]: StatementWithValues,
      read: (row: Row) => Value,
    ): Promise<Value | null> =>
      call(async () => {
        const [row] = await query<Row>(text, values)
        return row === undefined ? null : read(row)
      }),
  }
}
