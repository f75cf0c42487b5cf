/**
 * Removes uploaded files that no paper needs. A corpus keeps the files of all papers that it could read, for their pictures and downloads,
 * including those of dropped papers, which a person may still keep.
 */
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { allPapers, type CorpusReader } from '../../corpus/index.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** Removes those of `paths` that no paper of the corpus was read from, and returns them. A list stays while one of its papers does. */
export async function removeUnkeptFiles(
  gloss: Gloss,
  corpus: string,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return []
  const { store } = await gloss.session(corpus)
  const used = await filesOfRead(store)
  const gone = paths.filter((path) => !used.has(basename(path)))
  for (const path of gone) await rm(path, { force: true })
  return gone
}

/** Returns the names of the papers' files and of their lists; paths would change with the workspace. */
async function filesOfRead(store: CorpusReader): Promise<Set<string>> {
  const files = new Set<string>()
  for await (const { state, paths } of allPapers(store))
    if (!state.startsWith('failed:'))
      for (const path of paths) files.add(basename(path)).add(basename(path.replace(PLACE_IN_LIST, '')))
  return files
}

// Paths of records are `list.jsonl#12`; names of uploads have no `#`.
const PLACE_IN_LIST = /#.*$/s
