/** Can a PostgreSQL server search? It needs pgvector and pg_textsearch, in the database that Gloss uses. */
import type { PostgresServer } from './postgres-connection.ts'

const EXTENSIONS = ['vector', 'pg_textsearch']

/** The extensions that an index on the server needs and that are not there; those that the server has and we may are made. */
export async function missingExtensions(server: PostgresServer): Promise<string[]> {
  const missing = await absentExtensions(server)
  // Without the right, or where the server does not have it, it stays missing.
  for (const name of missing)
    await server.query(`CREATE EXTENSION IF NOT EXISTS ${name}`).catch(() => undefined)
  return missing.length === 0 ? [] : await absentExtensions(server)
}

async function absentExtensions(server: PostgresServer): Promise<string[]> {
  const rows = await server.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE name NOT IN (SELECT extname FROM pg_extension)',
    [EXTENSIONS],
  )
  return rows.map(({ name }) => name)
}
