/** Sources within a file: the lines of a `.jsonl`, the entries of a `.bib`. */
import { open, readFile } from 'node:fs/promises'
import { dirname, isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { linesOf } from '../../core/index.ts'
import {
  type BibEntry,
  decodeText,
  descriptionOfEntry,
  parseBibtex,
  parsePaperRecord,
  pdfPathsOfEntry,
} from '../formats/index.ts'
import type { Source } from '../ports.ts'
import { fileSource } from './file-source.ts'

export type OnSkip = (path: string, reason: string) => void

/** A source for each line that is not blank, numbered from 1. Reading a line without a paper fails with `bad_record`. */
export async function* sourcesOfLines(path: string, onSkip: OnSkip): AsyncIterable<Source> {
  const file = await open(path).catch(() => null)
  if (file === null) return onSkip(path, 'unreadable_file')
  for await (const { number, text } of linesOf(file.createReadStream()))
    yield recordSource(`${path}#${number}`, text)
}

/** The number of sources that the file holds. */
export async function countLines(path: string): Promise<number> {
  const file = await open(path).catch(() => null)
  let count = 0
  if (file !== null) for await (const _ of linesOf(file.createReadStream())) count++
  return count
}

/** The PDFs that entries list, with what the entries say of them; entries without a PDF are papers of their abstract. */
export async function* sourcesOfBibtex(path: string, onSkip: OnSkip): AsyncIterable<Source> {
  const bytes = await readFile(path).catch(() => null)
  if (bytes === null) return onSkip(path, 'unreadable_file')
  const text = decodeText(bytes)
  if (text === null) return onSkip(path, 'bad_encoding')
  const { entries, broken } = parseBibtex(text)
  for (const { line } of broken) onSkip(`${path}#L${line}`, 'bad_entry')
  for (const entry of entries) yield* sourcesOfEntry(path, entry, onSkip)
}

function* sourcesOfEntry(path: string, entry: BibEntry, onSkip: OnSkip): Iterable<Source> {
  const known = descriptionOfEntry(entry)
  const files = pdfPathsOfEntry(entry)
  for (const file of files)
    yield fileSource({ path: located(file, path), format: 'pdf', document: entry.key, known })
  if (files.length > 0) return
  if (known.abstract === undefined) onSkip(`${path}#${entry.key}`, 'no_file_or_abstract')
  else yield recordSource(`${path}#${entry.key}`, JSON.stringify({ id: entry.key, ...known }))
}

function recordSource(path: string, line: string): Source {
  const parsed = parsePaperRecord(line)
  return {
    path,
    format: 'jsonl',
    document: parsed.ok ? parsed.record.document : null,
    known: parsed.ok ? parsed.record.known : {},
    read: async () => new TextEncoder().encode(line),
  }
}

function located(file: string, catalogue: string): string {
  if (file.startsWith('file://')) return fileURLToPath(file)
  return isAbsolute(file) ? file : resolve(dirname(catalogue), file)
}
