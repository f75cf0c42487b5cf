/**
 * Measures how well references are split into fields in styles that the weights were not fitted on: ten folds by file, and publishers left
 * out, each the files from one source.
 * Run: npm run measure references [-- --folds 4 --first 2] [-- --write]   (`--first` measures some of the folds and no publishers;
 * `--write` fits on all references and saves the weights in references/)
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createSequenceLabeller, writeSequenceWeights } from '../../../core/sequences/index.ts'
import { parseReference, referenceTokens } from '../../../references/index.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'
import {
  createFieldScores,
  type FieldScores,
  fitReferences,
  type LabelledReference,
  printedReference,
  readLabelledReferences,
} from '../training/index.ts'

const WEIGHTS_FILE = join(import.meta.dirname, '..', '..', '..', 'references', 'reference-weights.bin')
const MS_PER_SECOND = 1000

const { values: options } = parseArgs({
  options: {
    folds: { type: 'string', default: '10' },
    first: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

if (!hasShared) console.log('skipped: ../shared is not here')
else measure(readLabelledReferences(sharedPath('data', 'references', 'references.jsonl')))

function measure(references: readonly LabelledReference[]): void {
  if (options.write) {
    const bytes = writeSequenceWeights(fitReferences(references))
    writeFileSync(WEIGHTS_FILE, bytes)
    console.log(`weights of ${references.length} references: ${bytes.length} bytes`)
    return
  }
  const folds = foldsByFile(references, Number(options.folds))
  if (options.first !== undefined) {
    for (const [at, fold] of folds.slice(0, Number(options.first)).entries())
      print(`fold ${at + 1} of ${folds.length} by file`, crossValidated(references, [fold]))
    return
  }
  print(`${folds.length} folds by file`, crossValidated(references, folds))
  const publishers = [...new Set(references.map(publisherOf))]
  const left = publishers.map((name) => references.filter((reference) => publisherOf(reference) === name))
  print(`${left.length} publishers left out`, crossValidated(references, left))
}

/** Assigns files to folds, the largest first, each to the fold with the fewest references. */
function foldsByFile(references: readonly LabelledReference[], count: number): LabelledReference[][] {
  const files = [...Map.groupBy(references, ({ file }) => file).values()]
  const folds: LabelledReference[][] = Array.from({ length: count }, () => [])
  for (const file of files.toSorted((a, b) => b.length - a.length)) {
    const smallest = folds.reduce((best, fold) => (fold.length < best.length ? fold : best))
    smallest.push(...file)
  }
  return folds
}

/** Returns the collection of the file; the one of single papers is divided by the beginnings of their names. */
function publisherOf({ file }: LabelledReference): string {
  if (/^citations/.test(file)) return 'collected citations'
  if (/kisti/.test(file)) return 'KISTI'
  if (/header/.test(file)) return 'journals, by their headers'
  if (/arXiv|^\d*-?\d{4}\.\d{4,5}|^\d{4}\.\d{4}/.test(file)) return 'arXiv'
  if (/inspire|JHEP|epjc|_Phys|Phys_|_AJ_|_ApJS|_EPL/i.test(file)) return 'physics'
  return 'others'
}

function crossValidated(
  references: readonly LabelledReference[],
  folds: readonly (readonly LabelledReference[])[],
): FieldScores & { readonly tokensPerSecond: number } {
  const scores = createFieldScores()
  let [tokens, ms] = [0, 0]
  for (const fold of folds) {
    const held = new Set(fold)
    const labeller = createSequenceLabeller(fitReferences(references.filter((each) => !held.has(each))))
    for (const reference of fold) {
      const raw = printedReference(reference).replace(/\s+/g, ' ').trim()
      const started = performance.now()
      const parsed = parseReference(raw, labeller)
      ms += performance.now() - started
      tokens += referenceTokens(raw).length
      scores.add(parsed, reference)
    }
  }
  return { ...scores.scores(), tokensPerSecond: Math.round((tokens / ms) * MS_PER_SECOND) }
}

function print(
  what: string,
  { f1, whole, references, byField, tokensPerSecond }: ReturnType<typeof crossValidated>,
): void {
  const fields = Object.entries(byField).map(([field, value]) => `${field} ${value.toFixed(3)}`)
  console.log(`${what}: ${references} references`)
  console.log(`  fields F1 ${f1.toFixed(4)}, whole references right ${whole.toFixed(4)}`)
  console.log(`  ${fields.join(', ')}`)
  console.log(`  ${tokensPerSecond} tokens a second`)
}
