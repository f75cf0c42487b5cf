/** Defines tables by columns, each with a head and its cells. */
import { type Row, withInterval } from '../../../../comparison/index.ts'
import type { AccuracyFigures } from '../answers/index.ts'

export const NONE = '–'

export type Column<Part> = readonly [head: string, cell: (part: Part) => string | number]

/** Returns the head and a row for each part. */
export function rowsOf<Part>(parts: readonly Part[], columns: readonly Column<Part>[]): Row[] {
  return [
    columns.map(([head]) => head),
    ...parts.map((part) => columns.map(([, cell]) => String(cell(part)))),
  ]
}

/** Returns a column for each number from 0 to `most`. */
export function columnsUpTo<Part>(
  most: number,
  head: (at: number) => string,
  cell: (part: Part, at: number) => string,
): Column<Part>[] {
  return Array.from({ length: most + 1 }, (_, at) => [head(at), (part) => cell(part, at)])
}

export function accuracyCell({ accuracy, interval, judged }: AccuracyFigures): string {
  return judged === 0 ? NONE : withInterval(accuracy, interval, percent)
}

export function percentCell(share: number | null): string {
  return share === null ? NONE : percent(share)
}

export function fixed(value: number | null | undefined, digits: number): string {
  return value?.toFixed(digits) ?? NONE
}

export function percent(share: number): string {
  return (100 * share).toFixed(1)
}

export function kilo(tokens: number): string {
  return (tokens / 1_000).toFixed(1)
}
