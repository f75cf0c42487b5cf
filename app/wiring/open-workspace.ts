/** Opens a workspace: files of a folder, or a PostgreSQL server with a folder on this machine for what is not in tables. */
import { GlossError } from '../../core/index.ts'
import { openFolderWorkspace } from '../../corpus/adapters/folder-workspace.ts'
import type { FileStore, Workspace } from '../../corpus/index.ts'
import type { Config } from '../config/config.ts'

const BYTES_PER_MB = 1024 * 1024

/** Opens a workspace. `store`: `postgres://…`, or a folder. Default: the configured one. Connects with the first call. */
export async function openWorkspace(
  store: string | undefined,
  config: Config,
  onNotice: (message: string) => void,
): Promise<Workspace> {
  if (store === undefined || !/^postgres(ql)?:/.test(store))
    return openFolderWorkspace(store ?? config.workspace, onNotice)
  const [{ openPostgresServer }, { openPostgresWorkspace }] = await Promise.all([
    import('../../corpus/adapters/postgres-connection.ts'),
    import('../../corpus/adapters/postgres-workspace.ts'),
  ])
  const server = await openPostgresServer(store)
  return openPostgresWorkspace(server, config.workspace, onNotice, await openFileStore(config))
}

/** Opens the file store; null if papers' files are in the database. Throws `CONFIG_INVALID` for a bucket without a key. */
async function openFileStore({ files, s3, maxFileMb, maxBodyMb }: Config): Promise<FileStore | null> {
  if (files === undefined) return null
  if (!files.startsWith('s3:'))
    return (await import('../../corpus/adapters/folder-file-store.ts')).openFolderFileStore(files)
  const { accessKeyId, secretAccessKey } = s3
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    const message = `GLOSS_FILES: ${files} needs a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`
    throw new GlossError('CONFIG_INVALID', message)
  }
  const { openS3FileStore } = await import('../../corpus/adapters/s3-file-store.ts')
  const maxBytes = Math.max(maxFileMb, maxBodyMb) * BYTES_PER_MB
  return openS3FileStore(files, { ...s3, accessKeyId, secretAccessKey, maxBytes })
}
