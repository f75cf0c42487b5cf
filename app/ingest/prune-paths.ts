/** Which files of papers are gone? Names them, and forgets their papers. */
import { existsSync } from 'node:fs'
import { sep } from 'node:path'
import { allPapers, type CorpusReader, type CorpusWriter } from '../../corpus/index.ts'

/** The paths of papers below `roots`: those of records have `#` and their number behind that of their file. */
export async function* pathsBelow(reader: CorpusReader, roots: readonly string[]): AsyncGenerator<string> {
  const isBelow = (path: string) =>
    roots.some((root) => path === root || path.startsWith(root + sep) || path.startsWith(`${root}#`))
  for await (const { paths } of allPapers(reader)) yield* paths.filter(isBelow)
}

/** Returns the files below `roots` that papers were read from and that are not there any more. */
export async function goneFiles(reader: CorpusReader, roots: readonly string[]): Promise<string[]> {
  const gone = new Set<string>()
  for await (const path of pathsBelow(reader, roots)) {
    const file = path.replace(/#[^#/\\]*$/, '')
    if (!existsSync(path) && !existsSync(file)) gone.add(file)
  }
  return [...gone]
}

/** Removes the paths below `roots` that are not in `seen`, papers going with their last one; returns how many. */
export async function prunePaths(
  writer: CorpusWriter,
  roots: readonly string[],
  seen: ReadonlySet<string>,
): Promise<number> {
  let pruned = 0
  for await (const path of pathsBelow(writer, roots))
    if (!seen.has(path)) {
      await writer.removePath(path)
      pruned++
    }
  return pruned
}
