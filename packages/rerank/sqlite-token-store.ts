/** Stores token vectors in one SQLite file for each model, next to the artefacts of the corpus's index. */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { GlossError, makePrivateFile, makePrivateFolder } from '../../core/index.ts'
import { bytesOfTokens, tokensOfBytes } from './packed-tokens.ts'
import type { TokenStore } from './token-store.ts'

/** Raised when the layout changes; files of an older format are then rebuilt. */
const FORMAT = 1
const BUSY_TIMEOUT_MS = 5_000
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tokens (unit TEXT PRIMARY KEY, text TEXT NOT NULL, bytes BLOB NOT NULL) WITHOUT ROWID;
`

interface TokenStoreOptions {
  readonly path: string
  /** Id of the model; the file of another model, or a damaged one, is deleted. */
  readonly model: string
  readonly dims: number
  /** Called with the reason if a file was not used. */
  readonly onRefused: (reason: string) => void
}

interface Row {
  readonly unit: string
  readonly text: string
  readonly bytes: Buffer
}

export function openSqliteTokenStore({ path, model, dims, onRefused }: TokenStoreOptions): TokenStore {
  const made = `${FORMAT} ${model} ${dims}`
  const database = openValid(path, made, onRefused)
  const findOne = database.prepare<[string], Row>('SELECT unit, text, bytes FROM tokens WHERE unit = ?')
  const putOne = database.prepare<[string, string, Uint8Array]>(
    'INSERT OR REPLACE INTO tokens (unit, text, bytes) VALUES (?, ?, ?)',
  )
  const removeOne = database.prepare<[string]>('DELETE FROM tokens WHERE unit = ?')
  const setSeq = database.prepare<[string]>("INSERT OR REPLACE INTO facts (name, value) VALUES ('seq', ?)")
  const readSize = database.prepare<[], { units: number; bytes: number | null }>(
    'SELECT count(*) AS units, sum(length(bytes)) AS bytes FROM tokens',
  )
  return {
    find: (wanted) =>
      wanted.map(({ unit, text }) => {
        const row = findOne.get(unit)
        return row === undefined || row.text !== text ? null : tokensOfBytes(row.bytes, dims)
      }),
    put: database.transaction((all) => {
      for (const { unit, text, tokens } of all) putOne.run(unit, text, bytesOfTokens(tokens))
    }),
    seq: () => Number(factOf(database, 'seq') ?? 0),
    remove: database.transaction((units, seq) => {
      for (const unit of units) removeOne.run(unit)
      setSeq.run(String(seq))
    }),
    size() {
      const { units, bytes } = readSize.get() ?? { units: 0, bytes: 0 }
      return { units, bytes: bytes ?? 0 }
    },
    close: () => void database.close(),
  }
}

function openValid(path: string, made: string, onRefused: TokenStoreOptions['onRefused']): Database.Database {
  makePrivateFolder(dirname(path))
  try {
    return open(path, made)
  } catch (error) {
    if (!isUnusable(error)) throw unwritable(path, error)
    onRefused(`The token vectors in ${path} cannot be used and are computed again: ${error.message}.`)
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
    return open(path, made)
  }
}

class ForeignFile extends Error {}

function isUnusable(error: unknown): error is Error {
  if (error instanceof ForeignFile) return true
  return error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)
}

function unwritable(path: string, error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  const said = `Token vectors cannot be stored in ${path}: ${error.message}.`
  return new GlossError('STORE_UNWRITABLE', said, { path }, error)
}

function open(path: string, made: string): Database.Database {
  makePrivateFile(path)
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    database.exec(SCHEMA)
    const known = factOf(database, 'made')
    if (known !== null && known !== made) throw new ForeignFile(`they are "${known}", not "${made}"`)
    database.prepare("INSERT OR REPLACE INTO facts (name, value) VALUES ('made', ?)").run(made)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function factOf(database: Database.Database, name: string): string | null {
  const row = database
    .prepare<[string], { value: string }>('SELECT value FROM facts WHERE name = ?')
    .get(name)
  return row?.value ?? null
}
