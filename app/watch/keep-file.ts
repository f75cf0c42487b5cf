/** Stores what a watch remembers between processes in a file beside the corpus. */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { writeNamedFile } from '../../core/index.ts'
import type { Gloss } from '../wiring/gloss.ts'

export function keepFile<Value>(
  { workspace }: Gloss,
  {
    corpus,
    name,
    shape,
  }: { readonly corpus: string; readonly name: string; readonly shape: z.ZodType<Value> },
) {
  const folder = workspace.artefactsPath(corpus)
  return {
    /** Returns null if the file is missing, damaged or of another form: the watch then starts from the beginning. */
    async read(): Promise<Value | null> {
      try {
        return shape.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
      } catch {
        return null
      }
    },
    async write(value: Value) {
      await mkdir(folder, { recursive: true })
      await writeNamedFile(join(folder, name), `${JSON.stringify(value)}\n`)
    },
  }
}
