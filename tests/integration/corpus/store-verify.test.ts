/** Rows damaged by hand: `verify` finds each, names it and says what to do. */
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openSqliteCorpus } from '../../../corpus/adapters/sqlite-corpus-store.ts'
import { casesIn } from '../../fixtures/case-lines.ts'
import { putPapers } from '../../fixtures/corpus-writing.ts'
import { paperRecord } from '../../fixtures/paper-records.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const kept = paperRecord('amber')
const dropped = paperRecord('birch', { state: 'dropped:off_topic' })
const paper = kept.paper.id
const [unit] = kept.units.map(({ id }) => id)

/** A damaged row of each kind; `names` are the parts that the sentence must hold. */
const DAMAGES = casesIn<'name' | 'names' | 'sql'>(`
  name | names | sql
  a changed text | ${unit} … hash of its paper | UPDATE unit SET text = 'changed' WHERE id = '${unit}'
  a span outside the text | ${unit} … spans 0-9999, outside the | UPDATE unit SET end_offset = 9999 WHERE id = '${unit}'
  an incomplete span | ${unit} … an incomplete span | UPDATE unit SET end_offset = NULL WHERE id = '${unit}'
  a unit on the wrong page | ${unit} … names page 2, but its span is on page 1 | UPDATE unit SET page = 2 WHERE id = '${unit}'
  a unit of the future | ${unit} … 77 | UPDATE unit SET seq = 77 WHERE id = '${unit}'
  a vector of another width | ${unit} … by toy-4 has 1 numbers instead of 4 | UPDATE vector SET value = x'003c' WHERE unit = (SELECT row FROM unit WHERE id = '${unit}')
  a vector that is not of unit length | ${unit} … length 2.000 instead of 1 | UPDATE vector SET value = x'003c003c003c003c' WHERE unit = (SELECT row FROM unit WHERE id = '${unit}')
  half a number in a vector | ${unit} … has 3 numbers instead of 4 | UPDATE vector SET value = x'003c003c003c00' WHERE unit = (SELECT row FROM unit WHERE id = '${unit}')
  a missing page | ${paper} … Page 2 is in the place of page 1 | DELETE FROM page WHERE paper = '${paper}' AND number = 1
  boxes of another page | ${paper} … Page 1 has … boxes | UPDATE page SET boxes = (SELECT boxes FROM page WHERE paper = '${paper}' AND number = 2) WHERE paper = '${paper}' AND number = 1
  boxes that do not inflate | ${paper} … cannot be read | UPDATE page SET boxes = x'ffffff' WHERE paper = '${paper}' AND number = 1
  a list that is no list | ${paper} … cannot be read | UPDATE paper SET authors = '["Ada' WHERE id = '${paper}'
  a paper without a path | ${paper} … has no path | DELETE FROM paper_path WHERE paper = '${paper}'
  units of a dropped paper | ${paper} … is dropped:off_topic but has 3 units | UPDATE paper SET state = 'dropped:off_topic' WHERE id = '${paper}'
  an unknown state | ${paper} … unknown state "lost" | UPDATE paper SET state = 'lost' WHERE id = '${paper}'
  a drop without its reasons | ${dropped.paper.id} … no gate record | DELETE FROM gate WHERE paper = '${dropped.paper.id}'
  a number of rows that is not theirs | Rows of unit (passage): 1, but 7 are counted | UPDATE tally SET count = 7 WHERE tallied = 'unit' AND name = 'passage'
  a trigger that counts otherwise | trigger tally_page_more is not as Gloss makes it | DROP TRIGGER tally_page_more
  rows of a paper that is gone | belongs to no paper | DELETE FROM paper WHERE id = '${paper}'
`)

describe('verify', () => {
  it.each(DAMAGES)('finds $name', async ({ sql, names }) => {
    const path = join(temporaryFolder(), 'corpus.sqlite')
    const store = openSqliteCorpus(path, { create: true })
    await putPapers(store, kept, dropped)
    expect(await store.verify()).toEqual([])
    const database = new Database(path)
    database.pragma('foreign_keys = OFF')
    const { changes } = database.prepare(sql).run()
    if (!sql.startsWith('DROP')) expect(changes).toBeGreaterThan(0)
    database.close()
    const problems = (await store.verify()).join('\n')
    for (const name of names.split(' … ')) expect(problems).toContain(name)
    expect(problems).toMatch(/Ingest .* again|gloss corpus repair/)
    await store.close()
  })

  it('finds pages of the file that were overwritten', async () => {
    const path = join(temporaryFolder(), 'corpus.sqlite')
    const store = openSqliteCorpus(path, { create: true })
    await putPapers(store, ...Array.from({ length: 60 }, (_, at) => paperRecord(`paper ${at}`)))
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
