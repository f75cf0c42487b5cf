/** What judgements may name, and what counts as finding it. */
import { describe, expect, it } from 'vitest'
import { openJudgedIds } from '../../../comparison/index.ts'
import type { Unit } from '../../../corpus/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { createMemoryCorpus } from '../../fakes/memory-corpus.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const TEXT = 'Lupeol is the main constituent of the bark. It inhibits AKT1.'

async function openCorpus() {
  const store = createMemoryCorpus()
  const record = await textRecord(
    { name: 'bark', year: 2020, units: ['Lupeol is the main constituent.', { text: TEXT, kind: 'passage' }] },
    bagOfWordsEmbedder(),
  )
  const other = await textRecord({ name: 'cells', year: 2021, units: ['Cells grow.'] }, bagOfWordsEmbedder())
  const placed = (unit: Unit, start: number, end: number) => ({ ...unit, start, end })
  const [unit, passage] = record.units as [Unit, Unit]
  const units = [placed(unit, 0, 31), placed(passage, 0, TEXT.length)]
  await using writer = await store.write('test')
  await writer.put([{ ...record, paper: { ...record.paper, document: 'd1' }, units }, other])
  return { store, unit, passage, paper: record.paper.id, other: other.units[0] as Unit }
}
const judged = (...ids: string[]) => [{ id: 'q', text: 'x', judgements: new Map(ids.map((id) => [id, 1])) }]
const hit = ({ id, paper }: { id: string; paper: string }) => ({
  unit: id,
  paper,
  rank: 1,
  score: 1,
  why: {},
})

describe('the names of judged documents', () => {
  it("are the document's own id, or the paper's", async () => {
    const { store, unit, paper, other } = await openCorpus()
    for (const name of ['d1', paper]) {
      const { questions, nameOf, missing } = await openJudgedIds('main', store, judged(name))
      expect([missing, await nameOf(hit(unit), questions[0]!)]).toEqual([0, name])
      expect(await nameOf(hit(other), questions[0]!)).toBe(other.paper)
    }
  })

  it('are units where units are judged; a passage that holds the unit counts as it', async () => {
    const { store, unit, passage, other } = await openCorpus()
    const { questions, nameOf } = await openJudgedIds('main', store, judged(unit.id))
    expect(questions[0]?.isOfUnits).toBe(true)
    expect(await nameOf(hit(unit), questions[0]!)).toBe(unit.id)
    expect(await nameOf(hit(passage), questions[0]!)).toBe(unit.id)
    expect(await nameOf(hit(other), questions[0]!)).toBe(other.id)
  })

  it('that the corpus does not have are counted; all of them are an error', async () => {
    const { store } = await openCorpus()
    expect((await openJudgedIds('main', store, judged('d1', 'gone'))).missing).toBe(1)
    await expect(openJudgedIds('main', store, judged('gone'))).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('"main"'),
    })
  })
})

describe('judgements of many', () => {
  it('are read in parts, none left out', async () => {
    const { store, unit, other } = await openCorpus()
    // Ids as units have them, of units that are not there.
    const strange = Array.from({ length: 1_001 }, (_, at) => at.toString(16).padStart(unit.id.length, '0'))
    const asked: number[] = []
    const counting = {
      ...store,
      units: (ids: readonly string[]) => {
        asked.push(ids.length)
        return store.units(ids)
      },
    }
    const ids = [unit.id, ...strange, other.id]
    const { missing, questions } = await openJudgedIds('main', counting as never, judged(...ids))
    expect(missing).toBe(1_001)
    expect(questions[0]?.isOfUnits).toBe(true)
    expect(asked).toEqual([500, 500, 3])
    asked.length = 0
    await openJudgedIds('main', counting as never, judged('d1', 'gone'))
    expect(asked).toEqual([])
  })
})

describe('a passage holds a unit', () => {
  it.each([
    { name: 'of the same extent', inner: [5, 9], outer: [5, 9], isHeld: true },
    { name: 'within it', inner: [6, 8], outer: [5, 9], isHeld: true },
    { name: 'not one that begins before it', inner: [4, 9], outer: [5, 9], isHeld: false },
    { name: 'not one that ends behind it', inner: [5, 10], outer: [5, 9], isHeld: false },
    { name: 'not one without a place', inner: [null, null], outer: [5, 9], isHeld: false },
    { name: 'not without a place of its own', inner: [5, 9], outer: [null, null], isHeld: false },
    { name: 'not one without an end', inner: [5, null], outer: [0, 9], isHeld: false },
    { name: 'not one without a start', inner: [null, 5], outer: [0, 9], isHeld: false },
    { name: 'not without an end of its own', inner: [5, 6], outer: [0, null], isHeld: false },
    { name: 'not without a start of its own', inner: [5, 6], outer: [null, 9], isHeld: false },
  ] as const)('$name', async ({ inner, outer, isHeld }) => {
    const { store, unit, passage } = await openCorpus()
    const placed = new Map([
      [unit.id, { ...unit, start: inner[0], end: inner[1] }],
      [passage.id, { ...passage, start: outer[0], end: outer[1] }],
    ])
    const moved = {
      ...store,
      units: (ids: readonly string[]) => Promise.resolve(ids.map((id) => placed.get(id) ?? null)),
    }
    const { questions, nameOf } = await openJudgedIds('main', moved as never, judged(unit.id))
    expect(await nameOf(hit(passage), questions[0]!)).toBe(isHeld ? unit.id : passage.id)
  })
})
