import { measureGraders } from '../../research/graders/measure.ts'
import { measureSentences } from '../../research/graders/sentences.ts'
import { writeFigures } from '../lib/write-figures.ts'

const { figures, misses } = await measureGraders()
for (const [name, { kinds, total }] of Object.entries(figures)) {
  console.table({ ...kinds, [`${name}, all`]: total })
}
if (process.argv.includes('--misses')) for (const miss of misses) console.log(JSON.stringify(miss))
const [chosenOn, kept] = [await measureSentences(0), await measureSentences(1)]
console.table(kept.figures)
if (process.argv.includes('--misses'))
  for (const miss of [...chosenOn.misses, ...kept.misses]) console.log(JSON.stringify(miss))
writeFigures('graders', {
  ...figures,
  sentences: { 'half that rules were chosen on': chosenOn.figures, 'kept half': kept.figures },
})
