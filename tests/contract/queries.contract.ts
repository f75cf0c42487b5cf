/** SQL statements over a corpus: what each adapter answers, refuses and interrupts. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { CorpusStore, QueryableCorpus, QueryOutcome } from '../../corpus/index.ts'
import { casesIn } from '../fixtures/case-lines.ts'

type QueryLimits = Parameters<QueryableCorpus['query']>[1]

interface QueriedCorpus {
  readonly store: CorpusStore
  readonly queries: QueryableCorpus
  close(): Promise<void>
}

export interface QueriesContract {
  readonly name: string
  /** Opens a corpus with the content of `fillQueryCorpus`. */
  open(): Promise<QueriedCorpus>
  /** False if statements run on the test's own thread. */
  readonly canStop: boolean
  /** Statements that must be refused or fail. */
  readonly hostile: readonly string[]
}

const LIMITS: QueryLimits = { rows: 100, timeoutMs: 5_000 }

function rowsOf(outcome: QueryOutcome): unknown[][] {
  if (outcome.kind !== 'rows') throw new Error(`${outcome.kind}: ${outcome.message}`)
  return outcome.rows.map((row) => [...row])
}

export function queriesContract({ name: adapter, open, canStop, hostile }: QueriesContract): void {
  describe(`statements: ${adapter}`, () => {
    let { store, queries, close } = {} as QueriedCorpus
    beforeAll(async () => {
      ;({ store, queries, close } = await open())
    })
    afterAll(() => close())

    const CASES = casesIn<'name' | 'rows' | 'sql'>(String.raw`
      name | rows | sql
      counts | [[6]] | SELECT count(*) FROM units
      sees no paper that was dropped | [[3]] | SELECT count(*) FROM papers
      sees none under the other name of the view | [] | SELECT title FROM paper WHERE title LIKE '%law%'
      lists authors as a person writes them | [["Constituents of bark","Jane Doe; Lena \"Lee\" O’Hara"]] | SELECT title, authors FROM papers WHERE authors LIKE '%o’hara%'
      joins names and papers | [["Cells under treatment",1],["Constituents of bark",1],["Notes",1]] | SELECT p.title, count(DISTINCT n.unit_id) AS units FROM names AS n JOIN papers AS p USING (paper_id) WHERE n.name = 'elastase' GROUP BY p.paper_id, p.title ORDER BY units DESC, p.title;
      reads the facts by their ends | [["curcumin"],["lupeol"]] | SELECT subject FROM facts WHERE predicate LIKE 'inhibit%' AND object = 'elastase' ORDER BY subject
      has the year of the paper at its units | [[2021]] | SELECT DISTINCT year FROM units WHERE has_words(text, 'cells growth')
      finds words whatever their ending | [[2]] | SELECT count(*) FROM units WHERE has_words(text, 'inhibiting')
      finds none of no words | [[0]] | SELECT count(*) FROM units WHERE has_words(text, '')
      compares by LIKE whatever the case | [[1]] | SELECT count(*) FROM units WHERE text LIKE 'lupeol%' AND text NOT LIKE '%MAIN%'
      ends in a semicolon and a comment | [["betulin"]] | SELECT name FROM names WHERE name LIKE 'bet%' AND name <> ';'; -- no more
      uses common table expressions, windows and nested statements | [["elastase",1],["lupeol",2]] | WITH counted AS (SELECT name, count(*) AS units FROM names GROUP BY name)⏎SELECT name, row_number() OVER (ORDER BY units DESC, name) FROM counted WHERE units >= (SELECT max(units) FROM counted)
      recurses to an end | [[15]] | WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT sum(i) FROM n
      says unit for units | [[6]] | SELECT count(*) FROM unit JOIN paper USING (paper_id)
    `)

    it.each(CASES)('$name', async ({ sql, rows }) => {
      expect(rowsOf(await queries.query(sql, LIMITS))).toEqual(JSON.parse(rows))
    })

    it('has ids known for what they are, through any view and under any name', async () => {
      const outcome = await queries.query(
        `SELECT n.unit_id AS a, u.paper_id AS b, max(f.unit_id) AS unit_id, p.paper_id, n.name
       FROM names n JOIN units u USING (unit_id) JOIN papers p ON p.paper_id = u.paper_id JOIN facts f USING (unit_id)
       GROUP BY n.unit_id, u.paper_id, p.paper_id, n.name`,
        LIMITS,
      )
      expect(outcome.kind === 'rows' && outcome.columns.map(({ holds }) => holds)).toEqual([
        'unit',
        'paper',
        'unit',
        'paper',
        null,
      ])
    })

    it('offers every view with the columns it is described by', async () => {
      for (const { name, columns } of queries.views) {
        const outcome = await queries.query(`SELECT * FROM ${name}`, LIMITS)
        expect(outcome.kind === 'rows' && outcome.columns.map((column) => column.name)).toEqual(
          columns.map((column) => column.name),
        )
      }
    })

    it('refuses or fails what is hostile, and changes nothing', async () => {
      const before = [await store.seq(), await store.listUnits(), await store.setting('secret')]
      const answered: string[] = []
      for (const sql of hostile) {
        const outcome = await queries.query(sql, LIMITS)
        if (outcome.kind !== 'refused' && outcome.kind !== 'failed') answered.push(sql)
        else expect(outcome.message).toMatch(/\.$/)
      }
      expect(answered).toEqual([])
      expect([await store.seq(), await store.listUnits(), await store.setting('secret')]).toEqual(before)
      expect(rowsOf(await queries.query('SELECT count(*) FROM units', LIMITS))).toEqual([[6]])
    })

    it.skipIf(!canStop).for([
      {
        name: 'recursion without an end',
        sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
      },
      {
        name: 'a join of everything with everything',
        sql: `SELECT count(*) FROM ${Array.from({ length: 14 }, (_, i) => `names AS n${i}`).join(', ')}`,
      },
      {
        name: 'a sort of ever more rows',
        sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n ORDER BY i DESC',
      },
    ])('is stopped: $name', async ({ sql }) => {
      const outcome = await queries.query(sql, { rows: 10, timeoutMs: 500 })
      expect(outcome.kind).toBe('stopped')
      expect(rowsOf(await queries.query('SELECT count(*) FROM units', LIMITS))).toEqual([[6]])
    })

    it('gets no more rows and characters than the limits allow', async () => {
      const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n'
      const rows = await queries.query(endless, { rows: 10, timeoutMs: 5_000 })
      expect(rows).toMatchObject({ kind: 'rows', isTruncated: true })
      expect(rowsOf(rows)).toHaveLength(10)
      const long = `SELECT replace(replace(replace('${'a'.repeat(999)}', 'a', '${'b'.repeat(99)}'), 'b', '${'c'.repeat(99)}'), 'c', 'd')`
      const outcome = await queries.query(long, LIMITS)
      expect(outcome).toEqual({
        kind: 'rows',
        columns: [{ name: expect.any(String), holds: null }],
        rows: [],
        isTruncated: true,
      })
    })

    it.skipIf(!canStop)('end with the reason of the signal', async () => {
      const aborting = new AbortController()
      const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
      const asked = queries.query(endless, { rows: 1, timeoutMs: 60_000 }, aborting.signal)
      setTimeout(() => aborting.abort(new Error('enough')), 300)
      await expect(asked).rejects.toThrow('enough')
    })

    it('sees what was written a moment ago', async () => {
      const { store, queries, close } = await open()
      onTestFinished(close)
      const count = async () => rowsOf(await queries.query('SELECT count(*) FROM papers', LIMITS))
      expect(await count()).toEqual([[3]])
      {
        await using writer = await store.write('test')
        await writer.remove((await store.papers()).slice(0, 1).map(({ id }) => id))
      }
      expect(await count()).toEqual([[2]])
    })
  })
}
