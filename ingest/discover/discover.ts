/** Finds papers: walks files and folders in a stable order, once per run, and keeps the result as a list of paths. */
import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { extname, isAbsolute, join, relative, sep } from 'node:path'
import { GlossError } from '../../core/index.ts'
import type { ListReaders, Source } from '../ports.ts'
import { sourcesOfCatalogue, sourcesOfZotero } from './catalogue-sources.ts'
import { type FileKind, isCatalogue, kindByContent, kindByName } from './file-kind.ts'
import { fileSource } from './file-source.ts'
import { isLatexDocument } from './latex-source.ts'
import { countLines, type OnSkip, sourcesOfLines } from './record-sources.ts'

/** Result of a walk. The lines of a .jsonl file are not held in memory: each use reads the file. */
export interface FoundPapers {
  sources(): AsyncIterable<Source>
  /** Returns the number of sources; counts the lines of each .jsonl. */
  count(): Promise<number>
}

export interface DiscoverOptions {
  /** Called with each path that is not a source and a snake_case reason; hidden files are omitted without a call. */
  readonly onSkip?: OnSkip
  /** Uploaded files, by the client's file names; a list among them can refer only to these. */
  readonly uploads?: ReadonlyMap<string, string> | undefined
  /** Also follow links out of the folders that are walked; otherwise they are skipped as `link_out_of_folder`. */
  readonly followLinks?: boolean | undefined
  /** Larger files are skipped as `file_too_large`, except a .jsonl, which is read line by line. No limit if undefined. */
  readonly maxFileBytes?: number | undefined
  /** Readers of lists; without them, lists are read in this process, Zotero's RDF counts as broken, and no library is read. */
  readonly lists?: ListReaders | undefined
  /** Extensions of files that are read as text whatever they contain, for an external reader. */
  readonly textEndings?: readonly string[] | undefined
}

interface LineFile {
  readonly lines: string
}

/** The character that Node puts for bytes of a name that are not UTF-8; such a name cannot open the file. */
const NOT_UTF8 = '\ufffd'

type Discovery = Source | LineFile

interface Walk {
  readonly onSkip: OnSkip
  readonly uploads: ReadonlyMap<string, string> | undefined
  readonly lists: ListReaders | undefined
  readonly textEndings: readonly string[]
  readonly signal: AbortSignal
  /** Real paths of the requested folders; null if links may lead anywhere. */
  readonly roots: readonly string[] | null
  readonly maxFileBytes: number
  /** Real paths of the folders entered, so that circular links end. */
  readonly folders: Set<string>
  /** Real paths of the PDFs that a catalogue has already listed with their metadata. */
  readonly listed: Set<string>
}

/**
 * Finds the sources under `paths`, in the order of the paths and of the names within a folder: catalogues first, then files, then
 * folders. Throws `PATH_NOT_FOUND` if a path does not exist.
 */
export async function discover(
  paths: readonly string[],
  signal: AbortSignal,
  {
    onSkip = () => undefined,
    uploads,
    lists,
    followLinks = false,
    maxFileBytes = Infinity,
    textEndings = [],
  }: DiscoverOptions = {},
): Promise<FoundPapers> {
  const roots = followLinks ? null : await realPaths(paths.filter((path) => !isLibrary(path)))
  const given = { onSkip, uploads, lists, textEndings, signal, maxFileBytes, roots }
  const walk: Walk = { ...given, folders: new Set(), listed: new Set() }
  const found: Discovery[] = []
  for await (const one of walked(paths, walk)) found.push(one)
  return {
    async *sources() {
      for (const one of found) {
        if ('lines' in one) yield* sourcesOfLines(one.lines, walk)
        else yield one
      }
    },
    async count() {
      let count = 0
      for (const one of found) count += 'lines' in one ? await countLines(one.lines) : 1
      return count
    },
  }
}

async function* walked(paths: readonly string[], walk: Walk): AsyncIterable<Discovery> {
  const roots: [string, Stats][] = []
  for (const path of paths.filter((each) => !isLibrary(each))) roots.push([path, await statOf(path)])
  for (const library of paths.filter(isLibrary)) yield* listedSources(sourcesOfZotero(library, walk), walk)
  // Lists are read first, so that their metadata of a paper is known before the paper itself is found.
  const lists = new Set<string>()
  for (const [path, stats] of roots)
    if (stats.isFile() && (await isList(path))) {
      lists.add(path)
      yield* foundInFiles([path], walk, true)
    }
  for (const [path, stats] of roots) {
    if (lists.has(path)) continue
    if (stats.isDirectory()) yield* foundInFolder(path, walk)
    else if (stats.isFile()) yield* foundInFiles([path], walk, true)
    else walk.onSkip(path, 'no_regular_file')
  }
}

/** Returns the real paths of those that exist. */
async function realPaths(paths: readonly string[]): Promise<string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => null)))
  return real.filter((path) => path !== null)
}

/** Returns whether a name denotes a Zotero library, `zotero:` or `zotero:http://…`; any other name is a path. */
export function isLibrary(path: string): boolean {
  return path.startsWith('zotero:')
}

