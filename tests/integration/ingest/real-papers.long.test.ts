import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { describeLabelled, sourceOf, TEST_LIMITS } from '../../fixtures/labelled-papers.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'

const MAX_FILE_MS = 35_000

describe.skipIf(!hasShared)(orSkipped('the labelled papers'), () => {
  it('have the title, the start of the abstract and the year that a reader sees', async () => {
    const { title, abstract, year } = await describeLabelled()
    expect({ title, abstract, year }).toEqual({
      title: { right: 14, of: 14 },
      abstract: { right: 14, of: 14 },
      year: { right: 9, of: 9 },
    })
  })
})

describe.skipIf(!hasShared)(orSkipped('hostile files'), () => {
  // Recognition is off here: with it the run takes some 80 s.
  it('end as text or by name, each in time', async () => {
    const reader = openPaperPool({ workers: 2, limits: { ...TEST_LIMITS, ocr: 'never' } })
    const folder = sharedPath('papers', 'hostile')
    const states = new Map<string, number>()
    for (const file of readdirSync(folder)) {
      const bytes = readFileSync(`${folder}/${file}`)
      const reading = await reader.read(sourceOf(file, bytes), bytes, AbortSignal.timeout(MAX_FILE_MS))
      const state = reading.ok ? 'read' : reading.code
      states.set(state, (states.get(state) ?? 0) + 1)
      if (reading.ok) for (const page of reading.pages) expect(page.boxes.length).toBe(4 * page.text.length)
    }
    await reader.close()
    expect([...states.values()].reduce((sum, count) => sum + count, 0)).toBe(307)
    expect(states.get('read')).toBeGreaterThanOrEqual(200)
    expect([...states.keys()].every((state) => /^[a-z_]+$/.test(state))).toBe(true)
    expect([states.get('crashed'), states.get('timeout')]).toEqual([undefined, undefined])
  })
})
