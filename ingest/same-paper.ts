/**
 * One paper in two files that differ: another download, an author's copy, an entry of a list with the abstract alone. The fuller one is
 * kept, so that no hit comes twice; the other is stored as `dropped:duplicate` with the id of the paper that stands for it.
 */
import {
  allPapers,
  type CorpusReader,
  type CorpusWriter,
  type GateRecord,
  type Paper,
  type PaperFormat,
  paperText,
} from '../corpus/index.ts'
import { isKept } from './gate/records.ts'
import type { ReadPaper } from './ports.ts'

export type NewPaper = Pick<Paper, 'id' | 'paths' | 'format'>

/** A copy, as it came, and what is kept of its paper so far. */
export interface PaperPair {
  readonly other: Paper
  /** True where the text of `other` is part of the longer text that has come. */
  readonly isFuller: boolean
}

export interface KeptPapers {
  /** Returns the kept paper that `read` is another file of; null where it is a paper of its own. */
  pairOf(read: ReadPaper, identity: NewPaper, gate: GateRecord | null): Promise<PaperPair | null>
  /** Papers that are kept from now on count. */
  add(paper: Paper): void
}

/** Share of the shorter text's word sequences that the longer one has. Two versions of a preprint are above, a supplement and its article below. */
const SAME_FROM = 0.8
/** A text this much longer than another that it contains stands for it. */
const FULLER_BY = 1.5
const SEQUENCE_WORDS = 5
/** Titles such as "Editorial" are those of many papers. */
const MOST_COMPARED = 8
const RECORDS: ReadonlySet<PaperFormat> = new Set(['jsonl', 'csv', 'units'])

/** Reads the front matter of what is kept with the first question. */
export function openKeptPapers(corpus: CorpusReader): KeptPapers {
  const byKey = new Map<string, Set<string>>()
  let reading: Promise<void> | null = null

  function add(paper: Paper): void {
    for (const key of keysOf(paper, paper.pageCount)) {
      const ids = byKey.get(key) ?? new Set()
      byKey.set(key, ids.add(paper.id))
    }
  }

  async function readAll(): Promise<void> {
    for await (const paper of allPapers(corpus, { state: 'kept' })) add(paper)
  }

  return {
    add,
    async pairOf(read, identity, gate) {
      if (gate === null || !isKept(gate) || gate.overruled !== null) return null
      reading ??= readAll()
      await reading
      const found = (await alike(read)).filter((other) => mayBeSame(other, identity))
      if (found.length === 0) return null
      const text = sequencesOf(read.pages)
      for (const other of found) {
        const stored = sequencesOf(await corpus.pages(other.id))
        if (likeness(text, stored) < SAME_FROM) continue
        const isByHand = (await corpus.gate(other.id))?.overruled === 'keep'
        return { other, isFuller: !isByHand && text.size > FULLER_BY * stored.size }
      }
      return null
    },
  }

  async function alike({ description, pages }: ReadPaper): Promise<Paper[]> {
    const keys = keysOf(description, pages.length)
    const ids = new Set(keys.flatMap((key) => [...(byKey.get(key) ?? [])]))
    if (ids.size === 0) return []
    const found = await corpus.papersOf([...ids].slice(0, MOST_COMPARED))
    return found.filter((paper) => paper !== null)
  }
}

/** Returns the gate's record of a paper that another one stands for. */
export function asDuplicate(gate: GateRecord, of: string): GateRecord {
  return { ...gate, keep: false, reason: 'duplicate', duplicateOf: of }
}

/** Returns the decision with what was found of copies before: it holds as long as the other paper is kept. */
export async function withStoredCopy(
  gate: GateRecord | null,
  paper: string,
  corpus: Pick<CorpusWriter, 'gate' | 'paper'>,
): Promise<GateRecord | null> {
  if (gate === null || !gate.keep) return gate
  const of = await keptCopyOf(paper, corpus)
  return of === null ? gate : asDuplicate(gate, of)
}

/** Returns the id of the paper that was found to stand for this one; null where it is kept no longer. */
export async function keptCopyOf(
  paper: string,
  corpus: Pick<CorpusWriter, 'gate' | 'paper'>,
): Promise<string | null> {
  const of = (await corpus.gate(paper))?.duplicateOf
  return of !== undefined && (await corpus.paper(of))?.state === 'kept' ? of : null
}

function mayBeSame({ id, state, paths, format }: Paper, taken: NewPaper): boolean {
  // A changed file takes its path from the paper that it held before.
  const isReplaced = paths.every((path) => taken.paths.includes(path))
  // The source itself holds them for two, as judged sets of documents do.
  const areRecords = RECORDS.has(format) && RECORDS.has(taken.format)
  return id !== taken.id && state === 'kept' && !isReplaced && !areRecords
}

/** What two files of a paper may share: papers without one of these in common are not compared. */
function keysOf(
  { doi, title, abstract, bodyEnd }: Pick<Paper, 'doi' | 'title' | 'abstract' | 'bodyEnd'>,
  pages: number,
): string[] {
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return [
    ...(doi === null ? [] : [`doi ${doi.toLowerCase()}`]),
    ...(plain === '' ? [] : [`title ${plain}`]),
    ...(abstract === '' ? [] : [`text ${pages} ${bodyEnd} ${abstract.slice(0, 80)}`]),
  ]
}

function sequencesOf(pages: Parameters<typeof paperText>[0]): Set<string> {
  const words =
    paperText(pages)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const last = Math.max(words.length - SEQUENCE_WORDS, 0)
  return new Set(Array.from({ length: last + 1 }, (_, at) => words.slice(at, at + SEQUENCE_WORDS).join(' ')))
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [shorter, longer] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const sequence of shorter) if (longer.has(sequence)) shared++
  return shared / shorter.size
}
