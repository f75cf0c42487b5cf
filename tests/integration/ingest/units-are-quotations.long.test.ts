/** Every unit and passage of every paper at hand says what stands on its page, letter by letter. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Page, pageIndexAt, pageStarts, paperText, type UnitDraft } from '../../../corpus/index.ts'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { createExtractiveSummariser, passagesOf } from '../../../ingest/index.ts'
import { sourceOf, TEST_LIMITS } from '../../fixtures/labelled-papers.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'

const FOLDERS = ['real', 'mixed', 'labelled', 'hostile']

/** Drafts whose text, page or paragraph is not that of their span, as sentences. */
function untrue(drafts: readonly UnitDraft[], pages: readonly Page[]): string[] {
  const text = paperText(pages)
  const starts = pageStarts(pages)
  return drafts.flatMap((draft) => {
    const { start, end, page } = draft
    if (start === null || end === null) return [`no span: ${draft.text}`]
    if (text.slice(start, end) !== draft.text) return [`not at its span: ${draft.text}`]
    if (page !== null && pages[pageIndexAt(starts, start)]?.number !== page)
      return [`not its page: ${draft.text}`]
    return []
  })
}

/** Numbers of the pages that lack the four sides of the box of a character. */
function unboxed(pages: readonly Page[]): number[] {
  return pages.filter(({ boxes, text }) => boxes.length !== 4 * text.length).map(({ number }) => number)
}

describe.skipIf(!hasShared)(orSkipped('papers of all kinds'), () => {
  const reader = openPaperPool({ workers: 2, limits: { ...TEST_LIMITS, ocr: 'never' } })
  const counts = { units: 0, passages: 0, papers: 0 }
  const faults: string[] = []

  beforeAll(async () => {
    const summariser = createExtractiveSummariser()
    for (const folder of FOLDERS)
      for (const file of readdirSync(sharedPath('papers', folder)).filter((name) => name.endsWith('.pdf'))) {
        const bytes = readFileSync(sharedPath('papers', folder, file))
        const reading = await reader.read(sourceOf(file, bytes), bytes, AbortSignal.timeout(60_000))
        if (!reading.ok) continue
        faults.push(
          ...unboxed(reading.pages).map((number) => `${file}: page ${number} lacks boxes of characters`),
        )
        const paper = { id: file, pages: reading.pages, description: reading.description }
        const { drafts } = await summariser.summarise(paper, AbortSignal.timeout(60_000))
        const passages = passagesOf(paper)
        counts.papers++
        counts.units += drafts.length
        counts.passages += passages.length
        faults.push(...untrue([...drafts, ...passages], reading.pages).map((fault) => `${file}: ${fault}`))
      }
  })
  afterAll(() => reader.close())

  it('are read', () => {
    expect(counts.papers).toBeGreaterThan(250)
    expect(counts.units).toBeGreaterThan(1_000)
    expect(counts.passages).toBeGreaterThan(3_000)
  })

  it('give units and passages that are quotations', () => {
    expect(faults).toEqual([])
  })
})
