/** Decides which files of this machine an agent may add: papers in folders that the operator named, neither hidden nor behind a link. */
import { realpath, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { type GlossError, invalidInput } from '../../core/index.ts'
import { isPaperFile } from '../../ingest/index.ts'

/** Returns the real path of the file. Throws `INPUT_INVALID`, in words that do not reveal what is outside the folders. */
export async function allowedFile(path: string, folders: readonly string[]): Promise<string> {
  if (folders.length === 0)
    throw refused(
      'no folder was named for files; send the file as base64, or start the server with --allow-add FOLDER',
    )
  const file = await realpath(resolve(path)).catch(() => null)
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => null)))
  const inner = real.map((folder) => (folder === null || file === null ? null : innerPath(folder, file)))
  const place = inner.find((one) => one !== null)
  // Answers alike whether the file exists or not.
  if (file === null || place === undefined || place === null)
    throw refused(`there is no such file in ${folders.join(', ')}`)
  if (place.split(sep).some((name) => name.startsWith('.')))
    throw refused('hidden files and folders are not added')
  if (!(await stat(file)).isFile()) throw refused('it is not a file')
  if (!(await isPaperFile(file))) throw refused('it is not a kind of paper that is known')
  return file
}

/** Returns the path within the folder; null if it leads out of it. */
function innerPath(folder: string, file: string): string | null {
  const inner = relative(folder, file)
  const isOutside =
    inner === '' || inner === '..' || inner.startsWith(`..${sep}`) || join(folder, inner) !== file
  return isOutside ? null : inner
}

function refused(why: string): GlossError {
  return invalidInput('source', `source: ${why}.`)
}
