/** hnswlib in a Python process of its own, asked over its standard streams. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Measured {
  /** The ten nearest rows of each query. */
  readonly found: readonly (readonly number[])[]
  readonly p50Ms: number
}

export interface Yardstick {
  readonly buildSeconds: number
  measure(expansionSearch: number): Promise<Measured>
  close(): void
}

interface Task {
  readonly folder: string
  readonly dims: number
  readonly rows: readonly Float32Array[]
  readonly queries: readonly Float32Array[]
}

export async function openYardstick(
  python: string,
  { folder, dims, rows, queries }: Task,
): Promise<Yardstick> {
  writeFileSync(join(folder, 'rows.f32'), joined(rows, dims))
  writeFileSync(join(folder, 'queries.f32'), joined(queries, dims))
  const script = join(import.meta.dirname, '..', 'hnswlib-yardstick.py')
  const child = spawn(python, [script, folder, String(dims)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async (): Promise<unknown> => {
    const line = await lines.next()
    if (line.done === true) throw new Error('the yardstick ended before its answer')
    return JSON.parse(line.value)
  }
  const { buildSeconds } = (await answer()) as { buildSeconds: number }
  return {
    buildSeconds,
    async measure(expansionSearch) {
      child.stdin.write(`${expansionSearch}\n`)
      return (await answer()) as Measured
    },
    close: () => child.stdin.end(),
  }
}

function joined(vectors: readonly Float32Array[], dims: number): Float32Array {
  const whole = new Float32Array(vectors.length * dims)
  for (const [place, vector] of vectors.entries()) whole.set(vector, place * dims)
  return whole
}
