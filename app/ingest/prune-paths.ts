/** Finds files of papers that no longer exist, and removes their papers. */
import { existsSync } from 'node:fs'
import { sep } from 'node:path'
import { allPapers, type CorpusReader, type CorpusWriter } from '../../corpus/index.ts'

/** Yields the paths of papers below `roots`. The path of a record is that of its list, `#` and a number. */
export async function* pathsBelow(reader: CorpusReader, roots: readonly string[]): AsyncGenerator<string> {
  const isBelow = (path: string) =>
    roots.some((root) => path === root || path.startsWith(root + sep) || path.startsWith(`${root}#`))
  for await (const { paths } of allPapers(reader)) yield* paths.filter(isBelow)
}

/** Returns the files below `roots` that papers were read from and that no longer exist. */
export async function goneFiles(reader: CorpusReader, roots: readonly string[]): Promise<string[]> {
  const gone = new Set<string>()
  for await (const path of pathsBelow(reader, roots)) {
    const file = path.replace(/#[^#/\\]*$/, '')
    if (!existsSync(path) && !existsSync(file)) gone.add(file)
  }
  return [...gone]
}

/** Removes the paths below `roots` that are not in `seen`, and papers with their last path. Returns the number of paths. */
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
