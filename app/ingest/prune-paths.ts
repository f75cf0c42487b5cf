/** Forgets papers whose files are gone. */
import { sep } from 'node:path'
import { allPapers, type CorpusWriter } from '../../corpus/index.ts'

/** Removes the paths below `roots` that are not in `seen`, papers going with their last one; returns how many. */
export async function prunePaths(
  writer: CorpusWriter,
  roots: readonly string[],
  seen: ReadonlySet<string>,
): Promise<number> {
  const isBelow = (path: string) =>
    roots.some((root) => path === root || path.startsWith(root + sep) || path.startsWith(`${root}#`))
  let pruned = 0
  for await (const { paths } of allPapers(writer))
    for (const path of paths)
      if (isBelow(path) && !seen.has(path)) {
        await writer.removePath(path)
        pruned++
      }
  return pruned
}
