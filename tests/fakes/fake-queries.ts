/** A corpus that answers statements of SQL by what a test says, and remembers them. */
import type { QueryableCorpus, QueryOutcome, QueryValue } from '../../corpus/index.ts'

export interface FakeQueries extends QueryableCorpus {
  readonly asked: { readonly sql: string; readonly rows: number; readonly timeoutMs: number }[]
}

export function fakeQueries(answer: (sql: string) => QueryOutcome): FakeQueries {
  const asked: FakeQueries['asked'] = []
  return {
    asked,
    views: [
      {
        name: 'units',
        about: 'Statements.',
        columns: [{ name: 'unit_id', type: 'TEXT', about: 'Names a unit.' }],
      },
      {
        name: 'facts',
        about: 'What units state.',
        columns: [{ name: 'subject', type: 'TEXT', about: 'Who.' }],
      },
    ],
    functions: [{ call: 'has_words(text, words)', about: 'Whether all words occur.' }],
    dialect: 'SQLite',
    async query(sql, { rows, timeoutMs }) {
      asked.push({ sql, rows, timeoutMs })
      return answer(sql)
    },
    async close() {},
  }
}

/** Columns by name; those of ids hold units and papers. */
export function rowsOf(
  columns: readonly string[],
  ...rows: readonly (readonly QueryValue[])[]
): Extract<QueryOutcome, { kind: 'rows' }> {
  const holds = (name: string) => (name === 'unit_id' ? 'unit' : name === 'paper_id' ? 'paper' : null)
  return {
    kind: 'rows',
    columns: columns.map((name) => ({ name, holds: holds(name) })),
    rows,
    isTruncated: false,
  }
}
