/** Quantises a table for its files: signed bytes with one scale per row. models/adapters/static-embedder.ts reads them. */
import type { FloatTable } from '../../../models/adapters/static-embedder.ts'

const MAX_BYTE = 127

/** Returns `table`, a signed byte for each number of `rows`, and `scales`, the value of one step in each row. */
export function quantise(
  rows: Float32Array,
  dims: number,
): { readonly table: Int8Array<ArrayBuffer>; readonly scales: Float32Array<ArrayBuffer> } {
  const count = rows.length / dims
  const table = new Int8Array(rows.length)
  const scales = new Float32Array(count)
  for (let id = 0; id < count; id++) {
    const [from, to] = [id * dims, (id + 1) * dims]
    let largest = 0
    for (let at = from; at < to; at++) largest = Math.max(largest, Math.abs(rows[at]!))
    scales[id] = largest / MAX_BYTE
    if (largest > 0)
      for (let at = from; at < to; at++) table[at] = Math.round((rows[at]! / largest) * MAX_BYTE)
  }
  return { table, scales }
}

/** Returns the table as it will be read back from its files. */
export function asWritten(table: FloatTable): FloatTable {
  const { table: cells, scales } = quantise(table.rows, table.dims)
  const rows = new Float32Array(cells.length)
  for (let at = 0; at < cells.length; at++) rows[at] = cells[at]! * scales[Math.floor(at / table.dims)]!
  return { ...table, rows }
}
