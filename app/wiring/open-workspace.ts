/** Where corpora are: files of a folder, or a PostgreSQL server whose folder on this machine holds what is no row. */
import { openFolderWorkspace } from '../../corpus/adapters/folder-workspace.ts'
import type { Workspace } from '../../corpus/index.ts'

/** `store`: `postgres://…`, or a folder; `folder` where absent. Connects with the first call. */
export async function openWorkspace(
  store: string | undefined,
  folder: string,
  onNotice: (message: string) => void,
): Promise<Workspace> {
  if (store === undefined || !/^postgres(ql)?:/.test(store))
    return openFolderWorkspace(store ?? folder, onNotice)
  const [{ openPostgresServer }, { openPostgresWorkspace }] = await Promise.all([
    import('../../corpus/adapters/postgres-connection.ts'),
    import('../../corpus/adapters/postgres-workspace.ts'),
  ])
  return openPostgresWorkspace(await openPostgresServer(store), folder, onNotice)
}
