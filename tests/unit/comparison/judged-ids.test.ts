/** What judgements may name, and what counts as finding it. */
import { describe, expect, it } from 'vitest'
import { openJudgedIds } from '../../../comparison/judged-ids.ts'
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

  it('a unit of a judged passage is not the passage', async () => {
    const { store, unit, passage } = await openCorpus()
    const { questions, nameOf } = await openJudgedIds('main', store, judged(passage.id))
    expect(await nameOf(hit(unit), questions[0]!)).toBe(unit.id)
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

describe('two judged units of one paper, the second around the first', () => {
  async function asked(hitId: (one: string, two: string, passage: string) => string, known = true) {
    const { store, unit, passage, paper } = await openCorpus()
    const second = { ...unit, id: unit.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }
    const placed = new Map([
      [unit.id, { ...unit, start: 0, end: 10 }],
      [second.id, { ...second, start: 0, end: 15 }],
      ...(known ? [[passage.id, { ...passage, start: 0, end: 20 }] as const] : []),
    ])
    const units = (ids: readonly string[]) => Promise.resolve(ids.map((id) => placed.get(id) ?? null))
    const { questions, nameOf } = await openJudgedIds(
      'main',
      { ...store, units } as never,
      judged(unit.id, second.id),
    )
    const found = hitId(unit.id, second.id, passage.id)
    const named = await nameOf(hit({ id: found, paper }), questions[0]!)
    return ['first', 'second', 'passage'][[unit.id, second.id, passage.id].indexOf(named)]
  }

  it('are each found as themselves', async () => {
    expect(await asked((one) => one)).toBe('first')
    expect(await asked((_one, two) => two)).toBe('second')
  })

  it('are found as the first of them by a passage that holds both', async () => {
    expect(await asked((_one, _two, passage) => passage)).toBe('first')
  })

  it('are not found by a hit that the corpus no longer has', async () => {
    expect(await asked((_one, _two, passage) => passage, false)).toBe('passage')
  })
})

describe('judgements of many', () => {
  it('count what is relevant only', async () => {
    const { store, unit } = await openCorpus()
    const [question] = judged(unit.id)
    const judgements = new Map([
      [unit.id, 1],
      ['gone', 0],
      ['gone too', -1],
    ])
    expect((await openJudgedIds('main', store, [{ ...question!, judgements }])).missing).toBe(0)
  })

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

  it('of papers stay as they are beside those of units', async () => {
    const { store, unit, paper } = await openCorpus()
    const { questions } = await openJudgedIds('main', store, [...judged('d1'), ...judged(unit.id, 'd1')])
    expect(questions.map(({ isOfUnits }) => isOfUnits)).toEqual([undefined, true])
    const { nameOf } = await openJudgedIds('main', store, judged(paper))
    expect(await nameOf(hit(unit), { id: 'q', text: '', judgements: new Map() })).toBe('d1')
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
