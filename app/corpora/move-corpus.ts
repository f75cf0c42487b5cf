/** Moves a corpus from one store to another: from files of this machine to a server, and back. */
import { existsSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { closingAsync, GlossError } from '../../core/index.ts'
import { allPapers, type CorpusStore, type Workspace } from '../../corpus/index.ts'
import { findFile, shareFiles } from '../ingest/index.ts'
import { isUploaded, storedName } from '../wiring/find-by-name.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { openWorkspace } from '../wiring/open-workspace.ts'
import { reading } from './corpora.ts'

export interface MoveRequest {
  readonly name: string
  /** Target: `postgres://…`, or the folder of a workspace. */
  readonly to: string
  /** Keep the corpus at its source, too. */
  readonly keeps: boolean
}

export interface MovedCorpus {
  readonly name: string
  readonly papers: number
  readonly units: number
  readonly seq: number
}

/**
 * Checks every row at both ends before it deletes the source. If interrupted, the source is complete: delete the copy, which may lack
 * files, and repeat the command. Throws `STORE_DAMAGED` for a corpus with faults, `INPUT_INVALID` if the target has one of that name.
 */
export async function moveCorpus(gloss: Gloss, { name, to, keeps }: MoveRequest): Promise<MovedCorpus> {
  const source = gloss.workspace
  await gloss.forget(name)
  await using target = closingAsync(await openWorkspace(to, gloss.config, gloss.onNotice))
  const moved = await reading({ workspace: source }, name, async (store) => {
    await using _ = await store.write('move')
    assertSound(await store.verify(), name, 'here')
    await target.importRows(name, source.exportRows(name))
    await copyFolders(source, target, name)
    return await checked(source, target, name, await figuresOf(store))
  })
  if (!keeps) await source.deleteCorpus(name)
  return { name, ...moved }
}

type Figures = Omit<MovedCorpus, 'name'>

async function figuresOf(store: CorpusStore): Promise<Figures> {
  const { papers, units } = await store.counts()
  return { papers, units, seq: await store.seq() }
}

/** Checks the copy and deletes it if it has faults. */
async function checked(
  source: Workspace,
  target: Workspace,
  name: string,
  wanted: Figures,
): Promise<Figures> {
  try {
    return await reading({ workspace: target }, name, async (store) => {
      assertSound(await store.verify(), name, 'where it was moved to')
      const found = await figuresOf(store)
      if (JSON.stringify(found) !== JSON.stringify(wanted))
        throw new GlossError(
          'STORE_DAMAGED',
          `${name} was not copied completely and stays where it was: ${JSON.stringify({ found, wanted })}.`,
        )
      if (target.isFile(name)) await copyPaperFilesInto(source, target, store, name)
      else {
        const papers: string[] = []
        for await (const { id } of allPapers(store)) papers.push(id)
        await shareFiles(target, { name, store }, papers, source)
      }
      return found
    })
  } catch (error) {
    await target.deleteCorpus(name)
    throw error
  }
}

function assertSound(problems: readonly string[], name: string, where: string): void {
  const [first] = problems
  if (first === undefined) return
  const message = `${name} has ${problems.length} faults ${where} and was not moved: ${first}`
  throw new GlossError('STORE_DAMAGED', message, { corpus: name })
}

/** Copies the files that belong into a folder with the corpus: uploads, and files that only the server can reach. */
async function copyPaperFilesInto(
  source: Workspace,
  target: Workspace,
  store: CorpusStore,
  name: string,
): Promise<void> {
  await using writer = await store.write('move')
  for await (const paper of allPapers(store)) {
    const file = await findFile(paper, { workspace: source, name })
    if (file === null || (file.path !== null && !isUploaded(paper))) continue
    const path = join(target.filesPath(name), storedName(paper.id, file.name))
    await writeFile(path, file.bytes, { flush: true })
    await writer.addPath(paper.id, path)
  }
}

/** Copies tuned tables, and uploaded files if the target is a folder. Indexes are built again. */
async function copyFolders(source: Workspace, target: Workspace, name: string): Promise<void> {
  const folders = target.isFile(name) ? (['tablesPath', 'filesPath'] as const) : (['tablesPath'] as const)
  for (const pathOf of folders) {
    const from = source[pathOf](name)
    if (existsSync(from)) await cp(from, target[pathOf](name), { recursive: true })
  }
}
