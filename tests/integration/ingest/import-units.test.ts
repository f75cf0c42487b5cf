import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  draftOfRow,
  type IngestRecipe,
  importListedUnits,
  parsePublishedUnits,
  parseUnitCsv,
  storePapers,
  UNIT_CSV_HEADER,
  unitCsvLine,
  unitRow,
} from '../../../ingest/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'

const SIGNAL = new AbortController().signal
const RECIPE: IngestRecipe = {
  gate: null,
  summariser: null,
  passages: null,
  embedder: bagOfWordsEmbedder(16),
  unitRecipe: 'import',
  gateRecipe: 'none',
}

const HEADER_AND_ROWS = `${UNIT_CSV_HEADER}A_B,2019,p. 3,genes,Second of all.\nC,N/A,N/A,N/A,First of all.`

test('rows keep their order and provenance; a second import adds nothing', async () => {
  const { rows } = parseUnitCsv(HEADER_AND_ROWS)
  const store = emptyCorpus()
  await using writer = await store.write('test')
  const list = { path: 'units.csv', title: '', format: 'csv', drafts: rows.map(draftOfRow) } as const
  expect(await importListedUnits(list, RECIPE, writer, SIGNAL)).toBe(2)
  expect(await importListedUnits(list, RECIPE, writer, SIGNAL)).toBe(2)
  const units = (await store.listUnits()).sort((a, b) => a.ordinal - b.ordinal)
  expect(units.map((unit) => [unit.name, unit.year, unit.locator, unit.topic, unit.text])).toEqual([
    ['A_B', 2019, 'p. 3', 'genes', 'Second of all.'],
    ['C', null, '', '', 'First of all.'],
  ])
  const written = UNIT_CSV_HEADER + units.map((unit) => unitCsvLine(unitRow(unit))).join('')
  expect(parseUnitCsv(written).rows.map(draftOfRow)).toEqual(rows.map(draftOfRow))
  expect(await store.verify()).toEqual([])
})

test.skipIf(!hasShared)(
  orSkipped('the published units and their OpenIE file are the same 1,412 units in the same order'),
  async () => {
    const read = (name: string) =>
      parsePublishedUnits(readFileSync(sharedPath('data', 'eigen1-units', name), 'utf8'))
    const [flat, openIe] = [read('paragraphs.json'), read('openie_results_ner_gpt-4o.json')]
    expect(flat).toHaveLength(1412)
    expect(openIe.map((unit) => unit.text)).toEqual(flat.map((unit) => unit.text))
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
    expect(sum(openIe.map((unit) => unit.entities.length))).toBe(9292)
    expect(sum(openIe.map((unit) => unit.triples.length))).toBe(10_980)
    const store = emptyCorpus()
    await using writer = await store.write('test')
    const constants = { name: 'SYNTHESIZED_POINT_SUMMARY', year: 'N/A', locator: 'N/A', topic: 'N/A' }
    for (const units of [flat, openIe]) {
      const drafts = units.map((unit) => draftOfRow({ ...constants, quote: unit.text }))
      const list = { path: 'units.json', title: '', format: 'units', drafts } as const
      expect(await importListedUnits(list, RECIPE, writer, SIGNAL)).toBe(1412)
    }
    const units = (await store.listUnits()).sort((a, b) => a.ordinal - b.ordinal)
    expect(units.map((unit) => unit.text)).toEqual(flat.map((unit) => unit.text))
  },
)

test('the identical lines of a list are written some hundreds at a time', async () => {
  await using writer = await emptyCorpus().write('test')
  let writes = 0
  const counting = { ...writer, addPath: async () => void writes++ }
  async function* copies() {
    for (let at = 0; at < 5_000; at++) yield { kind: 'copy', id: 'a', path: `list#${at}` } as const
  }
  const options = { recipe: null as never, writer: counting, onEvent: () => undefined }
  const report = await storePapers(copies(), options, SIGNAL)
  expect(report).toMatchObject({ copies: 5_000 })
  expect(writes).toBeLessThanOrEqual(10)
})
