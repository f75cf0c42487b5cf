/** Verifies a corpus in PostgreSQL: compares each row with its digest, each paper with its parts, and the counts with the rows. */
import { allPapers } from '../paginate.ts'
import type { CorpusReader } from '../ports.ts'
import { paperProblems } from './paper-problems.ts'
import type { PostgresQuery } from './postgres-connection.ts'
import { rowDigest, type StoredValue } from './row-digest.ts'
import { DIGESTED } from './sqlite-digests.ts'
import { tallyProblem, WRONG_TALLIES, type WrongTally } from './sqlite-tally.ts'
import { storedVector } from './vector-blob.ts'
import { LATE_UNITS, type LateUnit, lateProblem } from './verify-step.ts'

/** Rows compared at once. Chosen, not measured. */
const STEP_ROWS = 1_000
const ADVICE = 'Restore a backup of the database, or ingest the papers again.'
const AGAIN = `is damaged: it is not what was stored. ${ADVICE}`

/** Names the tables of the corpus in statements written for a file, which has only those. */
function inSchema(sql: string): string {
  return sql.replace(/\bFROM (?=[a-z])/g, 'FROM corpus.')
}

export async function verifyPostgresCorpus(query: PostgresQuery, reader: CorpusReader): Promise<string[]> {
  const problems = await seqProblems(query)
  for (const table of DIGESTED)
    for await (const named of damagedRows(query, table)) problems.push(`${named} ${AGAIN}`)
  // The parts of a paper are not compared with each other if a row is damaged.
  if (problems.length === 0) for await (const found of contradictions(query, reader)) problems.push(...found)
  const tallies = await query<WrongTally>(inSchema(WRONG_TALLIES))
  return [...problems, ...tallies.map((wrong) => tallyProblem(wrong, ADVICE))]
}

async function seqProblems(query: PostgresQuery): Promise<string[]> {
  const [meta] = await query<{ is_whole: boolean }>('SELECT inverse = -seq - 1 AS is_whole FROM corpus.meta')
  const late = await query<LateUnit>(inSchema(LATE_UNITS))
  return [
    ...(meta?.is_whole === true ? [] : [`The number of the last change ${AGAIN}`]),
    ...late.map(lateProblem),
  ]
}

async function* damagedRows(
  query: PostgresQuery,
  { table, digested, added, named }: (typeof DIGESTED)[number],
): AsyncIterable<string> {
  const columns = digested.map((column, at) => `${inSchema(column)} AS c${at}`).join(', ')
  // Rows keep their place in the table while it is read, except rows changed meanwhile, whose new versions come later.
  for (let after = '(0,0)'; ; ) {
    const rows = await query<
      Record<string, StoredValue> & { at: string; digest: string | null; named: string }
    >(
      `SELECT ctid::text AS at, digest, ${inSchema(named)} AS named, ${added ?? 'NULL::text'} AS added, ${columns}
       FROM corpus.${table} WHERE ctid > $1::tid ORDER BY ctid LIMIT ${STEP_ROWS}`,
      [after],
    )
    for (const row of rows) {
      const values = digested.map((_, at) => row[`c${at}`] ?? null)
      const more = row['added'] === null || row['added'] === undefined ? [] : [row['added']]
      if (row.digest !== rowDigest([...values, ...more])) yield row.named
    }
    if (rows.length < STEP_ROWS) return
    after = rows.at(-1)?.at ?? after
  }
}

async function* contradictions(query: PostgresQuery, reader: CorpusReader): AsyncIterable<string[]> {
  const widths = await query<{ id: string; width: number }>(
    `SELECT embedder.id, octet_length(value) / 2 AS width FROM (SELECT embedder, value FROM corpus.vector LIMIT ${STEP_ROWS}) AS sampled
       JOIN corpus.embedder ON embedder.row = sampled.embedder GROUP BY 1, 2 ORDER BY count(*)`,
  )
  const widthOf = new Map(widths.map(({ id, width }) => [id, width]))
  for await (const paper of allPapers(reader)) {
    const vectors = await query<{ unit: string; embedder: string; value: Uint8Array }>(
      `SELECT unit.id AS unit, embedder.id AS embedder, value FROM corpus.unit JOIN corpus.vector ON vector.unit = unit.row
         JOIN corpus.embedder ON embedder.row = vector.embedder WHERE unit.paper = $1`,
      [paper.id],
    )
    const parts = {
      paper,
      pages: await reader.pages(paper.id),
      gate: await reader.gate(paper.id),
      units: await reader.listUnits({ paper: paper.id }),
      vectors: vectors.map(({ value, ...vector }) => ({ ...vector, values: storedVector(value) })),
    }
    yield paperProblems(parts, widthOf)
  }
}
