/** A workspace in which one corpus lives in a temporary folder as long as the process does and is never listed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolderWorkspace } from '../../corpus/adapters/folder-workspace.ts'
import type { Workspace } from '../../corpus/index.ts'

export interface ScratchWorkspace extends Workspace {
  /** Closes the workspace and removes the folder. */
  close(): Promise<void>
}

/** Returns the workspace. A corpus of that name that already exists in `workspace` is used until it is deleted. */
export function withScratchCorpus(workspace: Workspace, scratchName: string): ScratchWorkspace {
  let folder: string | null = null
  let scratch: Workspace | null = null
  const placeOf = (name: string) => (name === scratchName && scratch !== null ? scratch : workspace)

  async function openScratch(): Promise<Workspace> {
    folder ??= await mkdtemp(join(tmpdir(), 'gloss-scratch-'))
    scratch ??= openFolderWorkspace(folder)
    return scratch
  }

  return {
    listCorpora: workspace.listCorpora,
    hasCorpus: (name) => placeOf(name).hasCorpus(name),
    identity: (name) => placeOf(name).identity(name),
    isFile: (name) => placeOf(name).isFile(name),
    openCorpus: (name) => placeOf(name).openCorpus(name),
    async createCorpus(name) {
      const isScratch = name === scratchName && !(await workspace.listCorpora()).includes(name)
      return (isScratch ? await openScratch() : workspace).createCorpus(name)
    },
    deleteCorpus: (name) => placeOf(name).deleteCorpus(name),
    copyCorpus: (name, copy) => placeOf(name).copyCorpus(name, copy),
    ...(workspace.paperJobs === undefined ? {} : { paperJobs: workspace.paperJobs }),
    ...(workspace.uploadJobs === undefined ? {} : { uploadJobs: workspace.uploadJobs }),
    ...(workspace.shared === undefined ? {} : { shared: workspace.shared }),
    ...(workspace.serverState === undefined ? {} : { serverState: workspace.serverState }),
    exportRows: (name) => placeOf(name).exportRows(name),
    importRows: (name, rows) => placeOf(name).importRows(name, rows),
    corpusPath: (name) => placeOf(name).corpusPath(name),
    artefactsPath: (name) => placeOf(name).artefactsPath(name),
    tablesPath: (name) => placeOf(name).tablesPath(name),
    filesPath: (name) => placeOf(name).filesPath(name),
    async close() {
      await workspace.close()
      if (folder !== null) await rm(folder, { recursive: true, force: true })
    },
  }
}
