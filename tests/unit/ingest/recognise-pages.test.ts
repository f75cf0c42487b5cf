import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Recogniser, recogniseEach } from '../../../ingest/adapters/recognise-pages.ts'
import type { PageCharacters } from '../../../ingest/extract/index.ts'

const PAGE_TIMEOUT_MS = 20_000
const blank = (number: number): PageCharacters => ({
  number,
  width: 600,
  height: 800,
  count: 0,
  codes: new Uint32Array(),
  boxes: new Float32Array(),
  origins: new Float32Array(),
  styleIds: new Uint16Array(),
  spaced: new Uint8Array(),
  styles: [],
})
const PAGES = Array.from({ length: 12 }, (_, index) => blank(index + 1))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Returns a recogniser that takes `msOf(page)` of the fake clock for a page, and counts how often it is opened and closed. */
function slowRecogniser(msOf: (page: number) => number) {
  const calls = { opened: 0, closed: 0 }
  const openRecogniser = async (): Promise<Recogniser> => {
    calls.opened++
    return {
      async recognise(_, page) {
        await new Promise((resolve) => setTimeout(resolve, msOf(page.number)))
        return { ...page, count: 1 }
      },
      async close() {
        calls.closed++
      },
    }
  }
  return { calls, openRecogniser }
}

async function recognised(msOf: (page: number) => number) {
  const { calls, openRecogniser } = slowRecogniser(msOf)
  const onProgress = vi.fn()
  const done = recogniseEach(PAGES, {
    openRecogniser,
    draw: () => ({ png: new Uint8Array(), scale: 1 }),
    pageTimeoutMs: PAGE_TIMEOUT_MS,
    onProgress,
  })
  await vi.runAllTimersAsync()
  const { found, lost } = await done
  return { found: [...found.keys()], lost, calls, progress: onProgress.mock.calls.length }
}

describe('recognition of the pages that are due', () => {
  it('starts the time limit anew with every page', async () => {
    expect((await recognised(() => 1)).progress).toBeGreaterThanOrEqual(PAGES.length)
  })

  it('gives up only the pages that take too long, names them, and goes on with a fresh recogniser', async () => {
    const { found, lost, calls } = await recognised((page) =>
      page === 3 || page === 12 ? 10 * PAGE_TIMEOUT_MS : 1,
    )
    expect(lost).toEqual([3, 12])
    expect(found).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(calls).toEqual({ opened: 2, closed: 2 })
  })
})
