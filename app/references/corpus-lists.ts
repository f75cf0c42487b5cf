/** The reference lists of a corpus: read once for each paper and kept, then linked to each other. */
import { allPapers, type CorpusReader, type Paper, paperText } from '../../corpus/index.ts'
import { openSqliteListStore } from '../../references/adapters/sqlite-list-store.ts'
import {
  type CitedWorks,
  type CitingPaper,
  keysOfPaper,
  linkCitedWorks,
  type ReadList,
  type ReferenceListStore,
  readReferenceList,
} from '../../references/index.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** Raised when lists are read in another way. */
const READING = 1

export interface LinkedPaper extends CitingPaper {
  readonly year: number | null
}

export interface CorpusLists {
  readonly papers: ReadonlyMap<string, LinkedPaper>
  readonly works: CitedWorks
}

const linked = new WeakMap<CorpusReader, { readonly seq: number; readonly lists: CorpusLists }>()

/** Reads what no run has read yet. */
export async function keepReferenceLists(gloss: Gloss, corpus: string, reader: CorpusReader): Promise<void> {
  const store = openSqliteListStore(gloss.workspace.artefactsPath(corpus))
  try {
    for await (const paper of allPapers(reader, { state: 'kept' })) await listOf(paper, reader, store)
  } finally {
    store.close()
  }
}

/** The lists of all kept papers; linked again only after the corpus changed. */
export async function corpusLists(gloss: Gloss, corpus: string | undefined): Promise<CorpusLists> {
  const { name, store: reader } = await gloss.session(corpus)
  const seq = await reader.seq()
  const known = linked.get(reader)
  if (known?.seq === seq) return known.lists
  const store = openSqliteListStore(gloss.workspace.artefactsPath(name))
  try {
    const papers = new Map<string, LinkedPaper>()
    for await (const paper of allPapers(reader, { state: 'kept' })) {
      const { arxiv, entries } = await listOf(paper, reader, store)
      const { id, title, authors, year } = paper
      papers.set(id, { id, title, authors, year, keys: keysOfPaper(paper, arxiv), entries })
    }
    const lists = { papers, works: linkCitedWorks([...papers.values()]) }
    linked.set(reader, { seq, lists })
    return lists
  } finally {
    store.close()
  }
}

async function listOf(paper: Paper, reader: CorpusReader, store: ReferenceListStore): Promise<ReadList> {
  const recipe = `${READING} ${paper.bodyEnd} ${paper.recipe}`
  const kept = store.get(paper.id, recipe)
  if (kept !== null) return kept
  const list = readReferenceList(paperText(await reader.pages(paper.id)), paper.bodyEnd)
  store.put(paper.id, recipe, list)
  return list
}
