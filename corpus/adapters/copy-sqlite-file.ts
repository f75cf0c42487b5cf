/** Copies a corpus file as it is at one moment, while other processes may read or write it. */
import Database from 'better-sqlite3'
import { closing, makePrivateFile } from '../../core/index.ts'

export async function copySqliteFile(from: string, to: string): Promise<void> {
  using database = closing(new Database(from, { readonly: true, fileMustExist: true }))
  makePrivateFile(to)
  await database.backup(to)
}
