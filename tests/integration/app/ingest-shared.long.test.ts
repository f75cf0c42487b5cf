/** Tests whole folders of real and hostile PDFs: every paper ends in a state, and the run ends by itself. */
import { describe, expect, it } from 'vitest'
import { type IngestResult, ingestPaths, loadConfig, openGloss } from '../../../app/index.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const TEST_TIMEOUT_MS = 600_000
// By the contract, 30 s for reading; the rest is for starting a new process.
const MAX_MS_PER_PAPER = 35_000

interface Ended {
  readonly result: IngestResult
  readonly states: readonly string[]
  readonly longestMs: number
}

async function ingested(...folder: string[]): Promise<Ended> {
  const gloss = await openGloss(loadConfig({ workspace: temporaryFolder() }, {}))
  const states: string[] = []
  const endsMs = [performance.now()]
  const result = await ingestPaths(
    gloss,
    { paths: [sharedPath(...folder)], topic: 'none', ocr: 'never', workers: 2 },
    ({ state, detail }) => {
      states.push(state.startsWith('failed:') && detail === '' ? `${state} without a sentence` : state)
      endsMs.push(performance.now())
    },
    new AbortController().signal,
  )
  const { store } = await gloss.session()
  expect(await store.verify()).toEqual([])
  await gloss.close()
  const waits = endsMs.slice(1).map((ms, i) => ms - (endsMs[i] ?? ms))
  return { result, states, longestMs: Math.max(...waits) }
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

describe.skipIf(!hasShared)(orSkipped('an ingest of'), () => {
  it.each([
    { name: '16 real papers', folder: 'real', papers: 16, least: 15 },
    { name: '307 hostile files', folder: 'hostile', papers: 307, least: 200 },
  ])(
    '$name brings each to a state within its time, without a crash',
    async ({ folder, papers, least }) => {
      const { result, states, longestMs } = await ingested('papers', folder)
      const { seen, kept, dropped, failed, copies, interrupted } = result
      expect(seen + copies).toBe(papers)
      expect(seen).toBe(kept + sumOf(dropped) + sumOf(failed))
      expect(
        states.every((state) => /^(kept|dropped:(not_prose|unreadable)|failed:[a-z_]+)$/.test(state)),
      ).toBe(true)
      expect([failed['crashed'], failed['timeout']]).toEqual([undefined, undefined])
      // Most hostile files contain no prose, which is known once they are read.
      expect(kept + sumOf(dropped)).toBeGreaterThanOrEqual(least)
      expect(longestMs).toBeLessThan(MAX_MS_PER_PAPER)
      expect(interrupted).toBe(false)
    },
    TEST_TIMEOUT_MS,
  )
})
