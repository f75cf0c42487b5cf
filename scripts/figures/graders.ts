import { measureGraders } from '../../research/graders/measure.ts'
import { writeFigures } from '../lib/write-figures.ts'

const { figures, misses } = await measureGraders()
for (const [name, { kinds, total }] of Object.entries(figures)) {
  console.table({ ...kinds, [`${name}, all`]: total })
}
if (process.argv.includes('--misses')) for (const miss of misses) console.log(JSON.stringify(miss))
writeFigures('graders', figures)
