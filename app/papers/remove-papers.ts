/** Papers taken out of a corpus by a person: with their uploaded files and the copies that they stood for, and for good. */
import { basename, join } from 'node:path'
import { UPLOAD_MARK } from '../../core/index.ts'
import { allPapers, type CorpusReader, type Paper } from '../../corpus/index.ts'
import { removeUnkeptFiles } from '../ingest/remove-unkept-files.ts'
import { rememberRemoved } from '../ingest/removed-papers.ts'
import type { Gloss } from '../wiring/gloss.ts'

export interface RemovalResult {
  readonly corpus: string
  /** Papers that were removed, other files of the same papers among them. */
  readonly removed: number
}

/** Removes papers by any of their names; a later ingest passes over their files. Throws `PAPER_NOT_FOUND` and `CORPUS_BUSY`. */
export async function removePapers(
  gloss: Gloss,
  corpus: string | undefined,
  names: readonly string[],
): Promise<RemovalResult> {
  const session = await gloss.session(corpus)
  const { store, name } = session
  const ids = new Set(await session.paperIds(names))
  await using writer = await store.write('corpus remove')
  for (const id of await copiesOf(ids, writer)) ids.add(id)
  const papers = (await writer.papersOf([...ids])).filter((paper) => paper !== null)
  const removed = await writer.remove([...ids])
  await rememberRemoved(writer, [...ids])
  await session.save()
  await removeUnkeptFiles(gloss, name, uploadsOf(papers, gloss.workspace.filesPath(name)))
  await gloss.workspace.paperJobs?.forget(name, [...ids])
  return { corpus: name, removed }
}

/** Other files of the papers, which were dropped because those are kept. */
async function copiesOf(ids: ReadonlySet<string>, reader: CorpusReader): Promise<string[]> {
  const copies: string[] = []
  for await (const { id } of allPapers(reader, { state: 'dropped:duplicate' })) {
    const of = (await reader.gate(id))?.duplicateOf
    if (of !== undefined && ids.has(of)) copies.push(id)
  }
  return copies
}

/** Wherever the workspace was when they came. */
function uploadsOf(papers: readonly Paper[], folder: string): string[] {
  const names = papers.flatMap(({ paths }) => paths.map((path) => basename(path.replace(PLACE_IN_LIST, ''))))
  return names.filter((name) => UPLOAD_MARK.test(name)).map((name) => join(folder, name))
}

// Paths of records are `list.jsonl#12`; names of uploads have no such sign.
const PLACE_IN_LIST = /#.*$/s
