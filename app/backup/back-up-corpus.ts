/** `gloss corpus backup`: copies a corpus as it is at one moment into a folder, while other processes use it. */
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { closingAsync, GlossError, invalidInput, makePrivateFolder } from '../../core/index.ts'
import { openSqliteCorpus } from '../../corpus/adapters/sqlite-corpus-store.ts'
import { snapshotSqliteFile, syncPath } from '../../corpus/adapters/whole-sqlite-file.ts'
import { allPapers, type CorpusStore } from '../../corpus/index.ts'
import { type FilePlaces, findFile } from '../ingest/paper-file.ts'
import { storedName } from '../wiring/find-by-name.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { ownVersion } from '../wiring/own-version.ts'
import { type BackupManifest, CORPUS_FILE, describeFile, MANIFEST, manifestText } from './backup-manifest.ts'

/**
 * Backs up the corpus, its tuned tables and the files of its papers under another name, renamed at the end so that an interrupted
 * backup is not taken for one. Throws `CORPUS_NOT_FOUND`, `INPUT_INVALID` if `out` exists, and `STORE_DAMAGED` for a damaged corpus.
 */
export async function backUpCorpus(
  gloss: Gloss,
  asked: { readonly corpus?: string | undefined; readonly out?: string | undefined },
  signal: AbortSignal,
) {
  const corpus = asked.corpus ?? (await gloss.defaultCorpus('read'))
  // Throws if the corpus is missing, and upgrades one of an older format.
  await (await gloss.workspace.openCorpus(corpus)).close()
  const made = new Date().toISOString()
  const out = resolve(asked.out ?? `${corpus}-${made.slice(0, 19).replaceAll(':', '-')}.backup`)
  if (existsSync(out)) throw invalidInput('out', `${out} already exists; name another folder.`, { path: out })
  makePrivateFolder(dirname(out))
  const folder = await mkdtemp(`${out}.partial-`)
  try {
    snapshotSqliteFile(gloss.workspace.corpusPath(corpus), join(folder, CORPUS_FILE))
    const facts = await factsOfSnapshot(folder, { workspace: gloss.workspace, name: corpus }, signal)
    await copyTables(gloss.workspace.tablesPath(corpus), join(folder, 'tables'))
    const files = await describeAll(folder, signal)
    const manifest = { corpus, gloss: (await ownVersion()).version, made, ...facts, files }
    await writeFile(join(folder, MANIFEST), manifestText(manifest), { flush: true })
    syncPath(folder)
    await rename(folder, out)
    syncPath(dirname(out))
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const { papers, withoutFile, paperFiles } = facts
    return { corpus, path: out, papers, files: Object.keys(paperFiles).length, withoutFile, bytes }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

type SnapshotFacts = Pick<BackupManifest, 'seq' | 'papers' | 'withoutFile' | 'paperFiles'>

/** Returns facts about the copy, not the corpus, which other processes may be changing. */
async function factsOfSnapshot(
  folder: string,
  places: FilePlaces,
  signal: AbortSignal,
): Promise<SnapshotFacts> {
  const path = join(folder, CORPUS_FILE)
  await using store = closingAsync(openSqliteCorpus(path, { create: false }))
  const problems = await store.verify()
  if (problems.length > 0) {
    const message = `The corpus is damaged and was not backed up: ${problems.slice(0, 3).join(' ')}`
    throw new GlossError('STORE_DAMAGED', message, { problems: problems.length })
  }
  const { papers } = await store.counts()
  const paperFiles = await copyPaperFiles(store, folder, places, signal)
  const withoutFile = papers - Object.keys(paperFiles).length
  return { seq: await store.seq(), papers, withoutFile, paperFiles }
}

async function copyPaperFiles(
  store: CorpusStore,
  folder: string,
  places: FilePlaces,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  makePrivateFolder(join(folder, 'files'))
  const files: Record<string, string> = {}
  for await (const paper of allPapers(store)) {
    signal.throwIfAborted()
    const file = await findFile(paper, places)
    if (file === null) continue
    const path = `files/${storedName(paper.id, file.name)}`
    await writeFile(join(folder, path), file.bytes, { flush: true })
    files[paper.id] = path
  }
  return files
}

async function copyTables(from: string, to: string): Promise<void> {
  if (existsSync(from)) await cp(from, to, { recursive: true })
}

async function describeAll(folder: string, signal: AbortSignal): Promise<BackupManifest['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = []
  for (const entry of entries.filter((one) => one.isFile())) {
    signal.throwIfAborted()
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
    // SQLite leaves an empty log beside a corpus that was open.
    if (path === CORPUS_FILE || /^(tables|files)\//.test(path)) files.push(await describeFile(folder, path))
  }
  return files
}
