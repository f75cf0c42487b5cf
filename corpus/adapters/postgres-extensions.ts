/** Checks whether a PostgreSQL server can search, which takes pgvector and pg_textsearch in the database that Gloss uses. */
import type { ServerState } from '../workspace.ts'
import type { PostgresServer } from './postgres-connection.ts'

const EXTENSIONS = ['vector', 'pg_textsearch']

/** Returns missing extensions that an index on the server needs, after creating those that the server has and the user may create. */
export async function missingExtensions(server: PostgresServer): Promise<string[]> {
  const missing = await absentExtensions(server)
  // An extension that the user may not create, or that the server lacks, stays missing.
  for (const name of missing)
    await server.query(`CREATE EXTENSION IF NOT EXISTS ${name}`).catch(() => undefined)
  return missing.length === 0 ? [] : await absentExtensions(server)
}

/** Returns the state of each extension, without creating any. */
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
