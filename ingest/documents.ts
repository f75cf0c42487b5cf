/** Imports documents in batches: each becomes a paper of one page. The gate is skipped, since imported documents are already selected. */

import { batched, tupleId } from '../core/index.ts'
import {
  type CorpusWriter,
  type Description,
  NO_DESCRIPTION,
  type PaperRecord,
  type unitsOf,
} from '../corpus/index.ts'
import { type IngestRecipe, makeRecord } from './make-record.ts'
import type { ReadPaper } from './ports.ts'

export interface ImportedDocument {
  /** Id in the document's collection, kept as `Paper.document`. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly year: number | null
}

export interface ImportCounts {
  readonly documents: number
  readonly units: number
}

// Documents in one transaction: 256 abstracts are some 2 MB.
const BATCH_DOCUMENTS = 256

/**
 * Stores documents; `path` names their file. Without a summariser and passages, the whole text is one passage.
 * A second import of the same file changes nothing; a changed document replaces its older version.
 */
export async function importDocuments(
  documents: AsyncIterable<ImportedDocument>,
  path: string,
  recipe: IngestRecipe,
  writer: CorpusWriter,
  signal: AbortSignal,
): Promise<ImportCounts> {
  const counts = { documents: 0, units: 0 }
  for await (const batch of batched(documents, BATCH_DOCUMENTS)) {
    signal.throwIfAborted()
    // In parallel, so that an embedder with several threads has enough to do.
    const records = await Promise.all(batch.map((document) => recordOf(document, path, recipe, signal)))
    await writer.put(records)
    counts.documents += records.length
    counts.units += records.reduce((sum, record) => sum + record.units.length, 0)
  }
  return counts
}

async function recordOf(
  document: ImportedDocument,
  path: string,
  recipe: IngestRecipe,
  signal: AbortSignal,
): Promise<PaperRecord> {
  const text = document.text === '' ? document.title : document.text
  const id = tupleId([document.id, document.title, document.text])
  const description: Description = {
    ...NO_DESCRIPTION,
    title: document.title,
    abstract: text,
    year: document.year,
    bodyEnd: text.length,
  }
  const page = { number: 1, width: 0, height: 0, text, boxes: new Float32Array(0) }
  const paper: ReadPaper = { id, pages: [page], description }
  const identity = { id, paths: [`${path}#${document.id}`], format: 'jsonl', document: document.id } as const
  const { record } = await makeRecord(identity, paper, null, recipe, signal)
  return record
}

/** Returns the whole text as one passage, of any length. */
export function singlePassage({ pages, description }: ReadPaper): Parameters<typeof unitsOf>[1] {
  const text = pages[0]?.text ?? ''
  return [
    {
      kind: 'passage',
      name: 'PASSAGE',
      year: description.year,
      locator: '',
      topic: '',
      text,
      page: 1,
      start: 0,
      end: text.length,
      made: 'passage',
    },
  ]
}
