/** Statements over a corpus file: what they may read, what they may not, and that each one ends. */
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { openSqliteCorpus } from '../../../corpus/adapters/sqlite-corpus-store.ts'
import { openSqliteQueries } from '../../../corpus/adapters/sqlite-queries.ts'
import type { QueryableCorpus, QueryOutcome } from '../../../corpus/index.ts'
import { HOSTILE_STATEMENTS } from '../../fixtures/hostile-statements.ts'
import { makeQueryCorpus, type QueryCorpus } from '../../fixtures/query-corpus.ts'

type QueryLimits = Parameters<QueryableCorpus['query']>[1]

const LIMITS: QueryLimits = { rows: 100, timeoutMs: 5_000 }

let opened: QueryableCorpus | null = null
afterAll(() => opened?.close())

async function corpusWithQueries(): Promise<{ corpus: QueryCorpus; queries: QueryableCorpus }> {
  const corpus = await makeQueryCorpus(null)
  await opened?.close()
  opened = openSqliteQueries(corpus.path)
  return { corpus, queries: opened }
}

function rowsOf(outcome: QueryOutcome): unknown[][] {
  if (outcome.kind !== 'rows') throw new Error(`${outcome.kind}: ${outcome.message}`)
  return outcome.rows.map((row) => [...row])
}

