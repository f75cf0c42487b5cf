/** The table as shipped: signed bytes with one scale a row. models/adapters/static-embedder.ts reads it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MAX_BYTE = 127

export function writeTable(folder: string, rows: Float32Array, dims: number): void {
  const count = rows.length / dims
  const table = new Int8Array(rows.length)
  const scales = new Float32Array(count)
  for (let id = 0; id < count; id++) {
    const row = rows.subarray(id * dims, (id + 1) * dims)
    const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    scales[id] = largest / MAX_BYTE
    if (largest > 0)
      table.set(
        row.map((value) => Math.round((value / largest) * MAX_BYTE)),
        id * dims,
      )
  }
  writeFileSync(join(folder, 'table.i8'), new Uint8Array(table.buffer))
  writeFileSync(join(folder, 'scales.f32'), new Uint8Array(scales.buffer))
}
