/** Stores parsed reference lists in a separate SQLite file among the artefacts of a corpus. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { makePrivateFile, makePrivateFolder } from '../../core/index.ts'
import type { KeptList, ReferenceListStore } from '../ports.ts'
import type { ReadList } from '../read-list.ts'

const FILE = 'references.sqlite'
/** How long to wait for other writers. */
const BUSY_MS = 5_000

/** Opens the file in `folder`, creating it if missing; the file can be deleted at any time. */
export function openSqliteListStore(folder: string): ReferenceListStore {
  const file = join(folder, FILE)
  if (!existsSync(file)) {
    makePrivateFolder(folder)
    makePrivateFile(file)
  }
  const database = new Database(file, { timeout: BUSY_MS })
  database.pragma('journal_mode = WAL')
  database.exec(
    'CREATE TABLE IF NOT EXISTS list (paper TEXT PRIMARY KEY, recipe TEXT NOT NULL, list TEXT NOT NULL) STRICT',
  )
  const select = database.prepare<[string, string], { list: string }>(
    'SELECT list FROM list WHERE paper = ? AND recipe = ?',
  )
  const insert = database.prepare('INSERT OR REPLACE INTO list VALUES (?, ?, ?)')
  return {
    get(paper, recipe) {
      const row = select.get(paper, recipe)
      return row === undefined ? null : (JSON.parse(row.list) as ReadList)
    },
    put: database.transaction((lists: readonly KeptList[]) => {
      for (const { paper, recipe, list } of lists) insert.run(paper, recipe, JSON.stringify(list))
    }),
    close: () => void database.close(),
  }
}
