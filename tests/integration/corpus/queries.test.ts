/** Statements over a corpus file: what they may read, what they may not, and that each one ends. */
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { openSqliteQueries } from '../../../corpus/adapters/sqlite-queries.ts'
import type { QueryableCorpus, QueryOutcome } from '../../../corpus/index.ts'
import { HOSTILE_STATEMENTS } from '../../fixtures/hostile-statements.ts'
import { makeQueryCorpus } from '../../fixtures/query-corpus.ts'

type QueryLimits = Parameters<QueryableCorpus['query']>[1]

const LIMITS: QueryLimits = { rows: 100, timeoutMs: 5_000 }

let opened: QueryableCorpus | null = null
afterAll(() => opened?.close())

async function corpusWithQueries(): Promise<{ corpus: { readonly path: string }; queries: QueryableCorpus }> {
  const corpus = await makeQueryCorpus(null)
  await opened?.close()
  opened = openSqliteQueries(corpus.path)
  return { corpus, queries: opened }
}

function rowsOf(outcome: QueryOutcome): unknown[][] {
  if (outcome.kind !== 'rows') throw new Error(`${outcome.kind}: ${outcome.message}`)
  return outcome.rows.map((row) => [...row])
}

describe('a statement of SQLite that may be asked', () => {
  const CASES: readonly { name: string; sql: string; rows: unknown[][] }[] = [
    {
      name: 'has comments, quotes and a semicolon in a string',
      sql: `/* all of it */ SELECT "name" -- the name
            FROM [names] WHERE \`name\` <> ';' AND name LIKE 'bet%'`,
      rows: [['betulin']],
    },
    { name: 'finds no words in no text', sql: "SELECT has_words(text, '') FROM units LIMIT 1", rows: [[0]] },
    {
      name: 'calls functions of text and numbers',
      sql: `SELECT upper(substr(trim(' ab '), 1, 1)) || lower('C') || replace('x', 'x', 'd'), instr('abc', 'c'),
              round(avg(length(title)) / 2), max(1, 2), coalesce(NULL, nullif(1, 1), iif(1, 'yes', 'no')), typeof(1),
              group_concat(DISTINCT 'a'), total(1), abs(-1), CAST(sqrt(16) AS INTEGER), strftime('%Y', '2020-01-01')
            FROM papers WHERE title GLOB '[A-Z]*'`,
      rows: [['Acd', 3, 8, 2, 'yes', 'integer', 'a', 3, 1, 4, '2020']],
    },
  ]

  it('is answered', async () => {
    const { queries } = await corpusWithQueries()
    for (const { name, sql, rows } of CASES)
      expect(rowsOf(await queries.query(sql, LIMITS)), name).toEqual(rows)
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

  it('is stopped where it eats memory', async () => {
    const { corpus } = await corpusWithQueries()
    const queries = openSqliteQueries(corpus.path, { maxMemoryMb: 256 })
    const sql = `WITH RECURSIVE n(t) AS (SELECT 'aaaaaaaaaaaaaaaa' UNION ALL SELECT t || t FROM n) SELECT max(t) FROM n`
    const outcome = await queries.query(sql, { rows: 10, timeoutMs: 30_000 })
    expect(['stopped', 'failed']).toContain(outcome.kind)
    await queries.close()
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
})
