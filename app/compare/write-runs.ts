/** Writes the hits of backends as TREC run files. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Run, runLines } from '../../comparison/index.ts'
import { writeFailure, writeNamedFile } from '../../core/index.ts'

/** Writes a file for each run, named safely after it, since a plug-in's name is a path or an address. Returns the paths. */
export async function writeRuns(folder: string, runs: readonly Run[]): Promise<string[]> {
  const paths: string[] = []
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw writeFailure(folder, error)
  })
  for (const run of runs) {
    const path = join(folder, `${run.name.replace(/[^\w.-]+/g, '-')}.run`)
    await writeNamedFile(path, runText({ ...run, name: run.name.replace(/\s+/g, '-') }))
    paths.push(path)
  }
  return paths
}

/** Yields the lines of a run file, each with its line ending. */
export async function* runText(run: Run): AsyncIterable<string> {
  for (const line of runLines(run)) yield `${line}\n`
}