describe('a statement that may be asked', () => {
  const CASES: readonly { name: string; sql: string; rows: unknown[][] }[] = [
    { name: 'counts', sql: 'SELECT count(*) FROM units', rows: [[6]] },
    { name: 'sees no paper that was dropped', sql: 'SELECT count(*) FROM papers', rows: [[3]] },
    {
      name: 'sees none under the other name of the view',
      sql: "SELECT title FROM paper WHERE title LIKE '%law%'",
      rows: [],
    },
    {
      name: 'lists authors as a person writes them',
      sql: "SELECT title, authors FROM papers WHERE authors LIKE '%o’hara%'",
      rows: [['Constituents of bark', 'Jane Doe; Lena "Lee" O’Hara']],
    },
    {
      name: 'joins names and papers',
      sql: `SELECT p.title, count(DISTINCT n.unit_id) AS units FROM names AS n JOIN papers AS p USING (paper_id)
            WHERE n.name = 'elastase' GROUP BY p.paper_id ORDER BY units DESC, p.title;`,
      rows: [
        ['Cells under treatment', 1],
        ['Constituents of bark', 1],
        ['Notes', 1],
      ],
    },
    {
      name: 'reads the facts by their ends',
      sql: "SELECT subject FROM facts WHERE predicate LIKE 'inhibit%' AND object = 'elastase' ORDER BY subject",
      rows: [['curcumin'], ['lupeol']],
    },
    {
      name: 'has the year of the paper at its units',
      sql: "SELECT DISTINCT year FROM units WHERE has_words(text, 'cells growth')",
      rows: [[2021]],
    },
    {
      name: 'finds words whatever their ending, and none in no text',
      sql: "SELECT count(*) FROM units WHERE has_words(text, 'inhibiting') UNION ALL SELECT has_words(text, '') FROM units LIMIT 2",
      rows: [[2], [0]],
    },
    {
      name: 'uses common table expressions, windows and nested statements',
      sql: `WITH counted AS (SELECT name, count(*) AS units FROM names GROUP BY name)
            SELECT name, row_number() OVER (ORDER BY units DESC, name) FROM counted
            WHERE units >= (SELECT max(units) FROM counted)`,
      rows: [
        ['elastase', 1],
        ['lupeol', 2],
      ],
    },
    {
      name: 'recurses to an end',
      sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT sum(i) FROM n',
      rows: [[15]],
    },
    {
      name: 'has comments, quotes and a semicolon in a string',
      sql: `/* all of it */ SELECT "name" -- the name
            FROM [names] WHERE \`name\` <> ';' AND name LIKE 'bet%'`,
      rows: [['betulin']],
    },
    {
      name: 'calls functions of text and numbers',
      sql: `SELECT upper(substr(trim(' ab '), 1, 1)) || lower('C') || replace('x', 'x', 'd'), instr('abc', 'c'),
              round(avg(length(title)) / 2), max(1, 2), coalesce(NULL, nullif(1, 1), iif(1, 'yes', 'no')), typeof(1),
              group_concat(DISTINCT 'a'), total(1), abs(-1), CAST(sqrt(16) AS INTEGER), strftime('%Y', '2020-01-01')
            FROM papers WHERE title GLOB '[A-Z]*'`,
      rows: [['Acd', 3, 8, 2, 'yes', 'integer', 'a', 3, 1, 4, '2020']],
    },
    {
      name: 'says unit for units',
      sql: 'SELECT count(*) FROM unit JOIN paper USING (paper_id)',
      rows: [[6]],
    },
  ]

  it('is answered', async () => {
    const { queries } = await corpusWithQueries()
    for (const { name, sql, rows } of CASES)
      expect(rowsOf(await queries.query(sql, LIMITS)), name).toEqual(rows)
  })

  it('has ids known for what they are, through any view and under any name', async () => {
    const { queries } = await corpusWithQueries()
    const outcome = await queries.query(
      `SELECT n.unit_id AS a, u.paper_id AS b, max(f.unit_id) AS unit_id, p.paper_id, n.name
       FROM names n JOIN units u USING (unit_id) JOIN papers p ON p.paper_id = u.paper_id JOIN facts f USING (unit_id)
       GROUP BY 1`,
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
    const { queries } = await corpusWithQueries()
    for (const { name, columns } of queries.views) {
      const outcome = await queries.query(`SELECT * FROM ${name}`, LIMITS)
      expect(outcome.kind === 'rows' && outcome.columns.map((column) => column.name)).toEqual(
        columns.map((column) => column.name),
      )
    }
  })

  it('sees what was written a moment ago', async () => {
    const { corpus, queries } = await corpusWithQueries()
    const count = async () => rowsOf(await queries.query('SELECT count(*) FROM papers', LIMITS))
    expect(await count()).toEqual([[3]])
    const store = openSqliteCorpus(corpus.path, { create: false })
    {
      await using writer = await store.write('test')
      await writer.remove((await store.papers()).slice(0, 1).map(({ id }) => id))
    }
    await store.close()
    expect(await count()).toEqual([[2]])
  })
})

describe('a hostile statement', () => {
  it('is refused or fails, and the file stays as it was to the byte', async () => {
    const { corpus, queries } = await corpusWithQueries()
    const before = readFileSync(corpus.path)
    const became: { sql: string; kind: QueryOutcome['kind'] }[] = []
    for (const { sql } of HOSTILE_STATEMENTS) {
      const outcome = await queries.query(sql, LIMITS)
      became.push({ sql, kind: outcome.kind })
      if (outcome.kind !== 'rows') expect(outcome.message).toMatch(/\.$/)
    }
    expect(became).toEqual(HOSTILE_STATEMENTS)
    expect(readFileSync(corpus.path).equals(before)).toBe(true)
    expect(rowsOf(await queries.query('SELECT count(*) FROM units', LIMITS))).toEqual([[6]])
  })

  it.for([
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
    const { queries } = await corpusWithQueries()
    const outcome = await queries.query(sql, { rows: 10, timeoutMs: 500 })
    expect(outcome.kind).toBe('stopped')
    expect(rowsOf(await queries.query('SELECT count(*) FROM units', LIMITS))).toEqual([[6]])
  })

  it('is stopped where it eats memory', async () => {
    const { corpus } = await corpusWithQueries()
    const queries = openSqliteQueries(corpus.path, { maxMemoryMb: 256 })
    const sql = `WITH RECURSIVE n(t) AS (SELECT 'aaaaaaaaaaaaaaaa' UNION ALL SELECT t || t FROM n) SELECT max(t) FROM n`
    const outcome = await queries.query(sql, { rows: 10, timeoutMs: 30_000 })
    expect(['stopped', 'failed']).toContain(outcome.kind)
    await queries.close()
  })

  it('gets no more rows and characters than the limits allow', async () => {
    const { queries } = await corpusWithQueries()
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
})

describe('queries of a corpus', () => {
  it('say that the file is not there, or is none', async () => {
    const { corpus } = await corpusWithQueries()
    const missing = openSqliteQueries(`${corpus.path}.gone`)
    await expect(missing.query('SELECT 1', LIMITS)).rejects.toMatchObject({ code: 'CORPUS_NOT_FOUND' })
    const other = openSqliteQueries(import.meta.filename)
    await expect(other.query('SELECT 1', LIMITS)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    await other.close()
  })

  it('end with the reason of the signal', async () => {
    const { queries } = await corpusWithQueries()
    const aborting = new AbortController()
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
    const asked = queries.query(endless, { rows: 1, timeoutMs: 60_000 }, aborting.signal)
    aborting.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
  })
})
