/** Rows damaged by hand: `verify` finds each, names it and says what to do. */
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openSqliteCorpus } from '../../../corpus/adapters/sqlite-corpus-store.ts'
import { paperRecord } from '../../fixtures/paper-records.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const kept = paperRecord('amber')
const dropped = paperRecord('birch', { state: 'dropped:off_topic' })
const paper = kept.paper.id
const [unit] = kept.units.map(({ id }) => id)

/** A damaged row of each kind; `names` is what the sentence must hold. */
const DAMAGES = [
  {
    name: 'a changed text',
    sql: `UPDATE unit SET text = 'changed' WHERE id = '${unit}'`,
    names: [unit, 'hash of its paper'],
  },
  {
    name: 'a span outside the text',
    sql: `UPDATE unit SET end_offset = 9999 WHERE id = '${unit}'`,
    names: [unit, 'spans 0-9999, outside the'],
  },
  {
    name: 'an incomplete span',
    sql: `UPDATE unit SET end_offset = NULL WHERE id = '${unit}'`,
    names: [unit, 'an incomplete span'],
  },
  {
    name: 'a unit on the wrong page',
    sql: `UPDATE unit SET page = 2 WHERE id = '${unit}'`,
    names: [unit, 'names page 2, but its span is on page 1'],
  },
  { name: 'a unit of the future', sql: `UPDATE unit SET seq = 77 WHERE id = '${unit}'`, names: [unit, '77'] },
  {
    name: 'a vector of another width',
    sql: `UPDATE vector SET value = x'003c' WHERE unit = (SELECT row FROM unit WHERE id = '${unit}')`,
    names: [unit, 'by toy-4 has 1 numbers instead of 4'],
  },
  {
    name: 'a vector that is not of unit length',
    sql: `UPDATE vector SET value = x'003c003c003c003c' WHERE unit = (SELECT row FROM unit WHERE id = '${unit}')`,
    names: [unit, 'length 2.000 instead of 1'],
  },
  {
    name: 'half a number in a vector',
    sql: `UPDATE vector SET value = x'003c003c003c00' WHERE unit = (SELECT row FROM unit WHERE id = '${unit}')`,
    names: [unit, 'has 3 numbers instead of 4'],
  },
  {
    name: 'a missing page',
    sql: `DELETE FROM page WHERE paper = '${paper}' AND number = 1`,
    names: [paper, 'Page 2 is in the place of page 1'],
  },
  {
    name: 'boxes of another page',
    sql: `UPDATE page SET boxes = (SELECT boxes FROM page WHERE paper = '${paper}' AND number = 2)
          WHERE paper = '${paper}' AND number = 1`,
    names: [paper, 'Page 1 has', 'boxes'],
  },
  {
    name: 'boxes that do not inflate',
    sql: `UPDATE page SET boxes = x'ffffff' WHERE paper = '${paper}' AND number = 1`,
    names: [paper, 'cannot be read'],
  },
  {
    name: 'a list that is no list',
    sql: `UPDATE paper SET authors = '["Ada' WHERE id = '${paper}'`,
    names: [paper, 'cannot be read'],
  },
  {
    name: 'a paper without a path',
    sql: `DELETE FROM paper_path WHERE paper = '${paper}'`,
    names: [paper, 'has no path'],
  },
  {
    name: 'units of a dropped paper',
    sql: `UPDATE paper SET state = 'dropped:off_topic' WHERE id = '${paper}'`,
    names: [paper, 'is dropped:off_topic but has 3 units'],
  },
  {
    name: 'an unknown state',
    sql: `UPDATE paper SET state = 'lost' WHERE id = '${paper}'`,
    names: [paper, 'unknown state "lost"'],
  },
  {
    name: 'a drop without its reasons',
    sql: `DELETE FROM gate WHERE paper = '${dropped.paper.id}'`,
    names: [dropped.paper.id, 'no gate record'],
  },
  {
    name: 'a number of rows that is not theirs',
    sql: `UPDATE tally SET count = 7 WHERE tallied = 'unit' AND name = 'passage'`,
    names: ['Rows of unit (passage): 1, but 7 are counted'],
  },
  {
    name: 'a trigger that counts otherwise',
    sql: 'DROP TRIGGER tally_page_more',
    names: ['trigger tally_page_more is not as Gloss makes it'],
  },
  {
    name: 'rows of a paper that is gone',
    sql: `DELETE FROM paper WHERE id = '${paper}'`,
    names: ['belongs to no paper'],
  },
]

describe('verify', () => {
  it.each(DAMAGES)('finds $name', async ({ sql, names }) => {
    const path = join(temporaryFolder(), 'corpus.sqlite')
    const store = openSqliteCorpus(path, { create: true })
    {
      await using writer = await store.write('test')
      await writer.put([kept, dropped])
    }
    expect(await store.verify()).toEqual([])
    const database = new Database(path)
    database.pragma('foreign_keys = OFF')
    const { changes } = database.prepare(sql).run()
    if (!sql.startsWith('DROP')) expect(changes).toBeGreaterThan(0)
    database.close()
    const problems = (await store.verify()).join('\n')
    for (const name of names) expect(problems).toContain(name)
    expect(problems).toMatch(/Ingest .* again|gloss corpus repair/)
    await store.close()
  })

  it('finds pages of the file that were overwritten', async () => {
    const path = join(temporaryFolder(), 'corpus.sqlite')
    const store = openSqliteCorpus(path, { create: true })
    {
      await using writer = await store.write('test')
      await writer.put(Array.from({ length: 60 }, (_, at) => paperRecord(`paper ${at}`)))
    }
    await store.close()
    const file = openSync(path, 'r+')
    const size = statSync(path).size
    for (let at = 100 * 1024; at < size; at += 64 * 1024)
      writeSync(file, Buffer.alloc(8192, 0xa5), 0, 8192, at)
    closeSync(file)
    const damaged = openSqliteCorpus(path, { create: false })
    const problems = await damaged.verify()
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.join('\n')).toContain(path)
    await damaged.close()
  })
})
