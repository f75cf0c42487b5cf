/** Sentences whose names are marked by hand, as sequences for the name finder, and how well it finds those that it was not fitted on. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSequenceLabeller, type SequenceWeights } from '../../../../core/sequences/index.ts'
import { fitSequence } from '../fit-sequence.ts'
import { nameFeatures } from './name-features.ts'

/** Which collections mark which kind: a collection teaches nothing about the kinds that it leaves unmarked. */
export const COLLECTIONS_OF_KIND: Readonly<Record<string, readonly string[]>> = {
  Chemical: ['BC5CDR'],
  Disease: ['BC5CDR', 'NCBI-disease'],
  Species: ['linnaeus'],
  GENE: ['BC2GM'],
}

interface LabelledSentence {
  readonly tokens: readonly string[]
  /** `O`, or `B-` and `I-` with a kind. */
  readonly labels: readonly string[]
}

/** Reads a file of tokens and labels; an empty line ends a sentence. */
export function readLabelledNames(folder: string, collection: string, part: string): LabelledSentence[] {
  const text = readFileSync(join(folder, collection, `${part}.tsv`), 'utf8')
  return text.split(/\n\s*\n/).flatMap((block) => {
    const rows = block.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.split('\t')]))
    if (rows.length === 0) return []
    return [{ tokens: rows.map(([token]) => token ?? ''), labels: rows.map(([, label]) => label || 'O') }]
  })
}

/** Names of other kinds are as good as no name. */
function labelsOfKind(labels: readonly string[], kind: string): string[] {
  return labels.map((label) => (label.slice(2) === kind ? label.slice(0, 1) : 'O'))
}

/** Chosen, not measured. */
const SETTINGS = { rounds: 4, rate: 0.1, l1: 0.4, l2: 0.5, leastSeen: 2 }

/** Returns the weights that find names of one kind. */
export function fitNames(sentences: readonly LabelledSentence[], kind: string): SequenceWeights {
  const sequences = sentences.map(({ tokens, labels }) => ({
    features: nameFeatures(tokens),
    labels: labelsOfKind(labels, kind),
  }))
  return fitSequence(sequences, SETTINGS)
}

interface NameScores {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Whole names, strict: a name with other ends is wrong. */
export function scoreNames(weights: SequenceWeights, sentences: readonly LabelledSentence[], kind: string) {
  const label = createSequenceLabeller(weights)
  const counts = { right: 0, found: 0, wanted: 0 }
  for (const { tokens, labels } of sentences) {
    const wanted = new Set(namesIn(labelsOfKind(labels, kind)))
    const found = namesIn(label(nameFeatures(tokens)))
    counts.wanted += wanted.size
    counts.found += found.length
    counts.right += found.filter((name) => wanted.has(name)).length
  }
  return counts
}

/** Precision, recall and F1 of counted names. */
export function scoresOf({
  right,
  found,
  wanted,
}: {
  right: number
  found: number
  wanted: number
}): NameScores {
  return { precision: right / found, recall: right / wanted, f1: (2 * right) / (found + wanted) }
}

function namesIn(labels: readonly string[]): string[] {
  const names: string[] = []
  let start = -1
  for (const [at, label] of [...labels, 'O'].entries()) {
    if (start >= 0 && label !== 'I') {
      names.push(`${start} ${at}`)
      start = -1
    }
    if (label === 'B' || (label === 'I' && start < 0)) start = at
  }
  return names
}
