/** Old, newer, foreign and damaged files: opened, or refused with a code and the path. */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openSqliteCorpus } from '../../../corpus/adapters/sqlite-corpus-store.ts'
import { createSchema, MIGRATIONS, migrate } from '../../../corpus/adapters/sqlite-schema.ts'
import { NO_PUBLICATION, SURE } from '../../../corpus/index.ts'
import { indexedUnits } from '../../fixtures/corpus-contents.ts'
import { gateRecord, paperRecord } from '../../fixtures/paper-records.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const OLDEST = join(import.meta.dirname, '..', '..', 'fixtures', 'corpus', 'schema-1.sql')

function withDatabase(path: string, action: (database: Database.Database) => void): string {
  const database = new Database(path)
  action(database)
  database.close()
  return path
}

describe('a file of the oldest schema', () => {
  it('is migrated and reads as it was written, later columns as those of a paper without them', async () => {
    const path = withDatabase(join(temporaryFolder(), 'corpus.sqlite'), (database) =>
      database.exec(readFileSync(OLDEST, 'utf8')),
    )
    const store = openSqliteCorpus(path, { create: false })
    const { paper, units } = paperRecord('amber')
    expect(await store.verify()).toEqual([])
    expect(await store.paper(paper.id)).toEqual({ ...paper, publication: NO_PUBLICATION, confidence: SURE })
    expect(await store.gate(paper.id)).toEqual(gateRecord)
    expect(await store.listUnits()).toEqual(units.map((unit) => ({ ...unit, reading: null })))
    expect(await store.pages(paper.id)).toMatchObject([{ number: 1 }, { number: 2 }])
    expect((await indexedUnits(store, 0, 'toy-4')).every(({ vector }) => vector?.length === 4)).toBe(true)
    expect(await store.removedSince(0)).toHaveLength(3)
    expect([await store.seq(), await store.setting('topic'), await store.call('hash')]).toEqual([
      3,
      'biochem',
      'answer',
    ])
    await store.close()
    withDatabase(path, (database) => {
      expect(database.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
    })
  })
})

describe('migrations', () => {
  const addColumn = (database: Database.Database) => database.exec('ALTER TABLE meta ADD COLUMN note TEXT')

  it('apply only what is lacking', () => {
    withDatabase(':memory:', (database) => {
      createSchema(database)
      migrate(database, ':memory:', [...MIGRATIONS, addColumn])
      expect(database.prepare('SELECT seq, note FROM meta').get()).toEqual({ seq: 0, note: null })
    })
  })

  it('leave the file as it was when one of them fails', () => {
    withDatabase(':memory:', (database) => {
      const failing = () => {
        throw new Error('no room')
      }
      expect(() => createSchema(database, [...MIGRATIONS, failing])).toThrow('no room')
      expect(database.pragma('user_version', { simple: true })).toBe(0)
      expect(database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0)
      createSchema(database)
      expect(() => migrate(database, ':memory:', [...MIGRATIONS, addColumn, failing])).toThrow('no room')
      expect(database.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
      expect(database.prepare('SELECT * FROM meta').get()).not.toHaveProperty('note')
    })
  })
})

describe('a file that cannot be opened', () => {
  const made = async (path: string) => {
    const store = openSqliteCorpus(path, { create: true })
    await store.close()
    return path
  }

  const change = (path: string, sql: string) => void withDatabase(path, (database) => void database.exec(sql))
  it.each<[code: string, state: string, spoil: (path: string) => unknown]>([
    ['CORPUS_NOT_FOUND', 'is missing', () => undefined],
    [
      'STORE_TOO_NEW',
      'was written by a newer Gloss',
      async (path) => change(await made(path), 'PRAGMA user_version = 99'),
    ],
    [
      'STORE_DAMAGED',
      'is no SQLite file',
      (path) => writeFileSync(path, 'These are not the bytes you look for.'.repeat(40)),
    ],
    [
      'STORE_DAMAGED',
      'is the database of another program',
      (path) => change(path, 'CREATE TABLE bookmark (url TEXT)'),
    ],
    ['STORE_DAMAGED', 'is empty', (path) => writeFileSync(path, '')],
    ['STORE_DAMAGED', 'has no tables', (path) => change(path, 'CREATE TABLE one (a); DROP TABLE one')],
    [
      'STORE_DAMAGED',
      'says that it is older than it is',
      async (path) => change(await made(path), 'PRAGMA user_version = 3'),
    ],
    ['STORE_DAMAGED', 'has lost its end', async (path) => truncateSync(await made(path), 4096)],
  ])('is refused with %s if it %s', async (code, _, spoil) => {
    const path = join(temporaryFolder(), 'corpus.sqlite')
    await spoil(path)
    expect(() => openSqliteCorpus(path, { create: false })).toThrow(
      expect.objectContaining({ code, facts: expect.objectContaining({ path }) }),
    )
  })

  it.each([true, false])('is never overwritten if it is empty (create: %s)', (create) => {
    const path = join(temporaryFolder(), 'corpus.sqlite')
    writeFileSync(path, '')
    expect(() => openSqliteCorpus(path, { create })).toThrow(
      expect.objectContaining({ code: 'STORE_DAMAGED' }),
    )
    expect(readFileSync(path)).toHaveLength(0)
  })

  it('is refused with STORE_UNWRITABLE if its folder cannot be made', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), '')
    expect(() => openSqliteCorpus(join(folder, 'file', 'corpus.sqlite'), { create: true })).toThrow(
      expect.objectContaining({ code: 'STORE_UNWRITABLE' }),
    )
  })
})

it('a corpus that is closed while it is read, as by its deletion, is reported as missing', async () => {
  const store = openSqliteCorpus(join(temporaryFolder(), 'corpus.sqlite'), { create: true })
  await store.close()
  for (const asked of [store.seq(), store.papers(), store.listUnits(), store.setting('topic')])
    await expect(asked).rejects.toMatchObject({ code: 'CORPUS_NOT_FOUND' })
})
