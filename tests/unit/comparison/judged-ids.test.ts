/** Tests which ids judgements may name and which hits count as finding them. */
import { describe, expect, it } from 'vitest'
import { openJudgedIds } from '../../../comparison/index.ts'
import type { Unit } from '../../../corpus/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const TEXT = 'Lupeol is the main constituent of the bark. It inhibits AKT1.'

async function openCorpus() {
  const store = emptyCorpus()
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

  it.each([
    { name: 'that begins before it', start: -1, end: 40 },
    { name: 'that ends behind it', start: 0, end: TEXT.length + 1 },
    { name: 'without a place', start: null, end: null },
  ])('are not the passage beside a judged unit $name', async ({ start, end }) => {
    const { store, unit, passage } = await openCorpus()
    const units = async (ids: readonly string[]) =>
      (await store.units(ids)).map((one) => (one?.id === unit.id ? { ...one, start, end } : one))
    const { questions, nameOf } = await openJudgedIds('main', { ...store, units }, judged(unit.id))
    expect(await nameOf(hit(passage), questions[0]!)).toBe(passage.id)
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
