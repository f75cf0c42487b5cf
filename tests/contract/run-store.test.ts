import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { contentId, type GlossError } from '../../core/index.ts'
import { openPostgresCorpora, type PostgresCorpora } from '../../corpus/adapters/postgres-corpora.ts'
import { openServerRunStore } from '../../solver/adapters/server-run-store.ts'
import { openSqliteRunStore } from '../../solver/adapters/sqlite-run-database.ts'
import { openPgliteServer } from '../fakes/pglite-server.ts'
import { exitCode, killed, startScript } from '../fixtures/child-process.ts'
import { runPlan } from '../fixtures/run-plan.ts'
import { gathered } from '../fixtures/served-solver.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { runQuestionsContract } from './run-questions.contract.ts'
import { runStoreContract } from './run-store.contract.ts'

function openAt(file: string) {
  const store = openSqliteRunStore(file)
  onTestFinished(() => store.close())
  return store
}

runStoreContract({
  name: 'SQLite, a file',
  open: async () => openAt(join(temporaryFolder(), 'deep', 'runs.sqlite')),
})
runStoreContract({ name: 'SQLite, in memory', open: async () => openAt(':memory:') })
runQuestionsContract({ name: 'SQLite', open: async () => openAt(':memory:') })

/** Empties the store on the shared server, which would list runs of earlier tests, and opens it. */
async function openOnServer() {
  server ??= openPostgresCorpora(await openPgliteServer())
  await server.shared.query('TRUNCATE gloss.asked, gloss.journal, gloss.run')
  return openServerRunStore(server.shared)
}
let server: PostgresCorpora | undefined
afterAll(() => server?.close())
runStoreContract({ name: 'PostgreSQL in the process', open: openOnServer })
runQuestionsContract({ name: 'PostgreSQL in the process', open: openOnServer })

const PLAN = runPlan()
const ENTRIES = 150

