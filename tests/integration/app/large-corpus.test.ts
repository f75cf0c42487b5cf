/** Tests messages about a corpus that has become too large for one machine. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { importPath, loadConfig, openGloss } from '../../../app/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const CASES = [
  { name: 'half a million units are taken without a word', kept: 400_000, notices: [] },
  {
    name: 'above, one line says what PostgreSQL would give',
    kept: 600_000,
    notices: [
      expect.stringMatching(
        /^The corpus main has 600,00\d units and passages, .*PostgreSQL \(GLOSS_STORE\) would give/,
      ),
    ],
  },
]

it.each(CASES)('$name', async ({ kept, notices }) => {
  const folder = temporaryFolder()
  const seen: string[] = []
  const gloss = await openGloss(loadConfig({ workspace: folder }), {
    onNotice: (notice) => seen.push(notice),
  })
  const list = (text: string) => {
    writeFileSync(
      join(folder, 'corpus.jsonl'),
      `${JSON.stringify({ _id: text, title: text, text: `${text} is a resin.` })}\n`,
    )
    return { format: 'beir' as const, path: folder }
  }
  const { signal } = new AbortController()
  await importPath(gloss, list('Amber'), signal)
  expect(seen).toEqual([])
  // Row counts are stored in a table: changes them as if so many rows had been imported.
  const database = new Database(join(folder, 'corpora', 'main', 'corpus.sqlite'))
  database.prepare('UPDATE tally SET count = ? WHERE tallied = ?').run(kept, 'unit')
  database.close()
  await importPath(gloss, list('Copal'), signal)
  expect(seen).toEqual(notices)
  await gloss.close()
})