async function isList(path: string): Promise<boolean> {
  const kind = kindByName(path) ?? (await kindByContent(path, false).catch(() => null))
  return kind !== null && isCatalogue(kind)
}

async function statOf(path: string): Promise<Stats> {
  try {
    return await stat(path)
  } catch (error) {
    const reason = path.includes(NOT_UTF8) ? 'has a name that is not UTF-8; rename it' : 'does not exist'
    throw new GlossError('PATH_NOT_FOUND', `The file or folder ${path} ${reason}.`, { path }, error)
  }
}

async function* foundInFolder(folder: string, walk: Walk): AsyncIterable<Discovery> {
  const real = await realpath(folder)
  if (walk.folders.has(real)) return
  walk.folders.add(real)
  const entries = await entriesOf(folder, walk)
  const files = entries.filter((entry) => entry.kind === 'file').map(({ path }) => path)
  yield* foundInFiles(files, walk, false)
  for (const entry of entries) if (entry.kind === 'folder') yield* foundInFolder(entry.path, walk)
}

async function* foundInFiles(
  paths: readonly string[],
  walk: Walk,
  mayBeText: boolean,
): AsyncIterable<Discovery> {
  const found: { readonly path: string; readonly kind: FileKind }[] = []
  for (const path of paths) {
    walk.signal.throwIfAborted()
    const kind = await kindOf(path, walk, mayBeText)
    if (kind !== null && (kind === 'jsonl' || !(await isTooLarge(path, walk)))) found.push({ path, kind })
  }
  const catalogues = found.filter(({ kind }) => isCatalogue(kind))
  const others = found.filter(({ kind }) => !isCatalogue(kind))
  for (const { path, kind } of [...catalogues, ...others]) yield* foundInFile(path, kind, walk)
}

interface Entry {
  readonly path: string
  readonly kind: 'file' | 'folder'
}

/** Returns the visible files and folders in order of name; links are followed as far as allowed. */
async function entriesOf(folder: string, { onSkip, roots }: Walk): Promise<Entry[]> {
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
    const kind = await entryKind(name, path, roots)
    if (kind === 'file' || kind === 'folder') entries.push({ path, kind })
    else onSkip(path, kind)
  }
  return entries
}

async function entryKind(
  entry: Dirent,
  path: string,
  roots: Walk['roots'],
): Promise<Entry['kind'] | 'broken_link' | 'link_out_of_folder' | 'name_not_utf8' | 'no_regular_file'> {
  if (entry.name.includes(NOT_UTF8) && (await lstat(path).catch(() => null)) === null) return 'name_not_utf8'
  const target = entry.isSymbolicLink() ? await stat(path).catch(() => null) : entry
  if (target === null) return 'broken_link'
  if (entry.isSymbolicLink() && roots !== null && (await isOutside(path, roots))) return 'link_out_of_folder'
  if (target.isDirectory()) return 'folder'
  return target.isFile() ? 'file' : 'no_regular_file'
}

/** Returns null for a file that is not a source; `onSkip` gets the reason. */
async function kindOf(path: string, walk: Walk, mayBeText: boolean): Promise<FileKind | null> {
  if (walk.textEndings.includes(extname(path).toLowerCase())) return 'text'
  try {
    const kind = kindByName(path) ?? (await kindByContent(path, mayBeText))
    if (kind === null) walk.onSkip(path, 'unknown_kind')
    return kind
  } catch {
    // The file cannot be opened to read its beginning.
    walk.onSkip(path, 'unreadable_file')
    return null
  }
}

async function* foundInFile(path: string, kind: FileKind, walk: Walk): AsyncIterable<Discovery> {
  if (kind === 'jsonl') yield { lines: path }
  else if (isCatalogue(kind)) yield* listedSources(sourcesOfCatalogue(path, kind, walk), walk)
  else if (kind === 'latex' && !(await isLatexDocument(path))) walk.onSkip(path, 'part_of_a_document')
  else if (walk.listed.size === 0 || !walk.listed.has(await realpath(path)))
    yield fileSource({ path, format: kind, uploads: walk.uploads })
}

/** Records the PDFs that a list names, so that the walk does not find them again without their metadata. */
async function* listedSources(sources: AsyncIterable<Source>, walk: Walk): AsyncIterable<Source> {
  for await (const source of sources) {
    if (source.format === 'pdf') walk.listed.add(await realpath(source.path).catch(() => source.path))
    if (source.format !== 'pdf' || !(await isTooLarge(source.path, walk))) yield source
  }
}

/** Returns whether a file is too large; false if its size cannot be read, which reading the file will report. */
async function isTooLarge(path: string, { maxFileBytes, onSkip }: Walk): Promise<boolean> {
  const stats = await stat(path).catch(() => null)
  if (stats === null || stats.size <= maxFileBytes) return false
  onSkip(path, 'file_too_large')
  return true
}

/** Returns whether a path leads out of `roots` (real paths) or nowhere: a stranger's folder may link to any file of its reader. */
async function isOutside(path: string, roots: readonly string[]): Promise<boolean> {
  const real = await realpath(path).catch(() => null)
  return real === null || !roots.some((root) => isWithin(real, root))
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