describe('a file of runs that is damaged', () => {
  it('is named where it is opened', () => {
    const file = join(temporaryFolder(), 'runs.sqlite')
    writeFileSync(file, 'This is no database. '.repeat(500))
    expect(() => openSqliteRunStore(file)).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
  })

  it('is named where a table is missing', async () => {
    const file = join(temporaryFolder(), 'runs.sqlite')
    const store = openAt(file)
    new Database(file).exec('DROP TABLE journal; DROP TABLE run').close()
    await expect(store.list(10)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    await expect(store.get('12ab')).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  })
})

describe('a changed row of a file of runs', () => {
  const CHANGES = [
    { table: 'run', column: 'started_at' },
    { table: 'run', column: 'status' },
    { table: 'run', column: 'plan' },
    { table: 'run', column: 'conditions' },
    { table: 'journal', column: 'asked_hash' },
    { table: 'journal', column: 'value' },
    { table: 'journal', column: 'calls' },
    { table: 'asked', column: 'rest' },
    { table: 'run', column: 'digest' },
    { table: 'journal', column: 'digest' },
  ]
  it.each(CHANGES)(
    'is named where it is read, and no change of the run makes it good: $table.$column',
    async (row) => {
      const file = join(temporaryFolder(), 'runs.sqlite')
      const store = openAt(file)
      const { id } = await store.create(PLAN, new Date(0).toISOString())
      await store.setConditions(id, [])
      const journal = store.journal(id)
      const failure = { code: 'MODEL_UNAVAILABLE', message: 'Down.' } as const
      await journal.write({ key: 'a.0', askedHash: 'h', value: 'words', failure, calls: [] }, '"asked"')
      const database = new Database(file)
      // A change that nothing else would notice.
      const changed = `UPDATE ${row.table} SET ${row.column} = ${row.column} || ' '`
      expect(database.prepare(changed).run().changes).toBe(1)
      database.close()
      const damaged = expect.objectContaining({
        code: 'STORE_DAMAGED',
        message: expect.stringContaining('damaged'),
      })
      if (row.table === 'run') {
        await expect(store.get(id)).rejects.toEqual(damaged)
        await expect(store.list(5)).rejects.toEqual(damaged)
        await expect(store.setStatus(id, 'done')).rejects.toEqual(damaged)
        await expect(store.get(id)).rejects.toEqual(damaged)
        return
      }
      await expect(gathered(journal.questions())).rejects.toEqual(damaged)
      if (row.table === 'asked') return
      await expect(journal.read('a.0')).rejects.toEqual(damaged)
      await expect(journal.calls()).rejects.toEqual(damaged)
      await expect(store.forgetFailures(id)).rejects.toEqual(damaged)
    },
  )

  it('is named where only the index of the hashes has changed, and taken for no question that was not kept', async () => {
    const file = join(temporaryFolder(), 'runs.sqlite')
    const hash = contentId('asked')
    const store = openSqliteRunStore(file)
    const { id } = await store.create(PLAN, new Date(0).toISOString())
    const entry = { key: 'a.0', askedHash: hash, value: 'words', failure: null, calls: [] }
    await store.journal(id).write(entry, '"asked"')
    await store.close()
    const whole = readFileSync(file)
    const places = [...whole.toString('latin1').matchAll(new RegExp(hash, 'g'))].map(({ index }) => index)
    expect(places).toHaveLength(3)
    const outcomes: unknown[] = []
    for (const place of places) {
      const changed = Buffer.from(whole)
      changed[place] = 'x'.charCodeAt(0)
      writeFileSync(file, changed)
      const again = openSqliteRunStore(file)
      outcomes.push(await gathered(again.journal(id).questions()).catch(({ code }: GlossError) => code))
      await again.close()
    }
    const truth = [{ key: 'a.0', asked: 'asked', failure: null }]
    for (const outcome of outcomes) expect(['STORE_DAMAGED', truth]).toContainEqual(outcome)
    expect(outcomes).toContain('STORE_DAMAGED')
  })

  it('of a file of before is taken as it is, and seen from then on', async () => {
    const file = join(temporaryFolder(), 'runs.sqlite')
    const { id } = await openAt(file).create(PLAN, new Date(0).toISOString())
    const database = new Database(file)
    for (const table of ['run', 'journal', 'asked']) database.exec(`ALTER TABLE ${table} DROP COLUMN digest`)
    const again = openAt(file)
    expect(await again.get(id)).toMatchObject({ id, plan: PLAN })
    database.exec(`UPDATE run SET plan = replace(plan, 'main', 'mein')`)
    database.close()
    await expect(again.get(id)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  })
})

describe('run store: SQLite, its file', () => {
  /** Makes a file in the old form, without conditions and questions. */
  function oldFile(): string {
    const file = join(temporaryFolder(), 'runs.sqlite')
    const database = new Database(file)
    database.exec(`
      CREATE TABLE run (
        id TEXT PRIMARY KEY, started_at TEXT NOT NULL, status TEXT NOT NULL, plan TEXT NOT NULL, outcome TEXT
      ) STRICT;
      CREATE TABLE journal (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL REFERENCES run (id), key TEXT NOT NULL,
        asked_hash TEXT NOT NULL, value TEXT NOT NULL, failure TEXT, calls TEXT NOT NULL, UNIQUE (run, key)
      ) STRICT;
    `)
    database
      .prepare('INSERT INTO run (id, started_at, status, plan) VALUES (?, ?, ?, ?)')
      .run('abc', new Date(0).toISOString(), 'cancelled', JSON.stringify(PLAN))
    database
      .prepare('INSERT INTO journal (run, key, asked_hash, value, calls) VALUES (?, ?, ?, ?, ?)')
      .run('abc', 'a/ask.0', 'hash', '{"text":"8"}', '[]')
    database.close()
    return file
  }

  it('of an older version is read and gone on with', async () => {
    const file = oldFile()
    for (const _ of ['first', 'again']) {
      const store = openAt(file)
      expect(await store.get('abc')).toMatchObject({ plan: PLAN, outcome: null, conditions: [] })
      expect((await store.journal('abc').read('a/ask.0'))?.value).toEqual({ text: '8' })
    }
    const journal = openAt(file).journal('abc')
    await journal.write({ key: 'b/ask.0', askedHash: 'h', value: 1, failure: null, calls: [] }, '"Why?"')
    expect(await gathered(journal.questions())).toMatchObject([
      { key: 'a/ask.0', asked: null },
      { key: 'b/ask.0', asked: 'Why?' },
    ])
  })

  it('takes room for the text of a turn of many calls, not for its square', async () => {
    const file = join(temporaryFolder(), 'runs.sqlite')
    const store = openAt(file)
    const { id } = await store.create(PLAN, new Date(0).toISOString())
    const journal = store.journal(id)
    let written = ''
    for (let call = 0; call < 200; call++) {
      written += randomBytes(500).toString('hex')
      const asked = JSON.stringify({ written })
      const entry = {
        key: `a/stream.${call}`,
        askedHash: contentId(asked),
        value: null,
        failure: null,
        calls: [],
      }
      await journal.write(entry, asked)
    }
    const database = new Database(file)
    onTestFinished(() => void database.close())
    const kept = database
      .prepare<[], { characters: number }>('SELECT sum(length(rest)) AS characters FROM asked')
      .get()
    expect(kept?.characters).toBeLessThan(1.1 * written.length)
  })
})

describe('run store: SQLite, between processes', () => {
  async function prepared() {
    const file = join(temporaryFolder(), 'runs.sqlite')
    const store = openAt(file)
    const { id } = await store.create(PLAN, new Date(0).toISOString())
    return { file, store, id }
  }

  it('takes what two processes and this one write at once, each entry once', async () => {
    const { file, store, id } = await prepared()
    const children = await Promise.all(
      ['one', 'two'].map((mark) => startScript('run-store-child.ts', file, id, mark, String(ENTRIES))),
    )
    for (const child of children) child.stdout?.resume()
    for (let at = 0; at < ENTRIES; at++)
      await store.journal(id).write({ key: `here/${at}`, askedHash: '', value: at, failure: null, calls: [] })
    expect(await Promise.all(children.map(exitCode))).toEqual([0, 0])
    const answers = await store.journal(id).answersOf('')
    for (const mark of ['one', 'two', 'here'])
      expect(answers.filter(({ key }) => key.startsWith(`${mark}/`)).map(({ key }) => key)).toEqual(
        Array.from({ length: ENTRIES }, (_, at) => `${mark}/${at}`),
      )
  })

  it('has everything that a killed writer had been told was written, whole, and goes on', async () => {
    const { file, store, id } = await prepared()
    const child = await startScript('run-store-child.ts', file, id, 'gone', '0')
    const told: string[] = []
    const lines = createInterface({ input: child.stdout! })
    lines.on('line', (line) => told.push(line))
    while (told.length < 40) await once(lines, 'line')
    await killed(child)
    const answers = await store.journal(id).answersOf('')
    const keys = new Set(answers.map(({ key }) => key))
    expect(told.filter((key) => !keys.has(key))).toEqual([])
    for (const { key, value } of answers) expect(value).toEqual({ text: key.repeat(200) })
    await store.journal(id).write({ key: 'after/0', askedHash: '', value: 1, failure: null, calls: [] })
    expect(await openAt(file).journal(id).read('after/0')).toMatchObject({ value: 1 })
  })

  it('sees at once what another connection wrote', async () => {
    const { file, store, id } = await prepared()
    const other = openAt(file)
    await other.setStatus(id, 'cancelled')
    expect((await store.get(id)).status).toBe('cancelled')
  })
})
