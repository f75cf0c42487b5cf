/** Finds what a paper cites, and where; what cites it; what many papers of a corpus cite; and parses references of a file. */
import { readText } from '../../core/index.ts'
import { paperText } from '../../corpus/index.ts'
import {
  inTextCitations,
  keysOfReference,
  type ParsedReference,
  parseReference,
  type ReferenceEntry,
  type Retraction,
  type RetractionList,
} from '../../references/index.ts'
import { findPaper } from '../wiring/find-by-name.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { type CorpusLists, corpusLists, type LinkedPaper } from './corpus-lists.ts'
import type { CorpusReferences, NamedPaper, PaperReferences } from './reference-shapes.ts'

interface ReferencesRequest {
  readonly corpus?: string | undefined
}

/** Returns a paper's references. Throws `PAPER_NOT_FOUND`, and `PATH_NOT_FOUND` and `INPUT_INVALID` for the list of retractions. */
export async function paperReferences(
  gloss: Gloss,
  request: ReferencesRequest & { readonly paper: string },
): Promise<PaperReferences> {
  const { store } = await gloss.session(request.corpus)
  const { id, title, year, bodyEnd } = await findPaper(store, request.paper)
  const [lists, retractions] = [await corpusLists(gloss, request.corpus), await retractionsOf(gloss)]
  const { papers, works } = lists
  const paper = papers.get(id)
  // Only kept papers have lists.
  if (paper === undefined)
    return { id, title, year, retraction: null, references: [], citedBy: [], versions: [] }
  const places = inTextCitations(paperText(await store.pages(id)), bodyEnd, paper.entries)
  const cites = works.cites(id)
  return {
    ...namedPaper(paper, retractions),
    references: paper.entries.map((entry, at) => ({
      ...shownEntry(entry, retractions),
      number: entry.number,
      paper: cites[at] ?? null,
      cited: places
        .filter(({ entries }) => entries.includes(at))
        .map(({ start, end }) => [start, end] as const),
    })),
    citedBy: namedPapers(works.citedBy(id), lists, retractions),
    versions: namedPapers(works.versions(id), lists, retractions),
  }
}

/** Returns all papers with what they cite and what cites them, and works that several of them cite and the corpus lacks. */
export async function corpusReferences(gloss: Gloss, request: ReferencesRequest): Promise<CorpusReferences> {
  const { papers, works } = await corpusLists(gloss, request.corpus)
  const retractions = await retractionsOf(gloss)
  return {
    papers: [...papers.values()].map((paper) => ({
      ...namedPaper(paper, retractions),
      references: paper.entries.length,
      cites: [...new Set(works.cites(paper.id).filter((id) => id !== null))],
      citedBy: works.citedBy(paper.id),
      versions: works.versions(paper.id),
      retracted: paper.entries.flatMap((entry, at) =>
        retractionOf(entry, retractions) === null ? [] : [at],
      ),
    })),
    missing: works
      .missing()
      .map(({ papers: citing, reference }) => ({ papers: citing, ...shownEntry(reference, retractions) })),
  }
}

/** Returns the references of a text file, one a line, without empty lines. Throws `PATH_NOT_FOUND` and `FILE_UNREADABLE`. */
export async function referencesOfFile(path: string): Promise<ParsedReference[]> {
  const lines = (await readText(path, 'References are read from a text file')).split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => parseReference(line))
}

/** Reads the list of retractions from the CSV file that the settings name. */
async function retractionsOf({ config: { retractions } }: Gloss): Promise<RetractionList | null> {
  if (retractions === undefined) return null
  const text = await readText(retractions, 'Retractions are read from a CSV file')
  const { readRetractions } = await import('../../references/adapters/csv-retractions.ts')
  return readRetractions(text, retractions)
}

function namedPaper({ id, title, year, keys }: LinkedPaper, retractions: RetractionList | null): NamedPaper {
  return { id, title, year, retraction: retractions?.of(keys) ?? null }
}

function namedPapers(
  ids: readonly string[],
  { papers }: CorpusLists,
  retractions: RetractionList | null,
): NamedPaper[] {
  return ids.flatMap((id) => {
    const paper = papers.get(id)
    return paper === undefined ? [] : [namedPaper(paper, retractions)]
  })
}

function shownEntry(entry: ReferenceEntry, retractions: RetractionList | null) {
  return { raw: entry.raw, fields: entry.fields, retraction: retractionOf(entry, retractions) }
}

function retractionOf(
  { raw, fields }: ReferenceEntry,
  retractions: RetractionList | null,
): Retraction | null {
  return retractions?.of(keysOfReference(raw, fields)) ?? null
}
