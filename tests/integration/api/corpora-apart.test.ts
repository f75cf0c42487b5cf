/** Tests that corpora in one PostgreSQL database are separate: each has its own schema, and shared data is shown by the key's rights. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PostgresServer } from '../../../corpus/adapters/postgres-connection.ts'
import { openPostgresWorkspace } from '../../../corpus/adapters/postgres-workspace.ts'
import { openPgliteServer } from '../../fakes/pglite-server.ts'
import { askAtRandom, makeCorpora, makeKeys, SHOWING } from '../../fixtures/corpora-apart.ts'
import { type Served, serve } from '../../fixtures/served-samples.ts'

let database: PostgresServer
let served: Served
beforeAll(async () => {
  database = await openPgliteServer({ canSearch: false })
  served = await serve({}, { workspaceIn: (folder) => openPostgresWorkspace(database, folder) })
})
afterAll(() => served.close())

it('no request shows anything of a corpus that its key does not have', async () => {
  const corpora = await makeCorpora(served, 4)
  const keys = makeKeys(served, corpora, 6)
  const { foreign, own } = await askAtRandom(served, corpora, { keys, requests: 300 })
  expect(foreign).toEqual([])
  expect(SHOWING.filter((route) => !own.has(route))).toEqual([])
})

it('no table of one corpus is in the schema of another, or in the one that they share', async () => {
  const tables = await database.query<{ schema: string; name: string }>(
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables WHERE table_schema LIKE 'gloss%' AND table_type = 'BASE TABLE'`,
  )
  const shared = tables.filter(({ schema }) => schema === 'gloss').map(({ name }) => name)
  expect(shared.toSorted()).toEqual([
    'asked',
    'corpus',
    'file',
    'format',
    'job',
    'journal',
    'key',
    'run',
    'upload',
    'upload_event',
    'upload_piece',
  ])
  const schemas = await database.query<{ id: number }>('SELECT id FROM gloss.corpus')
  expect(schemas).toHaveLength(4)
  for (const { id } of schemas)
    expect(tables.some(({ schema, name }) => schema === `gloss_${id}` && name === 'unit')).toBe(true)
  // A statement that forgets its corpus finds no table.
  const forgetful = tables.map(({ name }) =>
    database.query(`SELECT FROM ${name}`).catch((error: unknown) => error),
  )
  for (const outcome of await Promise.all(forgetful))
    expect(outcome).toMatchObject({ code: 'CORPUS_NOT_FOUND' })
})
