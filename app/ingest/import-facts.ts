/** Imports facts that others extracted: HippoRAG's OpenIE file, joined to units by text, or lines of OpenIE, joined by document ids. */
import { tupleId } from '../../core/index.ts'
import type { CorpusReader, CorpusWriter, Extraction, Unit } from '../../corpus/index.ts'
import { allPapers, allUnits } from '../../corpus/index.ts'
import {
  addedLosses,
  createLosses,
  type HippoRagDoc,
  type LossCounts,
  type Losses,
  parseHippoRagJson,
  parseOpenIeLines,
  type RawItems,
} from '../../graph/formats/index.ts'
import { extractionOf } from '../../graph/openie/index.ts'
import { draftOfText, type ListedUnits } from '../../ingest/index.ts'

/** Marks extractions that were imported. */
const MADE = 'import'
// Extractions per transaction. Chosen, not measured.
const BATCH = 256

export interface FactCounts {
  /** Documents or lines of the file. */
  readonly docs: number
  /** Units whose text was there before. */
  readonly joined: number
  /** Units added by the file. */
  readonly added: number
  readonly facts: number
  readonly losses: LossCounts
}

/** Adds passages that no other paper has to the corpus, as the list of units of this file. */
type AddUnits = (list: ListedUnits) => Promise<number>

/** Imports HippoRAG's OpenIE file. Throws `INPUT_INVALID` before anything is changed. */
export async function importHippoRag(
  writer: CorpusWriter,
  { path, text, add }: { readonly path: string; readonly text: string; readonly add: AddUnits },
): Promise<FactCounts> {
  const file = parseHippoRagJson(text)
  const losses = createLosses()
  const docs = distinctDocs(file.docs, losses)
  const own = await writer.paperAt(path)
  const before = await unitsOf(writer, docs)
  const isElsewhere = (key: string) => before.get(key)?.some(({ paper }) => paper !== own?.id) === true
  const drafts = [...docs].flatMap(([key, { passage }]) => (isElsewhere(key) ? [] : [draftOfText(passage)]))
  if (drafts.length > 0) await add({ path, title: '', format: 'units', drafts })
  const after = await unitsOf(writer, docs)
  const pairs = [...docs].flatMap(([key, doc]) => (after.get(key) ?? []).map(({ id }) => [id, doc] as const))
  const facts = await putFacts(writer, pairs, losses)
  // A longer list is another paper with other units, so only whether their text was there counts.
  const joined = [...after].reduce((sum, [key, units]) => sum + (before.has(key) ? units.length : 0), 0)
  const added = pairs.length - joined
  return { docs: file.docs.length, joined, added, facts, losses: addedLosses(file.losses, losses.counts()) }
}

/** Lines whose document is not in the corpus are lost as `unknown_document`. Throws `INPUT_INVALID` before anything is changed. */
export async function importOpenIeLines(writer: CorpusWriter, text: string): Promise<FactCounts> {
  const { lines, losses: lost } = parseOpenIeLines(text)
  const losses = createLosses()
  const units = await unitsOfDocuments(writer, new Set(lines.map(({ document }) => document)))
  const pairs = lines.flatMap((line) => {
    const found = units.get(line.document)
    if (found === undefined) losses.count('unknown_document')
    return (found ?? []).map((unit) => [unit, line] as const)
  })
  const facts = await putFacts(writer, pairs, losses)
  return {
    docs: lines.length,
    joined: pairs.length,
    added: 0,
    facts,
    losses: addedLosses(lost, losses.counts()),
  }
}

/** Returns the documents by the hash of their passage. Losses: `empty_passage`, `repeated_passage`. */
function distinctDocs(docs: readonly HippoRagDoc[], losses: Losses): Map<string, HippoRagDoc> {
  const found = new Map<string, HippoRagDoc>()
  for (const doc of docs) {
    const key = keyOf(doc.passage)
    if (doc.passage.trim() === '') losses.count('empty_passage')
    else if (found.has(key)) losses.count('repeated_passage')
    else found.set(key, doc)
  }
  return found
}

type FactUnit = Pick<Unit, 'id' | 'paper'>

/** Returns the units with the text of each document, by its key. HippoRAG's own passages begin with a line of the title. */
async function unitsOf(
  reader: CorpusReader,
  docs: ReadonlyMap<string, unknown>,
): Promise<Map<string, FactUnit[]>> {
  const found = new Map<string, FactUnit[]>()
  const titles = new Map<string, string>()
  for await (const { id, paper, text } of allUnits(reader)) {
    const title = await titleOf(reader, paper, titles)
    const key = [text, `${title}\n${text}`].map(keyOf).find((one) => docs.has(one))
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), { id, paper }])
  }
  return found
}

async function titleOf(reader: CorpusReader, paper: string, known: Map<string, string>): Promise<string> {
  const title = known.get(paper) ?? (await reader.paper(paper))?.title ?? ''
  known.set(paper, title)
  return title
}

/** Returns each document's first passage, which is the whole document if it was imported, else its first unit. */
async function unitsOfDocuments(
  reader: CorpusReader,
  documents: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for await (const { id, document } of allPapers(reader)) {
    if (document === null || !documents.has(document)) continue
    const units = await reader.listUnits({ paper: id })
    const whole = units.find(({ kind }) => kind === 'passage') ?? units[0]
    if (whole !== undefined) found.set(document, [...(found.get(document) ?? []), whole.id])
  }
  return found
}

/** Stores facts. Returns their number. */
async function putFacts(
  writer: CorpusWriter,
  pairs: readonly (readonly [unit: string, said: RawItems])[],
  losses: Losses,
): Promise<number> {
  let facts = 0
  for (let at = 0; at < pairs.length; at += BATCH) {
    const batch: Extraction[] = []
    for (const [unit, said] of pairs.slice(at, at + BATCH)) {
      const made = extractionOf(unit, MADE, said)
      for (const [reason, count] of Object.entries(made.losses)) losses.count(reason, count)
      facts += made.extraction.facts.length
      batch.push(made.extraction)
    }
    await writer.putExtractions(batch)
  }
  return facts
}

function keyOf(text: string): string {
  return tupleId([text.trim()])
}
