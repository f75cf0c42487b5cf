/** Can a PostgreSQL server search? It needs pgvector and pg_textsearch, in the database that Gloss uses. */
import type { ServerState } from '../workspace.ts'
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

/** As they are; none is made. */
export async function extensionStates({ query }: PostgresServer): Promise<ServerState['extensions']> {
  const rows = await query<{ name: string; version: string | null; offered: boolean }>(
    `SELECT name, (SELECT extversion FROM pg_extension WHERE extname = name) AS version,
       name IN (SELECT available.name FROM pg_available_extensions AS available) AS offered
     FROM unnest($1::text[]) AS name`,
    [EXTENSIONS],
  )
  return rows.map(({ name, version, offered }) => ({ name, version, isOffered: offered }))
}

async function absentExtensions(server: PostgresServer): Promise<string[]> {
  const rows = await server.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE name NOT IN (SELECT extname FROM pg_extension)',
    [EXTENSIONS],
  )
  return rows.map(({ name }) => name)
}
