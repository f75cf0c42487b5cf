import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { killIngests } from '../../fixtures/ingest-kills.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const KILLS = 1
const SEED = 7
// More than are read before the kill.
const PAPERS = [
  'ace-haplotype-lisinopril',
  'akt1-allosteric',
  'bark-extract-lupeol',
  'stereo-matching',
  'chloroplast-haplotypes',
]

describe('an ingest that is killed', () => {
  it(`loses nothing and has nothing twice, at ${KILLS} seeded moments`, async () => {
    const papers = temporaryFolder()
    for (const name of PAPERS) copyFileSync(samplePaper(name), join(papers, `${name}.pdf`))
    const report = await killIngests({ papers, scratch: temporaryFolder(), kills: KILLS, seed: SEED })
    expect(report.problems).toEqual([])
    expect(report.kills).toBe(KILLS)
  })
})
