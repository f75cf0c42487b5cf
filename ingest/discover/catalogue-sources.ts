/** Lists the sources in a catalogue: the PDFs of its entries with their metadata, or the abstract of an entry without a PDF. */
import { readFile } from 'node:fs/promises'
import { dirname, isAbsolute, resolve, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeText, GlossError, isGlossError } from '../../core/index.ts'
import {
  type Catalogue,
  type CatalogueEntry,
  type CatalogueFormat,
  parseCatalogue,
} from '../formats/index.ts'
import type { ListReaders, Source } from '../ports.ts'
import { fileSource } from './file-source.ts'
import { type OnSkip, recordSource } from './record-sources.ts'

export interface CatalogueWalk {
  readonly onSkip: OnSkip
  /** Files uploaded with the catalogue, by name; undefined for a catalogue on disk. */
  readonly uploads: ReadonlyMap<string, string> | undefined
  /** Readers of lists in child processes; without them, lists are read in this process, and RDF counts as broken. */
  readonly lists: ListReaders | undefined
  readonly signal: AbortSignal
}

/**
 * Calls `onSkip` with `bad_entry` for entries that do not parse, `no_file_or_abstract` for those with neither, and with the reason
 * (`timeout`, `out_of_memory`, `crashed`) for a list that takes too much to read.
 */
export async function* sourcesOfCatalogue(
  path: string,
  format: CatalogueFormat,
  walk: CatalogueWalk,
): AsyncIterable<Source> {
  const { onSkip } = walk
  const bytes = await readFile(path).catch(() => null)
  if (bytes === null) return onSkip(path, 'unreadable_file')
  const catalogue = await catalogueOf(format, bytes, walk)
  if (typeof catalogue === 'string') return onSkip(path, catalogue)
  const { entries, broken } = catalogue
  for (const place of broken) onSkip(place === '' ? path : `${path}#${place}`, 'bad_entry')
  for (const entry of entries) yield* sourcesOfEntry(path, entry, walk)
}

/** Yields the sources of a Zotero library named `zotero:` and its address. Throws `FILE_UNREADABLE` if none answers. */
export async function* sourcesOfZotero(name: string, walk: CatalogueWalk): AsyncIterable<Source> {
  for (const entry of (await walk.lists?.library(name, walk.signal)) ?? [])
    yield* sourcesOfEntry(name, entry, walk)
}

/** Returns the catalogue, or the reason why it cannot be read. */
async function catalogueOf(
  format: CatalogueFormat,
  bytes: Uint8Array,
  { lists, signal }: CatalogueWalk,
): Promise<Catalogue | string> {
  try {
    const catalogue =
      lists === undefined ? catalogueHere(format, bytes) : await lists.catalogue(format, bytes, signal)
    return catalogue ?? 'bad_encoding'
  } catch (error) {
    if (isGlossError(error, 'FILE_UNREADABLE')) return String(error.facts['reason'])
    throw error
  }
}

function catalogueHere(format: CatalogueFormat, bytes: Uint8Array): Catalogue | null {
  const text = decodeText(bytes)
  if (text === null) return null
  return format === 'zotero-rdf' ? { entries: [], broken: [''] } : parseCatalogue(format, text)
}

function* sourcesOfEntry(
  path: string,
  { key, isPlace, known, files }: CatalogueEntry,
  { onSkip, uploads }: CatalogueWalk,
): Iterable<Source> {
  const document = isPlace ? null : key
  for (const file of files) {
    const paper = { format: 'pdf' as const, document, known }
    if (uploads === undefined) yield fileSource({ ...paper, path: located(file, path) })
    else yield uploadedSource(file, uploads, paper)
  }
  if (files.length > 0) return
  if (known.abstract === undefined) onSkip(`${path}#${key}`, 'no_file_or_abstract')
  else yield recordSource(`${path}#${key}`, JSON.stringify({ id: document, ...known }))
}

/** Returns the uploaded file of the same name; no path in an uploaded list opens a local file. */
function uploadedSource(
  file: string,
  uploads: ReadonlyMap<string, string>,
  paper: Pick<Source, 'format' | 'known'> & { readonly document: string | null },
): Source {
  const name = win32.basename(file)
  const path = uploads.get(name)
  if (path !== undefined) return fileSource({ ...paper, path })
  const missing = new GlossError(
    'FILE_UNREADABLE',
    `The list names the file ${name}, which did not come with it; upload both together.`,
    { path: name, reason: 'missing_file' },
  )
  return { ...paper, path: name, read: () => Promise.reject(missing) }
}

function located(file: string, catalogue: string): string {
  const path = file.startsWith('file://') ? pathOfAddress(file) : file
  return isAbsolute(path) ? path : resolve(dirname(catalogue), path)
}

/** Returns the path of a `file:` address. One on another machine, or malformed, stays as it is and is then a missing file of that name. */
function pathOfAddress(address: string): string {
  try {
    return fileURLToPath(address.replace(/^file:\/\/localhost\//i, 'file:///'))
  } catch (error) {
    if (error instanceof TypeError) return address
    throw error
  }
}
