/** The neighbour graph of a corpus's index: which rows are in it, and which are looked at beside it. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { contentId } from '../../../core/index.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import { type OpenNeighbours, openCorpusIndex } from '../../../index/index.ts'
import { type ExactNeighbours, exactNeighbours } from '../../fakes/exact-neighbours.ts'
import { fakeEmbedder } from '../../fakes/fake-embedder.ts'
import { createMemoryCorpus } from '../../fakes/memory-corpus.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const EXACT = 3
/** "turn 3" lies so far from "turn 0" that no rounding hides it; turns from 100 on lie across all of those, and closer together. */
const embedder = fakeEmbedder(16, (text) => {
  const turn = Number(/\d+/.exec(text))
  const angle = turn < 100 ? turn / 20 : turn / 100
  const direction = [Math.cos(angle), Math.sin(angle)]
  return turn < 100 ? direction : [0, 0, ...direction]
})

let store: CorpusStore
let folder: string
let neighbours: ExactNeighbours
beforeEach(() => {
  store = createMemoryCorpus()
  folder = temporaryFolder()
  neighbours = exactNeighbours()
})

const turns = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `turn ${from + i}`)

/** A paper of its own for each unit, so that each can go alone. */
async function put(texts: readonly string[], isEmbedded = true): Promise<void> {
  await using writer = await store.write('test')
  const records = texts.map((text) => textRecord({ name: text, units: [text] }, isEmbedded ? embedder : null))
  await writer.put(await Promise.all(records))
}

async function remove(texts: readonly string[]): Promise<void> {
  await using writer = await store.write('test')
  await writer.remove(texts.map(contentId))
}

async function open(openNeighbours: OpenNeighbours | null = neighbours.open) {
  const refused: string[] = []
  const onRefused = ({ message }: Error) => refused.push(message)
  const index = await openCorpusIndex({
    reader: store,
    embedder,
    folder,
    openNeighbours,
    exactRows: EXACT,
    onRefused,
  })
  const nearest = async (text: string, depth: number) => {
    const [vector] = await embedder.embed([text])
    const found = await index.candidates({ terms: null, vector: vector!, depth, filter: null })
    const order = [...found.units.keys()].sort((one, other) => found.cosines[other]! - found.cosines[one]!)
    return (await store.units(order.map((i) => found.units[i]!))).map((unit) => unit?.text)
  }
  return { index, refused, nearest }
}

const isThere = () => readdirSync(join(folder, readdirSync(folder)[0]!)).includes('neighbours.usearch')

describe('the neighbour graph of an index', () => {
  it('is made when an index of more rows than are compared is saved, of those that have vectors', async () => {
    await put(turns(0, 5))
    await put(['turn 7'], false)
    const { index, nearest } = await open()
    expect(await nearest('turn 0', 2)).toEqual(['turn 0', 'turn 1'])
    expect(neighbours.searched).toEqual([])
    await index.save()
    expect([isThere(), neighbours.added.length]).toEqual([true, 5])
    expect(await nearest('turn 4', 2)).toEqual(['turn 4', 'turn 3'])
    expect(neighbours.searched).toEqual([2])
  })

  it('is opened with the index, and is left aside where there is no library for it', async () => {
    await put(turns(0, 5))
    await (await open()).index.save()
    expect(await (await open()).nearest('turn 2', 1)).toEqual(['turn 2'])
    expect(neighbours.searched).toEqual([1])
    const aside = await open(null)
    expect([await aside.nearest('turn 2', 1), aside.refused]).toEqual([['turn 2'], []])
    expect([neighbours.searched, neighbours.added.length]).toEqual([[1], 5])
  })

  it('loses the rows that go, and takes none in that went while it waited', async () => {
    await put(turns(0, 5))
    await (await open()).index.save()
    const { nearest, index } = await open()
    await put(turns(10, 12))
    expect(await index.size()).toBe(7)
    await remove(['turn 4', 'turn 10'])
    await put(turns(20, 20 + EXACT))
    expect(await nearest('turn 4', 2)).toEqual(['turn 3', 'turn 2'])
    expect([neighbours.added.length, neighbours.removed]).toEqual([6, [4]])
    expect(await nearest('turn 10', 1)).toEqual(['turn 11'])
  })
})
