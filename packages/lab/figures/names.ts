/**
 * How many names of diseases, chemicals, genes and species does a sequence model find in sentences that it was not fitted on? Whole
 * names, strict, on the development parts of four collections.
 * Run: npm run measure names [-- --kind Disease] [-- --without BC5CDR]   (`--without` leaves a collection out of the fit, not of the scores)
 */
import { cpuUsage } from 'node:process'
import { parseArgs } from 'node:util'
import { writeSequenceWeights } from '../../../core/sequences/index.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'
import { COLLECTIONS_OF_KIND, fitNames, readLabelledNames, scoreNames, scoresOf } from '../training/index.ts'

const { values: options } = parseArgs({
  options: { kind: { type: 'string' }, without: { type: 'string', default: '' } },
})

if (!hasShared) console.log('../shared is not here: the marked names are too large for the repository')
else for (const kind of Object.keys(COLLECTIONS_OF_KIND)) if ((options.kind ?? kind) === kind) measure(kind)

function measure(kind: string): void {
  const collections = COLLECTIONS_OF_KIND[kind] ?? []
  const fitted = collections.filter((collection) => collection !== options.without)
  if (fitted.length === 0) return
  const started = cpuUsage()
  const weights = fitNames(
    fitted.flatMap((collection) => read(collection, 'train')),
    kind,
  )
  const seconds = Math.round(cpuUsage(started).user / 1e6)
  console.log(
    `${kind}: fitted on ${fitted.join(', ')} in ${seconds} s, ${writeSequenceWeights(weights).length} bytes`,
  )
  for (const collection of collections) {
    const { precision, recall, f1 } = scoresOf(scoreNames(weights, read(collection, 'devel'), kind))
    console.log(
      `  ${collection}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}`,
    )
  }
}

function read(collection: string, part: string) {
  return readLabelledNames(sharedPath('data', 'names'), collection, part)
}
