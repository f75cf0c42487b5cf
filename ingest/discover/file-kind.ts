/** What kind of file is this? By its name, else by how it begins. */
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import type { PaperFormat } from '../../corpus/index.ts'

/** A file that is a paper, or one that lists papers. */
export type FileKind = Extract<PaperFormat, 'pdf' | 'text' | 'markdown' | 'html'> | 'jsonl' | 'bibtex'

const BY_EXTENSION: Readonly<Record<string, FileKind>> = {
  '.pdf': 'pdf',
  '.txt': 'text',
  '.text': 'text',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.bib': 'bibtex',
}
// PDF readers look for the mark in the first 1,024 bytes (ISO 32000-1, annex H.3.4.1).
const HEAD_BYTES = 1024
const HTML_HEAD = /^\s*(?:<!--[\s\S]*?-->\s*)?(?:<!doctype html|<html)/i

export function kindByName(path: string): FileKind | null {
  return BY_EXTENSION[extname(path).toLowerCase()] ?? null
}

/** For files whose name says nothing. Plain text is recognised only where `mayBeText`: most such files are no papers. */
export async function kindByContent(path: string, mayBeText: boolean): Promise<FileKind | null> {
  const head = await headOf(path)
  const start = Buffer.from(head)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
  if (start.includes('%PDF-')) return 'pdf'
  if (HTML_HEAD.test(start)) return 'html'
  return mayBeText && head.length > 0 && !head.includes(0) ? 'text' : null
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
