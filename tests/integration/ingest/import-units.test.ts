import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMemoryCorpus } from '../../../corpus/adapters/memory-corpus-store.ts'
import {
  bareUnitRow,
  importUnits,
  parsePublishedUnits,
  parseUnitCsv,
  type Settling,
  UNIT_CSV_HEADER,
  unitCsvLine,
  unitRow,
} from '../../../ingest/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'

const SIGNAL = new AbortController().signal
const SETTLING: Settling = {
  gate: null,
  summariser: null,
  passages: null,
  embedder: bagOfWordsEmbedder(16),
  making: 'import',
  judging: 'none',
}

test('rows keep their order, provenance and places; a second import adds nothing', async () => {
  const rows = parseUnitCsv(
    `${UNIT_CSV_HEADER}A_B,2019,p. 3,genes,Second of all.\nC,N/A,N/A,N/A,First of all.`,
  ).rows
  const store = createMemoryCorpus()
  await using writer = await store.write('test')
  const file = { path: 'units.csv', format: 'csv', rows } as const
  expect(await importUnits(file, SETTLING, writer, SIGNAL)).toBe(2)
  expect(await importUnits(file, SETTLING, writer, SIGNAL)).toBe(2)
  const units = await store.listUnits()
  const inOrder = units.sort((a, b) => a.ordinal - b.ordinal)
  expect(inOrder.map((unit) => [unit.name, unit.year, unit.locator, unit.start, unit.text])).toEqual([
    ['A_B', 2019, 'p. 3', 0, 'Second of all.'],
    ['C', null, 'N/A', 16, 'First of all.'],
  ])
  expect(
    parseUnitCsv(UNIT_CSV_HEADER + inOrder.map((unit) => unitCsvLine(unitRow(unit))).join('')).rows,
  ).toEqual(rows)
  expect(await store.verify()).toEqual([])
})

test.skipIf(!hasShared)(
  orSkipped('the published units and their OpenIE file are 1,412 units in one order, and one paper'),
  async () => {
    const read = (name: string) =>
      parsePublishedUnits(readFileSync(sharedPath('data', 'eigen1-units', name), 'utf8'))
    const [flat, openIe] = [read('paragraphs.json'), read('openie_results_ner_gpt-4o.json')]
    expect(flat).toHaveLength(1412)
    expect(openIe.map((unit) => unit.text)).toEqual(flat.map((unit) => unit.text))
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
    expect(sum(openIe.map((unit) => unit.entities.length))).toBe(9292)
    expect(sum(openIe.map((unit) => unit.triples.length))).toBe(10_980)
    const store = createMemoryCorpus()
    await using writer = await store.write('test')
    for (const [path, units] of Object.entries({ 'paragraphs.json': flat, 'openie.json': openIe })) {
      const rows = units.map((unit) => bareUnitRow(unit.text))
      expect(await importUnits({ path, format: 'units', rows }, SETTLING, writer, SIGNAL)).toBe(1412)
    }
    const units = await store.listUnits()
    expect(units.sort((a, b) => a.ordinal - b.ordinal).map((unit) => unit.text)).toEqual(
      flat.map((unit) => unit.text),
    )
    expect((await store.papers()).map((paper) => paper.paths)).toEqual([['paragraphs.json', 'openie.json']])
  },
)
