/**
 * Measures how many names of chemicals, diseases, genes and species are found in sentences that were not fitted on. Whole names, strict, on
 * the development parts of four collections, fitted on the training parts of all of them; and the same with a collection left out.
 * Run: npm run measure names [-- --without BC5CDR] [-- --write]   (`--write` fits on all parts and saves the weights in graph/names)
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpuUsage } from 'node:process'
import { parseArgs } from 'node:util'
import { writeSequenceWeights } from '../../../core/sequences/index.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'
import { fitNames, NAME_COLLECTIONS, readLabelledNames, scoreNames, wordClasses } from '../training/index.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const FOLDER = join(ROOT, 'graph', 'names')
const CLASSES = 250

const { values: options } = parseArgs({
  options: {
    without: { type: 'string', default: '' },
    classes: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

if (!hasShared) console.log('skipped: ../shared is not here')
else if (options.classes)
  writeFileSync(join(FOLDER, 'word-classes.bin'), wordClasses(join(ROOT, 'models', 'static'), CLASSES))
else measure()

function measure(): void {
  const collections = NAME_COLLECTIONS.filter((collection) => collection !== options.without)
  const parts = options.write ? ['train', 'devel'] : ['train']
  const started = cpuUsage()
  const weights = fitNames(
    parts.flatMap((part) => collections.flatMap((collection) => read(collection, part))),
  )
  const files = weights.map((of) => ({ kind: kindOf(of.labels), bytes: writeSequenceWeights(of) }))
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const seconds = Math.round(cpuUsage(started).user / 1e6)
  console.log(`fitted on ${parts.join(' and ')} of ${collections.join(', ')} in ${seconds} s: ${size} bytes`)
  if (options.write)
    for (const { kind, bytes } of files) writeFileSync(join(FOLDER, 'weights', `${kind}.bin`), bytes)
  else
    for (const collection of NAME_COLLECTIONS) {
      const sentences = read(collection, 'devel')
      const began = cpuUsage()
      const { precision, recall, f1 } = scoreNames(weights, sentences)
      const tokens = sentences.reduce((sum, sentence) => sum + sentence.tokens.length, 0)
      const perToken = cpuUsage(began).user / tokens
      console.log(
        `  ${collection}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}; ${perToken.toFixed(1)} µs a token`,
      )
    }
}

/** Returns the kind of a label: `GENE` for `B-GENE`. */
function kindOf(labels: readonly string[]): string {
  return labels[0]!.slice(2).toLowerCase()
}

function read(collection: string, part: string) {
  return readLabelledNames(sharedPath('data', 'names'), collection, part)
}
