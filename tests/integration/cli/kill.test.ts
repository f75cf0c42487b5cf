import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { killIngests } from '../../fixtures/ingest-kills.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const KILLS = 1
const SEED = 7

describe('an ingest that is killed', () => {
  it(`loses nothing and has nothing twice, at ${KILLS} seeded moments`, async () => {
    const papers = join(import.meta.dirname, '..', '..', '..', 'samples', 'papers')
    const report = await killIngests({ papers, scratch: temporaryFolder(), kills: KILLS, seed: SEED })
    expect(report.problems).toEqual([])
    expect(report.kills).toBe(KILLS)
  })
})
