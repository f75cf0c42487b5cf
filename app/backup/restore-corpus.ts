/** `gloss corpus restore`: makes a corpus from a backup. An interrupted restore leaves what was there before. */
import { existsSync } from 'node:fs'
import { copyFile, cp, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { closingAsync, GlossError, invalidInput, makePrivateFolder } from '../../core/index.ts'
import { openSqliteCorpus } from '../../corpus/adapters/sqlite-corpus-store.ts'
import { replaceSqliteFile, syncPath } from '../../corpus/adapters/whole-sqlite-file.ts'
import type { CorpusWriter } from '../../corpus/index.ts'
import { type FilePlaces, findFile } from '../ingest/paper-file.ts'
import { isUploaded } from '../wiring/find-by-name.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { type BackupManifest, CORPUS_FILE, checkBackup, readManifest } from './backup-manifest.ts'

export interface RestoreRequest {
  /** The folder of the backup. */
  readonly from: string
  /** Name of the corpus. Default: the name in the backup. */
  readonly corpus?: string | undefined
  /** Replace an existing corpus of that name. */
  readonly replace: boolean
}

/**
 * Restores a backup. Compares every file with its checksum before anything changes and puts the corpus in place last, in one step. Throws
 * `BACKUP_DAMAGED`, `INPUT_INVALID` if the corpus exists and `replace` is false, and `CORPUS_BUSY` if another process has it open.
 */
export async function restoreCorpus(
  gloss: Gloss,
  { from, corpus: asked, replace }: RestoreRequest,
  signal: AbortSignal,
) {
  const backup = resolve(from)
  const manifest = await readManifest(backup)
  const corpus = asked ?? manifest.corpus
  const path = gloss.workspace.corpusPath(corpus)
  if (existsSync(path) && !replace)
    throw invalidInput('replace', `The corpus ${corpus} exists; replace it with --replace.`, { corpus })
  await checkBackup(backup, manifest)
  signal.throwIfAborted()
  await gloss.forget(corpus)
  const isNew = !existsSync(dirname(path))
  const next = `${path}.restoring`
  try {
    makePrivateFolder(gloss.workspace.filesPath(corpus))
    const tables = join(backup, 'tables')
    if (existsSync(tables)) await cp(tables, gloss.workspace.tablesPath(corpus), { recursive: true })
    await removeCorpusFile(next)
    await copyFile(join(backup, CORPUS_FILE), next)
    const places = { workspace: gloss.workspace, name: corpus }
    const filesPlaced = await prepare(next, { backup, manifest, places }, signal)
    // These caches belong to the corpus that was there before.
    await rm(gloss.workspace.artefactsPath(corpus), { recursive: true, force: true })
    replaceSqliteFile(path, next, 'corpus restore')
    makePrivateFolder(gloss.workspace.artefactsPath(corpus))
    return { corpus, papers: manifest.papers, filesPlaced, made: manifest.made }
  } catch (error) {
    if (isNew) await rm(dirname(path), { recursive: true, force: true })
    throw error
  } finally {
    await removeCorpusFile(next)
  }
}

interface Placing {
  readonly backup: string
  readonly manifest: BackupManifest
  readonly places: FilePlaces
}

/** Checks the copy row by row, and adds the files that are missing from their old paths. Returns how many were added. */
async function prepare(path: string, placing: Placing, signal: AbortSignal): Promise<number> {
  await using store = closingAsync(openSqliteCorpus(path, { create: false }))
  const [problem] = await store.verify()
  if (problem !== undefined) throw new GlossError('BACKUP_DAMAGED', problem, { path: placing.backup })
  await using writer = await store.write('corpus restore')
  return await placeFiles(writer, placing, signal)
}

async function placeFiles(
  writer: CorpusWriter,
  { backup, manifest, places }: Placing,
  signal: AbortSignal,
): Promise<number> {
  let placed = 0
  for (const [id, inner] of Object.entries(manifest.paperFiles)) {
    signal.throwIfAborted()
    const paper = await writer.paper(id)
    if (paper === null) continue
    const path = join(places.workspace.filesPath(places.name), basename(inner))
    const found = await findFile(paper, places)
    // Any other file found for an upload belongs to the workspace that was backed up.
    if (found !== null && (found.path === path || !isUploaded(paper))) continue
    await copyFile(join(backup, inner), path)
    syncPath(path)
    await writer.addPath(id, path)
    placed++
  }
  return placed
}

/** Removes a corpus file with the files that SQLite and the lock leave beside it. */
export async function removeCorpusFile(path: string): Promise<void> {
  for (const ending of ['', '-wal', '-shm', '-journal', '.lock', '.owner.json'])
    await rm(join(dirname(path), `${basename(path)}${ending}`), { force: true })
}
