/**
 * Finds papers in two different files: another download, an author's copy, an entry of a list with only the abstract. The fuller one is
 * kept, so that no hit appears twice; the other is stored as `dropped:duplicate` with the id of the kept paper. A renamed file is the same paper,
 * which takes the new name and loses the path that no longer exists.
 */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  allPapers,
  type CorpusReader,
  type CorpusWriter,
  type GateRecord,
  type Paper,
  type PaperFormat,
  paperText,
} from '../corpus/index.ts'
import { fileDocument } from './discover/file-source.ts'
import { isKept } from './gate/records.ts'
import type { ReadPaper } from './ports.ts'

export type NewPaper = Pick<Paper, 'id' | 'paths' | 'format'>

/** A new copy and the paper that is kept so far. */
export interface PaperPair {
  readonly other: Paper
  /** Whether the text of `other` is part of the longer new text. */
  readonly isFuller: boolean
}

export interface KeptPapers {
  /** Returns the kept paper of which `read` is another file, or null if there is none. */
  pairOf(read: ReadPaper, identity: NewPaper, gate: GateRecord | null): Promise<PaperPair | null>
  /** Adds a paper to those that are kept. */
  add(paper: Paper): void
}

/** Minimum share of the shorter text's word sequences in the longer: preprint versions are above, a supplement and its article below. */
const SAME_FROM = 0.8
/** Factor of length beyond which a text replaces another that it contains. */
const FULLER_BY = 1.5
const SEQUENCE_WORDS = 5
/** Maximum number of papers compared: many have titles such as "Editorial". */
const MAX_COMPARED = 8
const RECORDS: ReadonlySet<PaperFormat> = new Set(['jsonl', 'csv', 'units'])

/** Opens the kept papers; their front matter is read at the first call. */
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
    const found = await corpus.papersOf([...ids].slice(0, MAX_COMPARED))
    return found.filter((paper) => paper !== null)
  }
}

/** Returns the gate's record of a paper that another one replaces. */
export function asDuplicate(gate: GateRecord, of: string): GateRecord {
  return { ...gate, keep: false, reason: 'duplicate', duplicateOf: of }
}

/** Returns the decision, changed if an earlier run found a copy: that holds as long as the other paper is kept. */
export async function withStoredCopy(
  gate: GateRecord | null,
  paper: string,
  corpus: Pick<CorpusWriter, 'gate' | 'paper'>,
): Promise<GateRecord | null> {
  if (gate === null || !gate.keep) return gate
  const of = await keptCopyOf(paper, corpus)
  return of === null ? gate : asDuplicate(gate, of)
}

/** Returns the id of the paper that replaces this one, or null if that is no longer kept. */
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
  // The source itself lists them as two, as judged sets of documents do.
  const areRecords = RECORDS.has(format) && RECORDS.has(taken.format)
  return id !== taken.id && state === 'kept' && !isReplaced && !areRecords
}

/** Returns keys that two files of a paper may share; papers with no common key are not compared. */
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

/** Names the paper after the file where it was found, if the file that gave it its old name is gone. */
export async function followRename(
  { id, paths, document: known }: Paper,
  { path, document }: { readonly path: string; readonly document: string | null },
  writer: Pick<CorpusWriter, 'setDocument' | 'removePath'>,
): Promise<void> {
  const before = paths.filter((one) => one !== path && fileDocument(one) === known)
  if (document === null || document === known || before.length === 0 || !before.every(isGone)) return
  await writer.setDocument(id, document)
  for (const one of before) await writer.removePath(one)
}

/** Returns whether a file is gone, not merely its whole folder, such as on a drive that is not mounted. */
function isGone(path: string): boolean {
  return !existsSync(path) && existsSync(dirname(path))
}
