/** The tables of one corpus in either store: how statements are run on them and how rows are read. */
import { mapInTurns } from '../../core/index.ts'
import type { CorpusQuery } from '../ports.ts'

export interface CorpusTables {
  /** Runs a statement in PostgreSQL's dialect. */
  readonly query: CorpusQuery
  /** Runs an action on statements and rows, and converts its failures to named errors. */
  readonly call: <Result>(action: () => Promise<Result>) => Promise<Result>
  /** Converts the JSON list of a paper's paths back to the texts that were stored. */
  readonly pathsAsStored: (json: string) => string
}

/** A statement with values for `$1`, `$2`, … */
export type StatementWithValues = readonly [text: string, ...values: NonNullable<Parameters<CorpusQuery>[1]>]

/** Returns functions that read all rows, or the first one, as values. */
export function rowReaders({ query, call }: CorpusTables) {
  return {
    all: <Row, Value>([text, ...values]: StatementWithValues, read: (row: Row) => Value): Promise<Value[]> =>
      call(async () => await mapInTurns(await query<Row>(text, values), read)),
    /** Returns null if there is no row. */
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
