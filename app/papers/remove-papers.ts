/** Removes papers from a corpus permanently, with their uploaded files and the duplicates that were dropped because of them. */
import { basename, join } from 'node:path'
import { UPLOAD_MARK } from '../../core/index.ts'
import { allPapers, type CorpusReader, type Paper } from '../../corpus/index.ts'
import { removeUnkeptFiles } from '../ingest/remove-unkept-files.ts'
import { rememberRemoved } from '../ingest/removed-papers.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** Removes papers by any of their names; later ingests skip their files. Throws `PAPER_NOT_FOUND` and `CORPUS_BUSY`. */
export async function removePapers(gloss: Gloss, corpus: string | undefined, names: readonly string[]) {
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

/** Returns the ids of other files of the papers, which were dropped as duplicates. */
async function copiesOf(ids: ReadonlySet<string>, reader: CorpusReader): Promise<string[]> {
  const copies: string[] = []
  for await (const { id } of allPapers(reader, { state: 'dropped:duplicate' })) {
    const of = (await reader.gate(id))?.duplicateOf
    if (of !== undefined && ids.has(of)) copies.push(id)
  }
  return copies
}

/** Returns the paths of uploads in the current workspace, wherever it was when they were uploaded. */
function uploadsOf(papers: readonly Paper[], folder: string): string[] {
  const names = papers.flatMap(({ paths }) => paths.map((path) => basename(path.replace(PLACE_IN_LIST, ''))))
  return names.filter((name) => UPLOAD_MARK.test(name)).map((name) => join(folder, name))
}

// Paths of records are `list.jsonl#12`; names of uploads have no `#`.
const PLACE_IN_LIST = /#.*$/s
