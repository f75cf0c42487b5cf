/** Stores journals of runs in the table `journal` of a database. An entry is stored when `write` resolves. */
import { type Journal, type JournalQuestion, SPENT_MARK } from '../ports.ts'
import { createPromptTexts } from './prompt-texts.ts'
import type { RunDatabase } from './run-database.ts'
import { runDigest, type WithDigest, wholeRow } from './run-digests.ts'

interface JournalRow {
  readonly seq: number
  readonly run: string
  readonly key: string
  readonly asked_hash: string
  readonly value: string
  readonly failure: string | null
  readonly calls: string
}

const OF_RUN = 'SELECT * FROM runs.journal WHERE run = $1'
const IS_ASKED = `key NOT LIKE '%${SPENT_MARK}%'`

export function createRunJournals(database: RunDatabase) {
  async function entries(text: string, ...values: readonly string[]): Promise<JournalRow[]> {
    return (await database.query<WithDigest<JournalRow>>(text, values)).map((row) =>
      wholeRow('journal', row, `The entry ${row.key} of the run ${row.run}`),
    )
  }

  function journalOf(run: string): Journal {
    const texts = createPromptTexts(database)

    async function* questions(): AsyncGenerator<JournalQuestion> {
      const read = createPromptTexts(database)
      for (const { key, asked_hash: hash, failure } of await entries(
        `${OF_RUN} AND ${IS_ASKED} ORDER BY seq`,
        run,
      )) {
        const text = await read.get({ hash, of: stemOf(key) })
        const asked: unknown = text === null ? null : JSON.parse(text)
        yield { key, asked, failure: failure === null ? null : JSON.parse(failure) }
      }
    }

    return {
      async read(key) {
        const [row] = await entries(`${OF_RUN} AND key = $2`, run, key)
        if (row === undefined) return null
        const { asked_hash: askedHash, value, failure, calls } = row
        const failed = failure === null ? null : JSON.parse(failure)
        return { key, askedHash, value: JSON.parse(value), failure: failed, calls: JSON.parse(calls) }
      },
      async write({ key, askedHash, value, failure, calls }, asked) {
        if (asked !== undefined) await texts.add({ hash: askedHash, text: asked, of: stemOf(key) })
        const failed = failure === null ? null : JSON.stringify(failure)
        const row = [run, key, askedHash, JSON.stringify(value ?? null), failed, JSON.stringify(calls)]
        await database.query(
          `INSERT INTO runs.journal (run, key, asked_hash, value, failure, calls, digest) VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (run, key) DO UPDATE SET asked_hash = excluded.asked_hash, value = excluded.value,
             failure = excluded.failure, calls = excluded.calls, digest = excluded.digest`,
          [...row, runDigest(...row)],
        )
      },
      questions,
      async calls() {
        const rows = await entries(`${OF_RUN} ORDER BY seq`, run)
        return rows.map(({ key, calls }) => ({ key, calls: JSON.parse(calls) }))
      },
      async answersOf(keyEnd) {
        const rows = await entries(`${OF_RUN} AND failure IS NULL AND ${IS_ASKED} ORDER BY seq`, run)
        return rows
          .filter(({ key }) => key.endsWith(keyEnd))
          .map(({ key, value }) => ({ key, value: JSON.parse(value) }))
      },
    }
  }

  return {
    of: journalOf,
    /** Removes the first failure and all later entries; if a failed run has no failure, the last answer. */
    async forgetFailures(run: string) {
      const failed = await entries(
        `${OF_RUN} AND ${IS_ASKED} AND seq >= COALESCE(
           (SELECT min(seq) FROM runs.journal WHERE run = $1 AND failure IS NOT NULL),
           (SELECT max(seq) FROM runs.journal WHERE run = $1 AND ${IS_ASKED}
             AND EXISTS (SELECT 1 FROM runs.run WHERE id = $1 AND status = 'failed')))
         ORDER BY seq DESC`,
        run,
      )
      // The first failure is removed last, so that after an interruption the next call finds the rest.
      for (const { seq, key, asked_hash: hash, calls } of failed) {
        const spent = `${key}${SPENT_MARK}${seq}`
        const digest = runDigest(run, spent, hash, 'null', null, calls)
        await database.query(
          `UPDATE runs.journal SET key = $2, value = 'null', failure = NULL, digest = $3 WHERE seq = $1`,
          [seq, spent, digest],
        )
      }
    },
  }
}

/** Returns asker and kind of a key: calls of one kind by one asker build on each other. */
function stemOf(key: string): string {
  return key.slice(0, key.lastIndexOf('.'))
}
