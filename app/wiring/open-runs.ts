/** Where runs are kept and locked: on the server that holds the corpora, or in files of this machine. */
import { join } from 'node:path'
import { GlossError, makePrivateFolder } from '../../core/index.ts'
import { takeFileLock } from '../../corpus/adapters/file-lock.ts'
import type { Workspace } from '../../corpus/index.ts'
import { openServerRunStore } from '../../solver/adapters/server-run-store.ts'
import { openSqliteRunStore } from '../../solver/adapters/sqlite-run-database.ts'
import type { RunStore } from '../../solver/index.ts'

/** `folder` holds the file of runs where no server does. */
export function openRuns({ shared }: Pick<Workspace, 'shared'>, folder: string): RunStore {
  return shared === undefined ? openSqliteRunStore(join(folder, 'runs.sqlite')) : openServerRunStore(shared)
}

/** Returns how to release the run. Throws `RUN_BUSY` where another process works on it. */
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

/** Whether a process that uses the same server works on the run; false where no server says so. */
export async function isRunLocked({ shared }: Pick<Workspace, 'shared'>, run: string): Promise<boolean> {
  return shared !== undefined && (await shared.isLocked(lockName(run)))
}

function lockName(run: string): string {
  return `run ${run}`
}
