/** A corpus from one store to another: from files of this machine to a server, and back. */
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
  /** `postgres://…`, or the folder of a workspace. */
  readonly to: string
  /** The corpus stays where it is as well. */
  readonly keeps: boolean
}

export interface MovedCorpus {
  readonly name: string
  readonly papers: number
  readonly units: number
  readonly seq: number
}

/**
 * Checks every row at both ends; only then is the corpus deleted here. Interrupted before, it is whole here: the same command begins again,
 * once what arrived is deleted there, which may lack files. Throws `STORE_DAMAGED` for a corpus with faults, `INPUT_INVALID` where the name is taken there.
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

/** What arrived with faults is taken away again. */
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
          `${name} did not arrive whole: ${JSON.stringify({ found, wanted })}.`,
        )
      if (target.isFile(name)) await bringFiles(source, target, store, name)
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
  const message = `${name} has ${problems.length} faults ${where}, and stays where it was: ${first}`
  throw new GlossError('STORE_DAMAGED', message, { corpus: name })
}

/** Papers whose file goes with the corpus into a folder: uploads, and what was reached over the server alone. */
async function bringFiles(
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

/** Tables that learned the corpus, and uploaded files where the target is a folder. Indexes are made again. */
async function copyFolders(source: Workspace, target: Workspace, name: string): Promise<void> {
  const folders = target.isFile(name) ? (['tablesPath', 'filesPath'] as const) : (['tablesPath'] as const)
  for (const pathOf of folders) {
    const from = source[pathOf](name)
    if (existsSync(from)) await cp(from, target[pathOf](name), { recursive: true })
  }
}
