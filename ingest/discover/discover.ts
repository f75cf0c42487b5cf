/** Which papers are there? Walks files and folders in a stable order; one folder's names at a time are held in memory. */
import type { Dirent, Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { GlossError } from '../../core/index.ts'
import type { Source } from '../ports.ts'
import { type FileKind, kindByContent, kindByName } from './file-kind.ts'
import { fileSource } from './file-source.ts'
import { type OnSkip, sourcesOfBibtex, sourcesOfLines } from './record-sources.ts'

export interface DiscoverOptions {
  /** Told of what is no source, with a snake_case reason. Hidden files are passed over in silence. */
  readonly onSkip?: OnSkip
}

interface Walk {
  readonly onSkip: OnSkip
  readonly signal: AbortSignal
  /** Real paths of the folders entered, so that links in a circle end. */
  readonly folders: Set<string>
  /** Real paths of the PDFs that a catalogue has listed already, with what it knows of them. */
  readonly listed: Set<string>
}

/**
 * Sources under `paths`, in the order of the paths and of the names within a folder: catalogues first, then files, then
 * folders. Throws `PATH_NOT_FOUND` before the first source where a path does not exist.
 */
export async function* discover(
  paths: readonly string[],
  signal: AbortSignal,
  options: DiscoverOptions = {},
): AsyncIterable<Source> {
  const onSkip = options.onSkip ?? (() => undefined)
  const walk: Walk = { onSkip, signal, folders: new Set(), listed: new Set() }
  const found: [string, Stats][] = []
  for (const path of paths) found.push([path, await statOf(path)])
  for (const [path, stats] of found) {
    if (stats.isDirectory()) yield* sourcesInFolder(path, walk)
    else if (stats.isFile()) yield* sourcesOfFiles([path], walk, true)
    else onSkip(path, 'no_regular_file')
  }
}

async function statOf(path: string): Promise<Stats> {
  try {
    return await stat(path)
  } catch (error) {
    throw new GlossError('PATH_NOT_FOUND', `The file or folder ${path} does not exist.`, { path }, error)
  }
}

async function* sourcesInFolder(folder: string, walk: Walk): AsyncIterable<Source> {
  const real = await realpath(folder)
  if (walk.folders.has(real)) return
  walk.folders.add(real)
  const entries = await entriesOf(folder, walk.onSkip)
  const files = entries.filter((entry) => entry.kind === 'file').map(({ path }) => path)
  const isCatalogue = (path: string) => kindByName(path) === 'bibtex'
  yield* sourcesOfFiles(files.filter(isCatalogue), walk, false)
  yield* sourcesOfFiles(
    files.filter((path) => !isCatalogue(path)),
    walk,
    false,
  )
  for (const entry of entries) if (entry.kind === 'folder') yield* sourcesInFolder(entry.path, walk)
}

async function* sourcesOfFiles(
  paths: readonly string[],
  walk: Walk,
  mayBeText: boolean,
): AsyncIterable<Source> {
  for (const path of paths) {
    walk.signal.throwIfAborted()
    const kind = await kindOf(path, walk, mayBeText)
    if (kind !== null) yield* sourcesOfFile(path, kind, walk)
  }
}

interface Entry {
  readonly path: string
  readonly kind: 'file' | 'folder'
}

/** Visible files and folders in the order of their names, links followed. */
async function entriesOf(folder: string, onSkip: OnSkip): Promise<Entry[]> {
  const names = await readdir(folder, { withFileTypes: true }).catch(() => null)
  if (names === null) {
    onSkip(folder, 'unreadable_folder')
    return []
  }
  const visible = names.filter(({ name }) => !name.startsWith('.'))
  visible.sort((a, b) => (a.name < b.name ? -1 : 1))
  const entries: Entry[] = []
  for (const name of visible) {
    const path = join(folder, name.name)
    const kind = await entryKind(name, path)
    if (kind === 'file' || kind === 'folder') entries.push({ path, kind })
    else onSkip(path, kind)
  }
  return entries
}

async function entryKind(
  entry: Dirent,
  path: string,
): Promise<Entry['kind'] | 'broken_link' | 'no_regular_file'> {
  const target = entry.isSymbolicLink() ? await stat(path).catch(() => null) : entry
  if (target === null) return 'broken_link'
  if (target.isDirectory()) return 'folder'
  return target.isFile() ? 'file' : 'no_regular_file'
}

/** Null, and told, for what is no source. */
async function kindOf(path: string, walk: Walk, mayBeText: boolean): Promise<FileKind | null> {
  try {
    const kind = kindByName(path) ?? (await kindByContent(path, mayBeText))
    if (kind === null) walk.onSkip(path, 'unknown_kind')
    return kind
  } catch {
    // It cannot be opened to look at how it begins.
    walk.onSkip(path, 'unreadable_file')
    return null
  }
}

async function* sourcesOfFile(path: string, kind: FileKind, walk: Walk): AsyncIterable<Source> {
  if (kind === 'jsonl') yield* sourcesOfLines(path, walk.onSkip)
  else if (kind === 'bibtex') yield* sourcesOfCatalogue(path, walk)
  else if (walk.listed.size === 0 || !walk.listed.has(await realpath(path)))
    yield fileSource({ path, format: kind })
}

async function* sourcesOfCatalogue(path: string, walk: Walk): AsyncIterable<Source> {
  for await (const source of sourcesOfBibtex(path, walk.onSkip)) {
    if (source.format === 'pdf') walk.listed.add(await realpath(source.path).catch(() => source.path))
    yield source
  }
}
