/** A corpus file as it is at one moment, while others read it or write to it. */
import Database from 'better-sqlite3'
import { makePrivateFile } from '../../core/index.ts'

export async function copySqliteFile(from: string, to: string): Promise<void> {
  const database = new Database(from, { readonly: true, fileMustExist: true })
  try {
    makePrivateFile(to)
    await database.backup(to)
  } finally {
    database.close()
  }
}
