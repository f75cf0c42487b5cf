/** The pass that looks for names: which papers it reads, what it hands on, and when it writes. */
import { describe, expect, it } from 'vitest'
import { createMemoryCorpus } from '../../../corpus/adapters/memory-corpus-store.ts'
import type { CorpusWriter, Mention, Page, PaperRecord } from '../../../corpus/index.ts'
import { type Namer, type NamingResult, nameUnits } from '../../../graph/index.ts'
import { NAMES_RECIPE } from '../../../graph/names/mentions.ts'
import type { PaperToName } from '../../../graph/ports.ts'
import { paperRecord } from '../../fixtures/paper-records.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const LUPEOL: Mention = { name: 'lupeol', alias: 'lupeol', kind: 'span', isSubject: false, start: 0, end: 6 }

/** Finds as many names in each unit as it is told, and keeps what it is asked. */
function namerFinding(count: number, whenAsked: () => Promise<void> = async () => undefined) {
  const asked: (readonly PaperToName[])[] = []
  const opened: boolean[] = []
  let closed = 0
  const namer: Namer = {
    async name(papers) {
      asked.push(papers)
      await whenAsked()
      return papers.flatMap(({ units }) =>
        units.map(({ id }) => ({ unit: id, mentions: Array<Mention>(count).fill(LUPEOL) })),
      )
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
  it('opens nothing where nothing waits', async () => {
    const { open, opened } = namerFinding(1)
    expect(await nameUnits(await writerOf([]), open)).toEqual({ units: 0, mentions: 0 })
    expect(opened).toEqual([])
  })

  it.each([
    { count: 1, batches: [1], isMuch: false },
    { count: 8, batches: [8], isMuch: false },
    { count: 9, batches: [8, 1], isMuch: true },
    { count: 17, batches: [8, 8, 1], isMuch: true },
  ])('hands on $count papers eight at a time', async ({ count, batches, isMuch }) => {
    const { open, asked, opened, closed } = namerFinding(3)
    const writer = await writerOf(await papers(count))
    const progress: NamingResult[] = []
    const result = await nameUnits(writer, open, { onProgress: (done) => void progress.push(done) })
    expect(result).toEqual({ units: 2 * count, mentions: 6 * count })
    expect(asked.map(({ length }) => length)).toEqual(batches)
    expect([opened, closed()]).toEqual([[isMuch], 1])
    // One transaction.
    expect(progress).toEqual([result])
    for (const { id } of await writer.listUnits()) expect(await writer.mentions(id)).toHaveLength(3)
  })

  it.each([
    { name: 'every two batches', perUnit: 625, sizes: [20_000, 30_000] },
    { name: 'only at the end', perUnit: 416, sizes: [19_968] },
    { name: 'after each batch', perUnit: 1_250, sizes: [20_000, 40_000, 60_000] },
  ])('writes from twenty thousand mentions on: $name', async ({ perUnit, sizes }) => {
    const { open } = namerFinding(perUnit)
    const progress: number[] = []
    const writer = await writerOf(await papers(24))
    await nameUnits(writer, open, { onProgress: ({ mentions }) => void progress.push(mentions) })
    expect(progress).toEqual(sizes)
  })

  it('has four batches under way', async () => {
    let waiting = 0
    let most = 0
    const { open } = namerFinding(1, async () => {
      most = Math.max(most, ++waiting)
      // Longer than the next batches are read, which takes a turn for each paper.
      for (let turn = 0; turn < 500; turn++) await new Promise((resolve) => setImmediate(resolve))
      waiting--
    })
    await nameUnits(await writerOf(await papers(64)), open)
    expect(most).toBe(4)
  })

  it('does only what is left, or all again', async () => {
    const writer = await writerOf(await papers(3))
    await writer.put([{ ...paperRecord('dropped', { state: 'dropped:off_topic', embedder: null }) }])
    const first = namerFinding(1)
    expect(await nameUnits(writer, first.open)).toEqual({ units: 6, mentions: 6 })
    expect(await writer.papersToName(NAMES_RECIPE, 9)).toEqual([])
    const second = namerFinding(2)
    expect(await nameUnits(writer, second.open)).toEqual({ units: 0, mentions: 0 })
    expect(second.opened).toEqual([])
    expect(await nameUnits(writer, second.open, { again: true })).toEqual({ units: 6, mentions: 12 })
    expect(second.asked.flat()).toHaveLength(3)
  })

  it('reads all papers again, page by page of their list', async () => {
    const { open, asked } = namerFinding(1)
    await nameUnits(await writerOf(await papers(20)), open, { again: true })
    expect(new Set(asked.flat().map(({ title }) => title)).size).toBe(20)
  })

  it('closes the namer where it fails, and keeps nothing of that batch', async () => {
    const failing = namerFinding(1, async () => {
      throw new Error('no more')
    })
    const writer = await writerOf(await papers(1))
    await expect(nameUnits(writer, failing.open)).rejects.toThrow('no more')
    expect(failing.closed()).toBe(1)
    expect(await writer.papersToName(NAMES_RECIPE, 9)).toHaveLength(1)
  })

  it('ends when it is told to', async () => {
    const { open, closed } = namerFinding(1)
    const signal = AbortSignal.abort(new Error('stop'))
    await expect(nameUnits(await writerOf(await papers(1)), open, { signal })).rejects.toThrow('stop')
    expect(closed()).toBe(1)
  })
})

describe('a paper', () => {
  const page = (number: number, text: string): Page => ({ ...paperRecord('x').pages[0]!, number, text })

  async function read(pages: readonly Page[]): Promise<PaperToName | undefined> {
    const record = await textRecord(
      { name: 'p', title: 'T', units: [{ text: 'unit text', topic: 'Bark' }] },
      null,
    )
    const { open, asked } = namerFinding(1)
    await nameUnits(
      await writerOf([{ ...record, pages, paper: { ...record.paper, pageCount: pages.length } }]),
      open,
    )
    return asked[0]?.[0]
  }

  it.each([
    {
      name: 'its pages',
      pages: [page(1, 'Page one.'), page(2, 'Page two.')],
      has: ['Page one.', 'Page two.'],
    },
    { name: 'its one page', pages: [page(1, 'Page one.')], has: ['Page one.'] },
    { name: 'its units where it has no pages', pages: [], has: ['unit text'] },
  ])('explains its names by its title and $name', async ({ pages, has }) => {
    const { title, texts, units } = (await read(pages))!
    expect(title).toBe('T')
    expect(texts).toHaveLength(2)
    expect(texts[0]).toBe('T')
    for (const text of has) expect(texts[1]).toContain(text)
    expect(units).toEqual([{ id: expect.any(String), text: 'unit text', topic: 'Bark', kind: 'unit' }])
  })
})
