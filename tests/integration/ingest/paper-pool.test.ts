/** Every format is read in a child with limits, so that no file of a stranger stops the program. */
import { afterAll, describe, expect, it } from 'vitest'
import type { PaperFormat } from '../../../corpus/index.ts'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { openTextReader } from '../../../ingest/adapters/text-reader.ts'
import { createExtractiveSummariser, passagesOf } from '../../../ingest/index.ts'
import { readPaperOf } from '../../fakes/read-paper.ts'
import { TEST_LIMITS } from '../../fixtures/labelled-papers.ts'

const SIGNAL = new AbortController().signal
const TEXT =
  'Of trees\n\nAbstract\n\nTrees grow slowly in the shade of other trees. They show it in their rings.'
const FORMATS = [
  'pdf',
  'text',
  'markdown',
  'html',
  'jsonl',
  'jats',
  'tei',
  'latex',
  'docx',
  'epub',
] as const satisfies PaperFormat[]
const pool = openPaperPool({ workers: 1, limits: TEST_LIMITS })
// With a memory limit of its own, so that no child of another pool is warm already.
const hasty = openPaperPool({
  workers: 1,
  limits: { ...TEST_LIMITS, timeoutMs: 1, maxMemoryMb: TEST_LIMITS.maxMemoryMb - 1 },
})
// Longer than what is worked on without a child.
const LONG = `${TEXT}\n\n`.repeat(100)
const long = readPaperOf([LONG])
const paper = readPaperOf([`${TEXT}\n\nWe found that lupeol lowers the pressure by 18.4 % in rats.`])

afterAll(async () => {
  await pool.close()
  await hasty.close()
})

function sourceOf(format: PaperFormat, text = TEXT) {
  const bytes = new TextEncoder().encode(text)
  return { source: { path: 'p', format, document: null, known: {}, read: async () => bytes }, bytes }
}

describe('a child of the paper pool', () => {
  it.each(FORMATS)('ends %s at the time limit, and the paper with it alone', async (format) => {
    const { source, bytes } = sourceOf(format, LONG)
    expect(await hasty.read(source, bytes, SIGNAL)).toMatchObject({ ok: false, code: 'timeout' })
  })

  it('reads text as it is read in this process', async () => {
    const { source, bytes } = sourceOf('text')
    expect(await pool.read(source, bytes, SIGNAL)).toEqual(await openTextReader().read(source, bytes, SIGNAL))
  })

  it('makes the same units and passages as this process', async () => {
    expect(await pool.summarise(paper, SIGNAL)).toEqual(
      await createExtractiveSummariser().summarise(paper, SIGNAL),
    )
    expect(await pool.passages(paper, SIGNAL)).toEqual(passagesOf(paper))
    expect(await pool.passages(long, SIGNAL)).toEqual(passagesOf(long))
  })

  it('is not needed for a short record', async () => {
    const { source, bytes } = sourceOf('jsonl', JSON.stringify({ title: 'Of trees', text: TEXT }))
    expect(await hasty.read(source, bytes, SIGNAL)).toMatchObject({
      ok: true,
      description: { title: 'Of trees' },
    })
    expect(await hasty.passages(paper, SIGNAL)).toEqual(passagesOf(paper))
    expect(await hasty.measureProse(paper, null, SIGNAL)).toMatchObject({ hasPages: false })
  })

  it.each(['summarise', 'passages'] as const)('names why %s gave nothing', async (work) => {
    await expect(hasty[work](long, SIGNAL)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      facts: { reason: 'timeout' },
    })
  })

  it('reads lists and long records', async () => {
    const bib = new TextEncoder().encode('@article{k, title={Of trees}}')
    expect(await pool.catalogue('bibtex', bib, SIGNAL)).toMatchObject({ entries: [{ key: 'k' }] })
    expect(await pool.catalogue('bibtex', new Uint8Array([1, 2, 3, 0, 0, 0, 255]), SIGNAL)).toBeNull()
    expect(await pool.record('{"title":"Of trees"}', SIGNAL)).toMatchObject({ ok: true })
    await expect(hasty.catalogue('bibtex', bib, SIGNAL)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
  })
})
