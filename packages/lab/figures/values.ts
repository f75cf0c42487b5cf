/**
 * Measures how well quantities and their units are found in paragraphs that people labelled. Weights are fitted on other papers than those
 * they are measured on: on one half for the other, and in ten folds by paper.
 * Run: npm run measure values [-- --write]   (`--write` fits on all papers and saves the weights in values/weights.json)
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'
import { featuresOf, isQuantity } from '../../../values/decide.ts'
import { findQuantities, type Quantity } from '../../../values/find-quantities.ts'
import { valuesIn } from '../../../values/index.ts'

const WEIGHTS_FILE = join(import.meta.dirname, '..', '..', '..', 'values', 'weights.json')
const PAGE_CHARACTERS = 3000
const FOLDS = 10
// Chosen on the half of the papers on which the weights are fitted.
const [DECAY, ROUNDS, STEP, FEWEST, MIN_WEIGHT] = [0.02, 60, 0.3, 3, 0.1]

interface Labelled {
  readonly start: number
  readonly end: number
  readonly type: string
  readonly other?: { readonly unit?: string | null } | null
}
interface Candidate {
  readonly quantity: Quantity
  readonly features: readonly string[]
  readonly isLabelled: boolean
}
interface Paragraph {
  readonly paper: string
  readonly text: string
  readonly labels: readonly Labelled[]
  readonly candidates: readonly Candidate[]
}
type Weights = Map<string, number>

const { values: options } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

if (!hasShared) console.log('skipped: ../shared is not here')
else measure(readParagraphs())

function measure(paragraphs: readonly Paragraph[]): void {
  const papers = [...new Set(paragraphs.map(({ paper }) => paper))].sort()
  const ofPapers = (chosen: readonly string[]) => paragraphs.filter(({ paper }) => chosen.includes(paper))
  const [fitHalf, checkHalf] = [0, 1].map((half) => ofPapers(papers.filter((_, at) => at % 2 === half)))
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    ofPapers(papers.filter((_, at) => at % FOLDS === fold)),
  )
  const inFolds = folds.map((fold) => counts(fold, fitted(paragraphs.filter((one) => !fold.includes(one)))))
  console.table({
    'other half': figures([counts(checkHalf!, fitted(fitHalf!))]),
    'ten folds by paper': figures(inFolds),
  })
  const characters = paragraphs.reduce((sum, { text }) => sum + text.length, 0)
  const before = process.cpuUsage()
  for (const { text } of paragraphs) valuesIn(text)
  const { user, system } = process.cpuUsage(before)
  console.log(`CPU a page: ${((user + system) / 1000 / (characters / PAGE_CHARACTERS)).toFixed(2)} ms`)
  if (options.write) write(fitted(paragraphs))
}

function readParagraphs(): Paragraph[] {
  const lines = readFileSync(sharedPath('data', 'quantities', 'quantities.jsonl'), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const { id, text, annotations } = JSON.parse(line) as {
      id: string
      text: string
      annotations: Labelled[]
    }
    const labels = annotations.filter(({ type }) => type === 'Quantity')
    const candidates = findQuantities(text).map((quantity) => ({
      quantity,
      features: featuresOf(text, quantity),
      isLabelled: labels.some((label) => overlap(label, quantity)),
    }))
    return { paper: id.slice(0, id.lastIndexOf('-')), text, labels, candidates }
  })
}

/** Fits a logistic regression by adaptive gradients, in the order of the paragraphs. */
function fitted(paragraphs: readonly Paragraph[]): Weights {
  const rows = paragraphs.flatMap(({ candidates }) => candidates)
  const seen = new Map<string, number>()
  for (const name of rows.flatMap(({ features }) => features)) seen.set(name, (seen.get(name) ?? 0) + 1)
  const [weights, squares]: Weights[] = [new Map(), new Map()]
  for (let round = 0; round < ROUNDS; round++)
    for (const { features, isLabelled } of rows) {
      const error = Number(isLabelled) - 1 / (1 + Math.exp(-sum(features, weights!)))
      for (const name of features.filter((one) => seen.get(one)! >= FEWEST)) {
        const weight = weights!.get(name) ?? 0
        const slope = error - DECAY * weight
        const square = (squares!.get(name) ?? 1e-8) + slope * slope
        squares!.set(name, square)
        weights!.set(name, weight + (STEP * slope) / Math.sqrt(square))
      }
    }
  return weights!
}

function sum(features: readonly string[], weights: Weights): number {
  return features.reduce((total, name) => total + (weights.get(name) ?? 0), 0)
}

function counts(paragraphs: readonly Paragraph[], weights: Weights) {
  const total = { labelled: 0, found: 0, exact: 0, foundOverlap: 0, labelOverlap: 0, unit: 0 }
  const byName = Object.fromEntries(weights)
  for (const { text, labels, candidates } of paragraphs) {
    const found = candidates.map(({ quantity }) => quantity).filter((one) => isQuantity(text, one, byName))
    total.labelled += labels.length
    total.found += found.length
    total.foundOverlap += found.filter((one) => labels.some((label) => overlap(label, one))).length
    for (const label of labels) {
      const near = found.find((one) => overlap(label, one))
      if (found.some(({ start, end }) => start === label.start && end === label.end)) total.exact++
      if (near === undefined) continue
      total.labelOverlap++
      total.unit += Number(unitText(text, near) === (label.other?.unit ?? null))
    }
  }
  return total
}

function unitText(text: string, { unitSpan }: Quantity): string | null {
  return unitSpan === null ? null : text.slice(...unitSpan)
}

function figures(parts: readonly ReturnType<typeof counts>[]) {
  const total = (name: keyof ReturnType<typeof counts>) => parts.reduce((all, part) => all + part[name], 0)
  const precision = total('foundOverlap') / total('found')
  const recall = total('labelOverlap') / total('labelled')
  return {
    'spans, strict F1': round((2 * total('exact')) / (total('found') + total('labelled'))),
    'overlapping F1': round((2 * precision * recall) / (precision + recall)),
    precision: round(precision),
    recall: round(recall),
    'unit exact': round(total('unit') / total('labelOverlap')),
    quantities: total('labelled'),
  }
}

function write(weights: Weights): void {
  const kept = [...weights].filter(([, weight]) => Math.abs(weight) >= MIN_WEIGHT)
  const rows = kept
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, weight]) => [name, round(weight)])
  writeFileSync(WEIGHTS_FILE, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`)
  console.log(`${rows.length} weights written`)
}

function overlap(one: { start: number; end: number }, other: { start: number; end: number }): boolean {
  return one.start < other.end && one.end > other.start
}

function round(figure: number): number {
  return Math.round(figure * 1000) / 1000
}
