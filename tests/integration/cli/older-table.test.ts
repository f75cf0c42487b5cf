/** Tests a corpus with vectors of an older table of the same width: never mixed with new ones, and renewed by one command. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, expect, it } from 'vitest'
import { openFolderWorkspace } from '../../../corpus/adapters/folder-workspace.ts'
import { rowDigest } from '../../../corpus/adapters/row-digest.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'

const { cwd, json, run } = cliFolder()
const OLDER = 'static-0-256'

beforeAll(async () => {
  writeSmallPapers(join(cwd, 'papers'), 3)
  await run('ingest papers --topic none')
  const database = new Database(openFolderWorkspace(join(cwd, '.gloss')).corpusPath('main'))
  database.prepare('UPDATE embedder SET id = ?').run(OLDER)
  database
    .prepare("UPDATE setting SET value = ?, digest = ? WHERE name = 'embedder-id'")
    .run(OLDER, rowDigest(['embedder-id', OLDER]))
  const vectors = database.prepare<[], { row: number; id: string; value: Uint8Array }>(
    'SELECT unit.row, unit.id, value FROM vector JOIN unit ON unit.row = vector.unit',
  )
  const sign = database.prepare('UPDATE vector SET digest = ? WHERE unit = ?')
  for (const { row, id, value } of vectors.all()) sign.run(rowDigest([id, OLDER, value]), row)
  database.close()
})

it('a search and an ingest name the command that renews the vectors; then a search answers again', async () => {
  for (const command of ['retrieve compound 0', 'ingest papers --topic none']) {
    const { code, stderr } = await run(command)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`is indexed with \`${OLDER}\``)])
    expect(stderr).toContain('gloss corpus embed --corpus main')
  }
  expect((await json('corpus embed --corpus main')).units).toBeGreaterThan(0)
  const { hits } = await json('retrieve compound 0')
  expect(hits[0].title).toBe('The binding of compound 0 to its kinase')
})
