/** Opens and locks runs: on the server that has the corpora, or in files of this machine. */
import { join } from 'node:path'
import { GlossError, makePrivateFolder } from '../../core/index.ts'
import { takeFileLock } from '../../corpus/adapters/file-lock.ts'
import type { Workspace } from '../../corpus/index.ts'
import { openServerRunStore } from '../../solver/adapters/server-run-store.ts'
import { openSqliteRunStore } from '../../solver/adapters/sqlite-run-database.ts'
import type { RunStore } from '../../solver/index.ts'

/** Opens the store. `folder` has the file of runs if no server stores them. */
export function openRuns({ shared }: Pick<Workspace, 'shared'>, folder: string): RunStore {
  return shared === undefined ? openSqliteRunStore(join(folder, 'runs.sqlite')) : openServerRunStore(shared)
}

/** Locks a run and returns how to release it. Throws `RUN_BUSY` if another process works on it. */
export async function lockRun(
  { shared }: Pick<Workspace, 'shared'>,
  folder: string,
  run: string,
): Promise<() => void | Promise<void>> {
  const busy = `The run ${run} is being worked on`
  if (shared === undefined) {
    const locks = join(folder, 'runs')
    makePrivateFolder(locks)
    return takeFileLock(join(locks, run), { code: 'RUN_BUSY', busy, purpose: 'gloss solve' }).release
  }
  const release = await shared.tryLock(lockName(run))
  if (release === null) throw new GlossError('RUN_BUSY', `${busy} by another process.`, { run })
  return release
}

/** Returns whether a process that uses the same server works on the run; false without a server. */
export async function isRunLocked({ shared }: Pick<Workspace, 'shared'>, run: string): Promise<boolean> {
  return shared !== undefined && (await shared.isLocked(lockName(run)))
}

function lockName(run: string): string {
  return `run ${run}`
}
