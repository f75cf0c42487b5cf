/**
 * How often do the graders call a rewritten right answer right, and a wrong one wrong? SciBench's answers rewritten and perturbed, and the
 * letters of the multiple-choice questions. Writes docs/figures/graders.json. Run: npm run measure graders
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { measureGraders } from '../../research/graders/measure.ts'

const FIGURES = join(import.meta.dirname, '..', '..', 'docs', 'figures', 'graders.json')

const { figures, misses } = await measureGraders()
for (const [name, { kinds, total }] of Object.entries(figures)) {
  console.table({ ...kinds, [`${name}, all`]: total })
}
if (process.argv.includes('--misses')) for (const miss of misses) console.log(JSON.stringify(miss))
await writeFile(FIGURES, `${JSON.stringify(figures, undefined, 2)}\n`)
