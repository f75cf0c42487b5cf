/** Artefacts are caches: whatever happened to one, answers stay the same, and what was not used is reported. */
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { GlossError } from '../../../core/index.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import { openUsearch } from '../../../index/adapters/usearch-neighbours.ts'
import { type CorpusIndex, openCorpusIndex } from '../../../index/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { answersOf } from '../../fixtures/corpus-index-answers.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { manyPapers } from '../../fixtures/many-papers.ts'
import { hasAllCases } from '../../fixtures/seeded-cases.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const QUESTIONS = ['enzyme number 7 of the bark', 'kinase number 3']
const ROWS = 40
const embedder = bagOfWordsEmbedder(48)

/** An index with a graph, so that every kind of file is there. */
async function open(reader: CorpusStore, folder: string) {
  const refused: GlossError[] = []
  const options = { reader, folder, openNeighbours: openUsearch(), exactRows: 10 }
  const index = await openCorpusIndex({
    ...options,
    embedder,
    onRefused: (error) => refused.push(error),
  })
  return { index, refused }
}

async function filledCorpus(): Promise<CorpusStore> {
  const store = emptyCorpus()
  await add(store, 0, ROWS)
  return store
}

async function add(store: CorpusStore, from: number, to: number): Promise<void> {
  await using writer = await store.write('artefacts')
  await writer.put(await Promise.all(manyPapers(from, to).map((paper) => textRecord(paper, embedder))))
}

async function savedIndex() {
  const [store, folder] = [await filledCorpus(), temporaryFolder()]
  const { index } = await open(store, folder)
  expect(await index.save()).toBe(true)
  return { store, folder, artefact: join(folder, readdirSync(folder)[0]!) }
}

async function answers(index: CorpusIndex) {
  return answersOf(index, embedder, QUESTIONS)
}

const FILES = [
  'manifest.json',
  'rows.json',
  'languages.json',
  'terms.json',
  'offsets.u32',
  'postings.u32',
  'counts.u16',
  'lengths.u32',
  'cells.i8',
  'rests.i8',
  'scales.f32',
  'graph-keys.u32',
  'neighbours.usearch',
]
/** Which files were hashed: written by the first who opens the artefact. */
const CHECKED = 'checked.json'
const DAMAGES = [
  { name: 'with a changed byte', damage: flipMiddleByte },
  { name: 'cut short', damage: (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -2)) },
  { name: 'too long', damage: (path: string) => appendFileSync(path, 'x') },
  { name: 'missing', damage: (path: string) => rmSync(path) },
]

function flipMiddleByte(path: string): void {
  const bytes = readFileSync(path)
  bytes[bytes.length >> 1]! ^= 0x40
  writeFileSync(path, bytes)
}

describe('an artefact', () => {
  it('has every file that the test damages, and no other', async () => {
    expect(readdirSync((await savedIndex()).artefact).sort()).toEqual([...FILES, CHECKED].sort())
  })

  it.for(DAMAGES)('whose note of checked files is $name is used', async ({ damage }) => {
    const { store, folder, artefact } = await savedIndex()
    damage(join(artefact, CHECKED))
    const { index, refused } = await open(store, folder)
    expect({ refused, isThere: index.seq() > 0 }).toEqual({ refused: [], isThere: true })
  })

  /** In `npm test` one damage of each file, in turn. */
  const damaged = FILES.flatMap((file, at) =>
    DAMAGES.filter((_, turn) => hasAllCases || turn === at % DAMAGES.length).map(({ name, damage }) => ({
      name: `${file} ${name}`,
      file,
      damage,
    })),
  )
  it.for(damaged)('with $name is refused, reported and built again', async ({ file, damage }) => {
    const { store, folder, artefact } = await savedIndex()
    damage(join(artefact, file))
    const { index, refused } = await open(store, folder)
    expect(refused.map(({ code }) => code)).toEqual(['INDEX_STALE'])
    expect(index.seq()).toBe(0)
    expect(await answers(index)).toEqual(await answers((await open(store, temporaryFolder())).index))
    expect(await index.save()).toBe(true)
    expect((await open(store, folder)).refused).toEqual([])
  })
})

describe('while a writer adds and saves', () => {
  it('two readers always answer for the whole corpus', async () => {
    const [store, folder] = [await filledCorpus(), temporaryFolder()]
    const writer = (await open(store, folder)).index
    let size = ROWS
    let isWriting = true
    const read = async (): Promise<void> => {
      while (isWriting) {
        const least = size
        const { index, refused } = await open(store, folder)
        expect(await index.size()).toBeGreaterThanOrEqual(least)
        expect((await index.candidates(newest(least - 1))).units.length).toBeGreaterThan(0)
        expect(refused).toEqual([])
        await new Promise(setImmediate)
      }
    }
    const write = async (): Promise<void> => {
      for (let round = 0; round < 4; round++) {
        await add(store, size, size + 600)
        size += 600
        expect(await writer.save()).toBe(true)
      }
      isWriting = false
    }
    await Promise.all([read(), read(), write()])
    expect(await writer.size()).toBe(ROWS + 2_400)
  })

  it('the writer itself answers, and saves at once are one after the other', async () => {
    const [store, folder] = [await filledCorpus(), temporaryFolder()]
    const { index } = await open(store, folder)
    const saves = [index.save(), index.save()]
    const adding = add(store, ROWS, ROWS + 20)
    const asked = await Promise.all([index.size(), answers(index)])
    expect(asked[0]).toBeGreaterThanOrEqual(ROWS)
    await adding
    expect((await Promise.all(saves)).sort()).toEqual([false, true])
    expect(await index.size()).toBe(ROWS + 20)
  })
})

function newest(number: number) {
  return { terms: [`${number}`], vector: null, depth: 5, filter: null }
}
