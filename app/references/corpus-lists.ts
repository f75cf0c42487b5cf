/** Reads the reference lists of a corpus once for each paper, stores them, and links them to each other. */
import { batched, closing } from '../../core/index.ts'
import { allPapers, type CorpusReader, type Paper, paperText } from '../../corpus/index.ts'
import { openSqliteListStore } from '../../references/adapters/sqlite-list-store.ts'
import {
  type CitedWorks,
  type CitingPaper,
  type KeptList,
  keysOfPaper,
  linkCitedWorks,
  type ReadList,
  type ReferenceListStore,
  readReferenceList,
} from '../../references/index.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** Raised when lists are parsed differently. */
const READING = 3
// Papers whose lists are stored in one transaction. Chosen, not measured.
const PAPERS_AT_ONCE = 256

export interface LinkedPaper extends CitingPaper {
  readonly year: number | null
}

export interface CorpusLists {
  readonly papers: ReadonlyMap<string, LinkedPaper>
  readonly works: CitedWorks
}

const linked = new WeakMap<CorpusReader, { readonly seq: number; readonly lists: CorpusLists }>()

/** Reads the lists of new papers, so that the first question about references does not wait for them. */
export async function keepReferenceLists(
  gloss: Gloss,
  corpus: string,
  reader: CorpusReader,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  using store = closing(openSqliteListStore(gloss.workspace.artefactsPath(corpus)))
  for (let at = 0; at < ids.length; at += PAPERS_AT_ONCE) {
    const papers = await reader.papersOf(ids.slice(at, at + PAPERS_AT_ONCE))
    await listsOf(
      papers.filter((paper) => paper !== null),
      reader,
      store,
    )
  }
}

/** Returns the lists of all kept papers; links them again only after the corpus changed. */
export async function corpusLists(gloss: Gloss, corpus: string | undefined): Promise<CorpusLists> {
  const { name, store: reader } = await gloss.session(corpus)
  const seq = await reader.seq()
  const known = linked.get(reader)
  if (known?.seq === seq) return known.lists
  using store = closing(openSqliteListStore(gloss.workspace.artefactsPath(name)))
  const papers = new Map<string, LinkedPaper>()
  for await (const batch of batched(allPapers(reader, { state: 'kept' }), PAPERS_AT_ONCE)) {
    const lists = await listsOf(batch, reader, store)
    for (const [at, { arxiv, entries }] of lists.entries()) {
      const { id, title, authors, year } = batch[at]!
      papers.set(id, { id, title, authors, year, keys: keysOfPaper(batch[at]!, arxiv), entries })
    }
  }
  const lists = { papers, works: linkCitedWorks([...papers.values()]) }
  linked.set(reader, { seq, lists })
  return lists
}

/** Returns the lists, after reading and storing those that are missing. */
async function listsOf(
  papers: readonly Paper[],
  reader: CorpusReader,
  store: ReferenceListStore,
): Promise<ReadList[]> {
  const lists: ReadList[] = []
  const fresh: KeptList[] = []
  for (const { id, bodyEnd, recipe: made } of papers) {
    const recipe = `${READING} ${bodyEnd} ${made}`
    const kept = store.get(id, recipe)
    const list = kept ?? readReferenceList(paperText(await reader.pages(id)), bodyEnd)
    if (kept === null) fresh.push({ paper: id, recipe, list })
    lists.push(list)
  }
  store.put(fresh)
  return lists
}
