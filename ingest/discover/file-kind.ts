/** Determines the kind of a file by its name, or else by its beginning. */
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import type { PaperFormat } from '../../corpus/index.ts'
import type { CatalogueFormat } from '../formats/index.ts'

/** Kind of a file that is a paper, or that lists papers. */
export type FileKind = Exclude<PaperFormat, 'csv' | 'units'> | CatalogueFormat

const BY_EXTENSION: Readonly<Record<string, FileKind>> = {
  '.pdf': 'pdf',
  '.txt': 'text',
  '.text': 'text',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.nxml': 'jats',
  '.tei': 'tei',
  '.tex': 'latex',
  '.latex': 'latex',
  '.docx': 'docx',
  '.epub': 'epub',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.bib': 'bibtex',
  '.ris': 'ris',
}
const CATALOGUES: ReadonlySet<FileKind> = new Set(['bibtex', 'ris', 'csl-json', 'zotero-rdf'])

// PDF readers look for the header in the first 1,024 bytes (ISO 32000-1, annex H.3.4.1).
const PDF_HEAD_BYTES = 1024
// Comments and a document type may precede the root of an XML file. Chosen, not measured.
const HEAD_BYTES = 8192
const HTML_HEAD = /^\s*(?:<!--[\s\S]*?-->\s*)?(?:<!doctype html|<html)/i
const TEI_ROOT = /^<(?:\w+:)?(?:TEI|teiCorpus)[\s>]/
const JATS_ROOT = /^<(?:pmc-articleset|article)[\s>]/
const RDF_ROOT = /^<rdf:RDF[\s>]/
const IS_JATS = /\bJATS\b|\bNLM\b|article-type=|<front>|<journal-meta>/
const CSL_HEAD = /^\s*\[\s*\{/
const IS_CSL = /"(?:container-title|issued|citation-key|citation-label|DOI|publisher-place)"\s*:/

export function kindByName(path: string): FileKind | null {
  return BY_EXTENSION[extname(path).toLowerCase()] ?? null
}

/** Returns whether a file is a paper or lists papers, by its name or its beginning. */
export async function isPaperFile(path: string): Promise<boolean> {
  return (kindByName(path) ?? (await kindByContent(path, false))) !== null
}

export function isCatalogue(kind: FileKind): kind is CatalogueFormat {
  return CATALOGUES.has(kind)
}

/** Determines the kind when the name says nothing. Plain text counts only if `mayBeText`, since most such files are not papers. */
export async function kindByContent(path: string, mayBeText: boolean): Promise<FileKind | null> {
  const head = await headOf(path)
  const start = Buffer.from(head)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
  if (start.slice(0, PDF_HEAD_BYTES).includes('%PDF-')) return 'pdf'
  if (HTML_HEAD.test(start)) return 'html'
  const root = fromRootOn(start)
  if (TEI_ROOT.test(root)) return 'tei'
  if (JATS_ROOT.test(root) && IS_JATS.test(start)) return 'jats'
  if (RDF_ROOT.test(root) && start.includes('zotero.org/namespaces')) return 'zotero-rdf'
  if (CSL_HEAD.test(start) && IS_CSL.test(start)) return 'csl-json'
  const isSomethingElse = ['.xml', '.rdf', '.json'].includes(extname(path).toLowerCase())
  return mayBeText && !isSomethingElse && head.length > 0 && !head.includes(0) ? 'text' : null
}

/** Skips the declarations, comments and document type of an XML file, one by one: a pattern over all of them could take forever. */
function fromRootOn(head: string): string {
  let rest = head.trimStart()
  for (let end = prologueEnd(rest); end > 0; end = prologueEnd(rest)) rest = rest.slice(end).trimStart()
  return rest
}

/** Returns where the declaration, comment or document type at the start of the text ends; 0 if there is none. */
function prologueEnd(text: string): number {
  if (text.startsWith('<?')) return endOf(text, '?>')
  if (text.startsWith('<!--')) return endOf(text, '-->')
  if (!/^<!DOCTYPE/i.test(text)) return 0
  // The internal subset may contain characters that look like the end.
  const inner = /^[^>]*\[/.test(text) ? text.indexOf(']') : 0
  return inner < 0 ? 0 : endOf(text, '>', inner)
}

function endOf(text: string, sign: string, from = 0): number {
  const at = text.indexOf(sign, from)
  return at < 0 ? 0 : at + sign.length
}

async function headOf(path: string): Promise<Uint8Array> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}
