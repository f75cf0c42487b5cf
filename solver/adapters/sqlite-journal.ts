/** Journals of runs in the table `journal`. An entry is on the disk when `write` resolves. */
import type { Database } from 'better-sqlite3'
import { type Journal, type JournalEntry, type JournalQuestion, SPENT_MARK } from '../ports.ts'
import { digestIn, runDigest, type WithDigest, wholeRow } from './run-digests.ts'
import { ASKED_SCHEMA, createAskedTexts } from './sqlite-asked-texts.ts'

export const JOURNAL_SCHEMA = `
  CREATE TABLE IF NOT EXISTS journal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL REFERENCES run (id), key TEXT NOT NULL,
    asked_hash TEXT NOT NULL, value TEXT NOT NULL, failure TEXT, calls TEXT NOT NULL, UNIQUE (run, key)
  ) STRICT;
  ${ASKED_SCHEMA}
`

interface JournalRow {
  readonly run: string
  readonly key: string
  readonly asked_hash: string
  readonly value: string
  readonly failure: string | null
  readonly calls: string
}

export interface SqliteJournals {
  of(run: string): Journal
  /** Takes the first failure and all that came after it out of the way. */
  forgetFailures(run: string): void
}

export function createSqliteJournals(database: Database): SqliteJournals {
  type StoredRow = WithDigest<JournalRow>
  const readEntry = database.prepare<[string, string], StoredRow>(
    'SELECT * FROM journal WHERE run = ? AND key = ?',
  )
  const writeEntry = database.prepare(
    'INSERT OR REPLACE INTO journal (run, key, asked_hash, value, failure, calls, digest) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const allEntries = database.prepare<[string], StoredRow>('SELECT * FROM journal WHERE run = ? ORDER BY seq')
  const answersLike = database.prepare<[string, string], StoredRow>(
    `SELECT * FROM journal
     WHERE run = ? AND key LIKE '%' || ? AND failure IS NULL AND instr(key, '${SPENT_MARK}') = 0 ORDER BY seq`,
  )
  const allAsked = database.prepare<[string], StoredRow>(
    `SELECT * FROM journal WHERE run = ? AND instr(key, '${SPENT_MARK}') = 0 ORDER BY seq`,
  )
  const failedFrom = `run = @run AND instr(key, '${SPENT_MARK}') = 0
    AND seq >= (SELECT min(seq) FROM journal WHERE run = @run AND failure IS NOT NULL)`
  const readFailed = database.prepare<[{ run: string }], StoredRow & { readonly seq: number }>(
    `SELECT * FROM journal WHERE ${failedFrom}`,
  )
  const forget = database.prepare<[number]>(
    `UPDATE journal SET key = key || '${SPENT_MARK}' || seq, value = 'null', failure = NULL WHERE seq = ?`,
  )
  const setDigest = database.prepare<[number]>(`UPDATE journal SET ${digestIn('journal')} WHERE seq = ?`)
  const forgetFrom = database.transaction((run: string) => {
    for (const row of readFailed.all({ run })) {
      whole(row)
      forget.run(row.seq)
      setDigest.run(row.seq)
    }
  })

  function journalOf(run: string): Journal {
    const texts = createAskedTexts(database)
    const writeBoth = database.transaction((entry: JournalEntry, asked: string | undefined) => {
      const { key, askedHash, value, failure, calls } = entry
      if (asked !== undefined) texts.add({ hash: askedHash, text: asked, of: stemOf(key) })
      const failed = failure === null ? null : JSON.stringify(failure)
      const row = [run, key, askedHash, JSON.stringify(value ?? null), failed, JSON.stringify(calls)] as const
      writeEntry.run(...row, runDigest(...row))
    })

    async function* questions(): AsyncGenerator<JournalQuestion> {
      const read = createAskedTexts(database)
      for (const { key, asked_hash: hash, failure } of allAsked.all(run).map(whole)) {
        const text = read.get({ hash, of: stemOf(key) })
        const asked: unknown = text === null ? null : JSON.parse(text)
        yield { key, asked, failure: failure === null ? null : JSON.parse(failure) }
      }
    }

    return {
      async read(key) {
        const row = readEntry.get(run, key)
        return row === undefined ? null : entryOf(whole(row))
      },
      async write(entry, asked) {
        writeBoth.immediate(entry, asked)
      },
      questions,
      async calls() {
        return allEntries.all(run).map((row) => ({ key: whole(row).key, calls: JSON.parse(row.calls) }))
      },
      async answersOf(keyEnd) {
        return answersLike
          .all(run, keyEnd)
          .map(whole)
          .map(({ key, value }) => ({ key, value: JSON.parse(value) }))
      },
    }
  }

  return { of: journalOf, forgetFailures: (run) => forgetFrom.immediate(run) }
}

/** Askers and kinds: calls of one kind by one asker build on each other. */
function stemOf(key: string): string {
  return key.slice(0, key.lastIndexOf('.'))
}

function entryOf({ key, asked_hash: askedHash, value, failure, calls }: JournalRow): JournalEntry {
  return {
    key,
    askedHash,
    value: JSON.parse(value),
    failure: failure === null ? null : JSON.parse(failure),
    calls: JSON.parse(calls),
  }
}

/** Throws `STORE_DAMAGED`. */
function whole(row: WithDigest<JournalRow>): JournalRow {
  return wholeRow('journal', row, `The entry ${row.key} of the run ${row.run}`)
}
