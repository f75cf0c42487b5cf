/** Reads sentences with names marked by hand as sequences, fits the name finder, and scores it on sentences that it was not fitted on. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { abbreviationsOf } from '../../../../core/index.ts'
import { createSequenceLabellers, type SequenceWeights } from '../../../../core/sequences/index.ts'
import { createNameFeatures, labelledSpans } from '../../../../graph/names/index.ts'
import { type FitSettings, fitSequence } from '../fit-sequence.ts'

/** Collections that mark each kind: a collection teaches nothing about the kinds that it leaves unmarked. */
export const COLLECTIONS_OF_KIND: Readonly<Record<string, readonly string[]>> = {
  Chemical: ['BC5CDR'],
  Disease: ['BC5CDR', 'NCBI-disease'],
  Species: ['linnaeus'],
  GENE: ['BC2GM'],
}
export const NAME_COLLECTIONS = ['BC5CDR', 'NCBI-disease', 'linnaeus', 'BC2GM']

interface LabelledSentence {
  readonly collection: string
  readonly tokens: readonly string[]
  /** `O`, or `B-` and `I-` with a kind. */
  readonly labels: readonly string[]
  /** Last word of the long form of each short form in the neighbouring sentences. */
  readonly heads: ReadonlyMap<string, string>
}

// The collections do not mark ends of documents: an abstract or two back, and the next sentences. Chosen, not measured.
const SENTENCES_BACK = 20
const SENTENCES_AHEAD = 2

/** Reads a file of tokens and labels; an empty line ends a sentence. */
export function readLabelledNames(folder: string, collection: string, part: string): LabelledSentence[] {
  const file = readFileSync(join(folder, collection, `${part}.tsv`), 'utf8')
  const sentences = file.split(/\n\s*\n/).flatMap((block) => {
    const rows = block.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.split('\t')]))
    if (rows.length === 0) return []
    return [{ tokens: rows.map(([token]) => token ?? ''), labels: rows.map(([, label]) => label || 'O') }]
  })
  const texts = sentences.map(({ tokens }) => tokens.join(' ').replace(/ ([-/’']) /g, '$1'))
  return sentences.map((sentence, at) => {
    const around = texts.slice(Math.max(0, at - SENTENCES_BACK), at + SENTENCES_AHEAD + 1).join(' ')
    const heads = Array.from(
      abbreviationsOf(around),
      ([short, long]) => [short, long.split(/[\s-]/).at(-1)!.toLowerCase()] as const,
    )
    return { ...sentence, collection, heads: new Map(heads) }
  })
}

/** Rounds and penalties: chosen, not measured. */
const SETTINGS: FitSettings = { rounds: 5, rate: 0.1, l1: 0.5, l2: 0.5, leastSeen: 2 }
/** Genes depend on many small weights: without the smallest their file is half as large, and F1 on BC2GM .737 instead of .747. */
const SMALLER: Readonly<Record<string, Partial<FitSettings>>> = { GENE: { leastStored: 2 } }

/** Returns the weights of each kind. Names of other kinds count as no name. */
export function fitNames(sentences: readonly LabelledSentence[]): SequenceWeights[] {
  const features = createNameFeatures()
  return Object.entries(COLLECTIONS_OF_KIND).flatMap(([kind, collections]) => {
    const marked = sentences.filter(({ collection }) => collections.includes(collection))
    const sequences = marked.map(({ tokens, labels, heads }) => ({
      features: features(tokens, heads),
      labels: labels.map((label) => (label.endsWith(`-${kind}`) ? label : 'O')),
    }))
    return sequences.length === 0 ? [] : [fitSequence(sequences, { ...SETTINGS, ...SMALLER[kind] })]
  })
}

interface NameScores {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Scores whole names, strictly: a name with other ends is wrong. Kinds that the collection does not mark do not count. */
export function scoreNames(
  weights: readonly SequenceWeights[],
  sentences: readonly LabelledSentence[],
): NameScores {
  const label = createSequenceLabellers(weights)
  const features = createNameFeatures()
  let [right, found, wanted] = [0, 0, 0]
  for (const { collection, tokens, labels, heads } of sentences) {
    const isMarked = (name: string) => COLLECTIONS_OF_KIND[name.split(' ')[2]!]!.includes(collection)
    const marked = new Set(namesIn(labels))
    const names = label(features(tokens, heads)).flatMap(namesIn).filter(isMarked)
    wanted += marked.size
    found += names.length
    right += names.filter((name) => marked.has(name)).length
  }
  return { precision: right / found, recall: right / wanted, f1: (2 * right) / (found + wanted) }
}

function namesIn(labels: readonly string[]): string[] {
  return labelledSpans(labels).map(({ from, to, label }) => `${from} ${to} ${label}`)
}
