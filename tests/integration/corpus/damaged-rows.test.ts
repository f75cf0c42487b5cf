/** A row that is not what was stored is refused by every call that reads it, by name; what is next to it is still served. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openSqliteCorpus } from '../../../corpus/adapters/sqlite-corpus-store.ts'
import { createSchema, MIGRATIONS } from '../../../corpus/adapters/sqlite-schema.ts'
import type { CorpusReader } from '../../../corpus/index.ts'
import { indexedUnits } from '../../fixtures/corpus-contents.ts'
import { paperRecord, toyVector } from '../../fixtures/paper-records.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const [amber, birch] = [paperRecord('amber'), paperRecord('birch')]
const paper = amber.paper.id
const unit = amber.units[0]!.id
const ROW = `(SELECT row FROM unit WHERE id = '${unit}')`
const mention = { name: 'alpha', alias: 'alpha', kind: 'term', isSubject: false, start: 0, end: 5 } as const

const DAMAGES: readonly {
  readonly sql: string
  readonly named: string
  readonly read: (corpus: CorpusReader) => Promise<unknown>
}[] = [
  {
    sql: `UPDATE unit SET text = upper(text)`,
    named: `Unit ${unit}`,
    read: (corpus) => corpus.units([unit]),
  },
  { sql: `UPDATE unit SET topic = 'x'`, named: 'Unit ', read: (corpus) => corpus.listUnits() },
  {
    sql: `UPDATE unit SET ordinal = 9 WHERE id = '${unit}'`,
    named: `Unit ${unit}`,
    read: (corpus) => indexedUnits(corpus, 0, 'toy-4'),
  },
  {
    sql: `UPDATE vector SET value = (SELECT value FROM vector AS other WHERE other.unit <> vector.unit LIMIT 1)`,
    named: 'The vector of unit',
    read: (corpus) => indexedUnits(corpus, 0, 'toy-4'),
  },
  {
    sql: `UPDATE paper SET abstract = 'We.'`,
    named: `Paper ${paper}`,
    read: (corpus) => corpus.paper(paper),
  },
  {
    sql: `UPDATE paper SET title = 'On'`,
    named: 'Paper ',
    read: (corpus) => indexedUnits(corpus, 0, 'toy-4'),
  },
  { sql: `UPDATE paper SET year = 1999`, named: 'Paper ', read: (corpus) => corpus.listPapers() },
  {
    sql: `UPDATE paper_path SET path = path || '2'`,
    named: 'The path ',
    read: (corpus) => corpus.papersOf([paper]),
  },
  {
    sql: `UPDATE page SET text = replace(text, 'beta', 'zeta')`,
    named: `Page 1 of paper ${paper}`,
    read: (corpus) => corpus.pages(paper),
  },
  {
    sql: `UPDATE page SET width = 1 WHERE number = 2`,
    named: `Page 2 of paper ${paper}`,
    read: (corpus) => corpus.page(paper, 2),
  },
  {
    sql: `UPDATE gate SET record = replace(record, '0.29', '0.92')`,
    named: `The gate record of paper ${paper}`,
    read: (corpus) => corpus.gate(paper),
  },
  {
    sql: `UPDATE mention SET alias = 'beta'`,
    named: 'The name alpha in unit',
    read: (corpus) => corpus.mentions(unit),
  },
  {
    sql: `UPDATE mention SET kind = 'gene'`,
    named: 'The name alpha in unit',
    read: (corpus) => corpus.mentionsOf('alpha', 9),
  },
  {
    sql: `UPDATE fact SET predicate = 'loosens'`,
    named: `A fact of unit ${unit}`,
    read: (corpus) => corpus.factsOf('alpha', 9),
  },
  {
    sql: `UPDATE unit_graph SET triples = '[]' WHERE unit = ${ROW}`,
    named: `What was extracted from unit ${unit}`,
    read: (corpus) => corpus.extraction(unit),
  },
  {
    sql: `UPDATE synonym SET cosine = 0.1`,
    named: 'The synonym alpha of beta',
    read: (corpus) => corpus.synonymsSince(0, 'toy-4'),
  },
  {
    sql: `UPDATE phrase_vector SET value = x'003c000000000000'`,
    named: 'The vector of the phrase alpha',
    read: (corpus) => corpus.phraseVectors('toy-4', ['alpha']),
  },
  {
    sql: `UPDATE setting SET value = 'none'`,
    named: 'The setting topic',
    read: (corpus) => corpus.setting('topic'),
  },
  {
    sql: `UPDATE call SET answer = '42'`,
    named: 'The cached answer hash',
    read: (corpus) => corpus.call('hash'),
  },
  { sql: 'UPDATE meta SET seq = 2', named: 'The number of the last change', read: (corpus) => corpus.seq() },
  { sql: `UPDATE unit SET digest = NULL`, named: 'Unit ', read: (corpus) => corpus.units([unit]) },
]

it.each(DAMAGES)('after $sql reading is refused, naming the row', async ({ sql, named, read }) => {
  const path = join(temporaryFolder(), 'corpus.sqlite')
  const store = openSqliteCorpus(path, { create: true })
  {
    await using writer = await store.write('test')
    await writer.put([amber, birch])
    await writer.putMentions('test', [{ unit, mentions: [mention] }])
    const facts = [{ subject: 'alpha', predicate: 'binds', object: 'beta' }]
    await writer.putExtractions([{ unit, made: 'import', entities: ['alpha'], triples: [['a']], facts }])
    await writer.putSynonyms('toy-4', [{ one: 'alpha', other: 'beta', cosine: 0.9 }])
    await writer.putPhraseVectors('toy-4', [{ phrase: 'alpha', values: toyVector('alpha') }])
    await writer.setSetting('topic', 'biochem')
    await writer.rememberCall('hash', 'answer')
  }
  await expect(read(store)).resolves.toBeDefined()
  expect(await store.verify()).toEqual([])
  const database = new Database(path)
  expect(database.prepare(sql).run().changes).toBeGreaterThan(0)
  database.close()
  await expect(read(store)).rejects.toMatchObject({
    code: 'STORE_DAMAGED',
    message: expect.stringContaining(named),
  })
  const problem = (await store.verify()).find((line) => line.includes('is damaged'))
  expect(problem).toContain(named)
  expect(problem).toMatch(/Ingest .* again|gloss corpus repair/)
  await store.close()
})

it('a corpus of the format before digests gets them, and damage after that is seen', async () => {
  const path = join(temporaryFolder(), 'corpus.sqlite')
  const database = new Database(path)
  createSchema(database, MIGRATIONS.slice(0, 4))
  database
    .prepare(
      `INSERT INTO paper (id, format, title, authors, abstract, sections, body_end, page_count, state, detail, recipe)
       VALUES ('old', 'pdf', 'Old', '[]', '', '[]', 0, 0, 'kept', '', '')`,
    )
    .run()
  database.close()
  const store = openSqliteCorpus(path, { create: false })
  expect(await store.paper('old')).toMatchObject({ title: 'Old' })
  const other = new Database(path)
  other.exec(`UPDATE paper SET title = 'New'`)
  other.close()
  await expect(store.paper('old')).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  await store.close()
})
