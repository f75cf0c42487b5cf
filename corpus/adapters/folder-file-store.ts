/** A store of papers' files in a folder that every machine can reach, such as a network share. */
import { randomUUID } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskFailure, GlossError, PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../../core/index.ts'
import type { FileStore } from '../file-store.ts'

/** The folder must exist, so that an unmounted share is not mistaken for an empty one. */
export function openFolderFileStore(folder: string): FileStore {
  // Ids are spread over subfolders: a folder of ten thousand files is slow on many shares.
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id)
  return {
    shown: folder,
    put: (id, bytes) =>
      reached(folder, async () => {
        const path = pathOf(id)
        const temporary = join(dirname(path), `.${id}-${randomUUID()}`)
        await mkdir(dirname(path), { mode: PRIVATE_FOLDER_MODE }).catch(unless('EEXIST'))
        try {
          await writeFile(temporary, bytes, { flag: 'wx', mode: PRIVATE_FILE_MODE, flush: true })
          await rename(temporary, path)
        } finally {
          await rm(temporary, { force: true })
        }
      }),
    get: (id) =>
      reached(folder, async () => {
        const bytes = await readFile(pathOf(id)).catch(unless('ENOENT'))
        if (bytes === null) await access(folder)
        return bytes
      }),
    delete: (id) =>
      reached(folder, async () => {
        await rm(pathOf(id), { force: true })
        await access(folder)
      }),
  }
}

async function reached<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const isThere = code !== 'ENOENT' && code !== 'ENOTDIR'
    const message = isThere
      ? `${folder} cannot be used (${code}): check the share and its permissions.`
      : `The folder ${folder} does not exist: mount its share or create it.`
    const meaning = diskFailure(error) === null ? 'STORE_UNREACHABLE' : 'STORE_UNWRITABLE'
    throw new GlossError(meaning, message, { files: folder }, error)
  }
}

function unless(code: string): (error: NodeJS.ErrnoException) => null {
  return (error) => {
    if (error.code === code) return null
    throw error
  }
}
