/**
 * Is an ingest safe against `kill -9`? Kills one 50 times (argv[2]) at seeded moments, over the sample papers and variants of
 * them; after every kill the corpus must verify, hold every paper that was reported, whole and once, and in the end equal the
 * corpus of an undisturbed ingest. Exit code 1 where it does not.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killIngests } from '../../../tests/fixtures/ingest-kills.ts'
import { writeVariants } from '../../../tests/fixtures/paper-variants.ts'

const DEFAULT_KILLS = 50
const VARIANTS = 3
const SEED = 20_240_613

const scratch = mkdtempSync(join(tmpdir(), 'gloss-kill-'))
const papers = join(scratch, 'papers')
writeVariants(join(import.meta.dirname, '..', '..', '..', 'samples', 'papers'), papers, VARIANTS)
try {
  const kills = Number(process.argv[2] ?? DEFAULT_KILLS)
  const report = await killIngests({ papers, scratch, kills, seed: SEED, onKill: console.log })
  for (const problem of report.problems) console.log(`PROBLEM ${problem}`)
  console.log(
    `${report.kills} kills, ${report.finished} corpora of ${report.papers} papers finished between them: ` +
      (report.problems.length === 0 ? 'nothing lost, nothing twice.' : `${report.problems.length} problems.`),
  )
  process.exitCode = report.problems.length === 0 ? 0 : 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
