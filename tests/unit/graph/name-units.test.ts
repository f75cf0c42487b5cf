/** The pass that looks for names: which papers it reads, what it keeps, and how it ends. */
import { describe, expect, it } from 'vitest'
import type { CorpusWriter, Mention, Page, PaperRecord } from '../../../corpus/index.ts'
import { type Namer, type NamingResult, nameUnits } from '../../../graph/index.ts'
import type { PaperToName } from '../../../graph/ports.ts'
import { createMemoryCorpus } from '../../fakes/memory-corpus.ts'
import { paperRecord } from '../../fixtures/paper-records.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const LUPEOL: Mention = { name: 'lupeol', alias: 'lupeol', kind: 'span', isSubject: false, start: 0, end: 6 }

/** A namer that finds `count` names in each unit and keeps what it is asked. */
function namerFinding(count: number, whenAsked: () => Promise<void> = async () => undefined) {
  const asked: PaperToName[] = []
  const opened: boolean[] = []
  let closed = 0
  const namer: Namer = {
    async name(papers) {
      asked.push(...papers)
      await whenAsked()
      const units = papers.flatMap((paper) => paper.units)
      return units.map(({ id }) => ({ unit: id, mentions: Array<Mention>(count).fill(LUPEOL) }))
    },
    async close() {
      closed++
    },
  }
  const open = (isMuch: boolean) => {
    opened.push(isMuch)
    return namer
  }
  return { open, asked, opened, closed: () => closed }
}

async function writerOf(records: readonly PaperRecord[]): Promise<CorpusWriter> {
  const writer = await createMemoryCorpus().write('names')
  if (records.length > 0) await writer.put(records)
  return writer
}

/** Papers of two units each. */
const papers = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      textRecord({ name: `p${i}`, title: `Title ${i}`, units: [`${i} one`, `${i} two`] }, null),
    ),
  )

describe('a pass over a corpus', () => {
  it.each([
    { count: 0, opened: [] },
    { count: 1, opened: [false] },
    { count: 20, opened: [true] },
  ])(
    'of $count papers keeps the names of each unit, and says how much there is to do',
    async ({ count, opened }) => {
      const namer = namerFinding(3)
      const writer = await writerOf(await papers(count))
      const progress: NamingResult[] = []
      const result = await nameUnits(writer, namer.open, { onProgress: (done) => void progress.push(done) })
      expect(result).toEqual({ units: 2 * count, mentions: 6 * count })
      expect(new Set(namer.asked.map(({ title }) => title)).size).toBe(count)
      expect([namer.opened, namer.closed()]).toEqual([opened, opened.length])
      expect(progress.at(-1) ?? result).toEqual(result)
      for (const { id } of await writer.listUnits()) expect(await writer.mentions(id)).toHaveLength(3)
    },
  )

  it('keeps what it has from time to time', async () => {
    const progress: number[] = []
    const writer = await writerOf(await papers(24))
    await nameUnits(writer, namerFinding(1_250).open, {
      onProgress: ({ mentions }) => void progress.push(mentions),
    })
    expect(progress).toEqual([20_000, 40_000, 60_000])
  })

  it('does only what is left, or all of it again', async () => {
    const writer = await writerOf(await papers(3))
    await writer.put([paperRecord('dropped', { state: 'dropped:off_topic', embedder: null })])
    expect(await nameUnits(writer, namerFinding(1).open)).toEqual({ units: 6, mentions: 6 })
    const second = namerFinding(2)
    expect(await nameUnits(writer, second.open)).toEqual({ units: 0, mentions: 0 })
    expect(await nameUnits(writer, second.open, { again: true })).toEqual({ units: 6, mentions: 12 })
    expect([second.opened, second.asked.length]).toEqual([[false], 3])
  })

  it('closes the namer where it fails, and leaves the batch to the next pass', async () => {
    const failing = namerFinding(1, () => Promise.reject(new Error('no more')))
    const writer = await writerOf(await papers(1))
    await expect(nameUnits(writer, failing.open)).rejects.toThrow('no more')
    expect(failing.closed()).toBe(1)
    expect(await nameUnits(writer, namerFinding(1).open)).toMatchObject({ units: 2 })
  })

  it('ends when it is aborted', async () => {
    const namer = namerFinding(1)
    const signal = AbortSignal.abort(new Error('stop'))
    await expect(nameUnits(await writerOf(await papers(1)), namer.open, { signal })).rejects.toThrow('stop')
    expect(namer.closed()).toBe(1)
  })
})

const page = (number: number, text: string): Page => ({ ...paperRecord('x').pages[0]!, number, text })

it.each([
  { name: 'its pages', pages: [page(1, 'Page one.'), page(2, 'Page two.')], has: ['Page one.', 'Page two.'] },
  { name: 'its units where it has no pages', pages: [], has: ['unit text'] },
])('the names of a paper are explained by its title and $name', async ({ pages, has }) => {
  const unit = { text: 'unit text', topic: 'Bark' }
  const record = await textRecord({ name: 'p', title: 'T', units: [unit] }, null)
  const { open, asked } = namerFinding(1)
  const paper = { ...record.paper, pageCount: pages.length }
  await nameUnits(await writerOf([{ ...record, pages, paper }]), open)
  const { texts, units } = asked[0]!
  expect(texts[0]).toBe('T')
  for (const text of has) expect(texts[1]).toContain(text)
  expect(units).toEqual([{ ...unit, id: expect.any(String), kind: 'unit' }])
})
