/** Tests that every call refuses a damaged row, by name, and still serves its neighbours. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openSqliteCorpus } from '../../../corpus/adapters/sqlite-corpus-store.ts'
import { createSchema, MIGRATIONS } from '../../../corpus/adapters/sqlite-schema.ts'
import type { CorpusReader } from '../../../corpus/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'
import { indexedUnits } from '../../fixtures/corpus-contents.ts'
import { changeRows } from '../../fixtures/corpus-writing.ts'
import { paperRecord, toyVector } from '../../fixtures/paper-records.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const [amber, birch] = [paperRecord('amber'), paperRecord('birch')]
const paper = amber.paper.id
const unit = amber.units[0]!.id
const ROW = `(SELECT row FROM unit WHERE id = '${unit}')`
const mention = { name: 'alpha', alias: 'alpha', kind: 'term', isSubject: false, start: 0, end: 5 } as const

/** Calls that read the damaged row. */
const READS: Readonly<Record<string, (corpus: CorpusReader) => Promise<unknown>>> = {
  units: (corpus) => corpus.units([unit]),
  listUnits: (corpus) => corpus.listUnits(),
  indexedUnits: (corpus) => indexedUnits(corpus, 0, 'toy-4'),
  paper: (corpus) => corpus.paper(paper),
  listPapers: (corpus) => corpus.listPapers(),
  papersOf: (corpus) => corpus.papersOf([paper]),
  pages: (corpus) => corpus.pages(paper),
  page: (corpus) => corpus.page(paper, 2),
  gate: (corpus) => corpus.gate(paper),
  mentions: (corpus) => corpus.mentions(unit),
  mentionsOf: (corpus) => corpus.mentionsOf('alpha', 9),
  factsOf: (corpus) => corpus.factsOf('alpha', 9),
  extraction: (corpus) => corpus.extraction(unit),
  synonymsSince: (corpus) => corpus.synonymsSince(0, 'toy-4'),
  phraseVectors: (corpus) => corpus.phraseVectors('toy-4', ['alpha']),
  setting: (corpus) => corpus.setting('topic'),
  call: (corpus) => corpus.call('hash'),
  seq: (corpus) => corpus.seq(),
}
const DAMAGES = casesIn<'reads' | 'named' | 'sql'>(`
  reads | named | sql
  units | Unit ${unit} | UPDATE unit SET text = upper(text)
  listUnits | Unit | UPDATE unit SET topic = 'x'
  indexedUnits | Unit ${unit} | UPDATE unit SET ordinal = 9 WHERE id = '${unit}'
  indexedUnits | The vector of unit | UPDATE vector SET value = (SELECT value FROM vector AS other WHERE other.unit <> vector.unit LIMIT 1)
  paper | Paper ${paper} | UPDATE paper SET abstract = 'We.'
  indexedUnits | Paper | UPDATE paper SET title = 'On'
  listPapers | Paper | UPDATE paper SET year = 1999
  papersOf | The path | UPDATE paper_path SET path = path || '2'
  pages | Page 1 of paper ${paper} | UPDATE page SET text = replace(text, 'beta', 'zeta')
  page | Page 2 of paper ${paper} | UPDATE page SET width = 1 WHERE number = 2
  gate | The gate record of paper ${paper} | UPDATE gate SET record = replace(record, '0.29', '0.92')
  mentions | The name alpha in unit | UPDATE mention SET alias = 'beta'
  mentionsOf | The name alpha in unit | UPDATE mention SET kind = 'gene'
  factsOf | A fact of unit ${unit} | UPDATE fact SET predicate = 'loosens'
  extraction | What was extracted from unit ${unit} | UPDATE unit_graph SET triples = '[]' WHERE unit = ${ROW}
  synonymsSince | The synonym alpha of beta | UPDATE synonym SET cosine = 0.1
  phraseVectors | The vector of the phrase alpha | UPDATE phrase_vector SET value = x'003c000000000000'
  setting | The setting topic | UPDATE setting SET value = 'none'
  call | The cached answer hash | UPDATE call SET answer = '42'
  seq | The number of the last change | UPDATE meta SET seq = 2
  units | Unit | UPDATE unit SET digest = NULL
`)

it.each(DAMAGES)('after $sql reading is refused, naming the row', async ({ sql, named, reads }) => {
  const read = READS[reads]!
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
  expect(changeRows(path, sql)).toBeGreaterThan(0)
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
  changeRows(path, `UPDATE paper SET title = 'New'`)
  await expect(store.paper('old')).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  await store.close()
})
