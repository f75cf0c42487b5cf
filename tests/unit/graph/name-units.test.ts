/** The pass that looks for names: which papers it reads, what it keeps, and how it ends. */
import { describe, expect, it } from 'vitest'
import type { CorpusWriter, Mention, PaperRecord } from '../../../corpus/index.ts'
import { type Namer, nameUnits } from '../../../graph/index.ts'
import type { PaperToName } from '../../../graph/ports.ts'
import { createMemoryCorpus } from '../../fakes/memory-corpus.ts'
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
  it('keeps what it has from time to time', async () => {
    const progress: number[] = []
    const writer = await writerOf(await papers(24))
    await nameUnits(writer, namerFinding(1_250).open, {
      onProgress: ({ mentions }) => void progress.push(mentions),
    })
    expect(progress).toEqual([20_000, 40_000, 60_000])
  })

  it('closes the namer where it fails, and leaves the batch to the next pass', async () => {
    const failing = namerFinding(1, () => Promise.reject(new Error('no more')))
    const writer = await writerOf(await papers(1))
    await expect(nameUnits(writer, failing.open)).rejects.toThrow('no more')
    expect(failing.closed()).toBe(1)
    expect(await nameUnits(writer, namerFinding(1).open)).toMatchObject({ units: 2 })
  })
})
