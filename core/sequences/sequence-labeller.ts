/**
 * Labels a sequence by a linear-chain conditional random field: each feature of a token and each pair of neighbouring labels has a weight,
 * and the labels with the largest sum are found at once (Viterbi). Weights are a file of small whole numbers.
 */
import { readFileSync } from 'node:fs'

export interface SequenceWeights {
  readonly labels: readonly string[]
  /** Weights are stored as whole numbers of this size. */
  readonly scale: number
  /** From label (rows; the last row is the start) to label. */
  readonly transitions: Int8Array
  /** Hashes of the features that have weights, ascending. */
  readonly features: Uint32Array
  /** Where the weights of each feature begin in `which` and `weights`; one more than features. */
  readonly offsets: Uint32Array
  readonly which: Uint8Array
  readonly weights: Int8Array
}

/** Names of features, or their hashes where it is cheaper to make no names. */
export type FeaturesOfToken = readonly (string | number)[]

export type SequenceLabeller = (features: readonly FeaturesOfToken[]) => string[]

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

export function featureHash(name: string): number {
  let hash = FNV_OFFSET
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), FNV_PRIME)
  return hash >>> 0
}

export function hashOfFeature(feature: string | number): number {
  return typeof feature === 'number' ? feature : featureHash(feature)
}

export function createSequenceLabeller(model: SequenceWeights): SequenceLabeller {
  const label = createSequenceLabellers([model])
  return (features) => label(features)[0]!
}

/** Labels a sequence by each of several models; a feature is looked up once for all of them. */
export function createSequenceLabellers(
  models: readonly SequenceWeights[],
): (features: readonly FeaturesOfToken[]) => string[][] {
  const labels = models.flatMap((model) => model.labels)
  const transitions = models.map(({ transitions: kept, scale }) =>
    Float64Array.from(kept, (weight) => weight * scale),
  )
  const { place, starts, which, weights } = joinedTable(models)
  return (features) => {
    const scores = new Float64Array(features.length * labels.length)
    for (const [at, ofToken] of features.entries()) {
      const from = at * labels.length
      for (const feature of ofToken) {
        const row = place(hashOfFeature(feature))
        if (row < 0) continue
        const end = starts[row + 1]!
        for (let i = starts[row]!; i < end; i++) scores[from + which[i]!]! += weights[i]!
      }
    }
    let first = 0
    return models.map((model, at) => {
      const own = columnsOf(scores, labels.length, first, model.labels.length)
      first += model.labels.length
      return bestPath(own, transitions[at]!, model.labels.length).map((label) => model.labels[label] ?? '')
    })
  }
}

function columnsOf(scores: Float64Array, width: number, first: number, count: number): Float64Array {
  if (width === count) return scores
  const own = new Float64Array((scores.length / width) * count)
  for (let from = first, to = 0; from < scores.length; from += width, to += count)
    for (let label = 0; label < count; label++) own[to + label] = scores[from + label]!
  return own
}

/** The weights of all models in one table; the labels of a later model are counted on from those of the ones before. */
function joinedTable(models: readonly SequenceWeights[]) {
  const hashes = [...new Set(models.flatMap(({ features }) => [...features]))]
  const place = openAddresses(hashes)
  const starts = new Uint32Array(hashes.length + 1)
  for (const { features, offsets } of models)
    for (const [row, hash] of features.entries())
      starts[place(hash) + 1]! += offsets[row + 1]! - offsets[row]!
  for (let row = 0; row < hashes.length; row++) starts[row + 1]! += starts[row]!
  const next = starts.slice()
  const total = starts[hashes.length]!
  const [which, weights] = [new Uint8Array(total), new Float32Array(total)]
  let first = 0
  for (const model of models) {
    for (const [row, hash] of model.features.entries())
      for (let i = model.offsets[row]!; i < model.offsets[row + 1]!; i++) {
        const at = next[place(hash)]!++
        which[at] = first + model.which[i]!
        weights[at] = model.weights[i]! * model.scale
      }
    first += model.labels.length
  }
  return { place, starts, which, weights }
}

/** A table with twice as many places as hashes, so that a look-up takes a step or two; it gives the place of a hash in the list, or -1. */
function openAddresses(hashes: readonly number[]): (hash: number) => number {
  const size = 2 ** Math.ceil(Math.log2(hashes.length * 2 + 2))
  const rows = new Int32Array(size).fill(-1)
  const known = Uint32Array.from(hashes)
  for (const [row, hash] of hashes.entries()) {
    let at = hash & (size - 1)
    while (rows[at] !== -1) at = (at + 1) & (size - 1)
    rows[at] = row
  }
  return (hash) => {
    let at = hash & (size - 1)
    for (;;) {
      const row = rows[at] ?? -1
      if (row === -1 || known[row] === hash) return row
      at = (at + 1) & (size - 1)
    }
  }
}

/** Viterbi. `scores` has `count` numbers a token; `transitions` a row for each label and one for the start. */
function bestPath(scores: Float64Array, transitions: Float64Array, count: number): number[] {
  const from = new Uint8Array(scores.length)
  let best = scores.slice(0, count).map((score, label) => score + transitions[count * count + label]!)
  for (let at = count; at < scores.length; at += count) {
    const next = new Float64Array(count)
    for (let label = 0; label < count; label++) {
      const previous = bestBefore(best, transitions, label)
      from[at + label] = previous
      next[label] = best[previous]! + transitions[previous * count + label]! + scores[at + label]!
    }
    best = next
  }
  const path = new Array<number>(scores.length / count)
  let label = best.indexOf(Math.max(...best))
  for (let at = path.length - 1; at >= 0; at--) {
    path[at] = label
    label = from[at * count + label]!
  }
  return path
}

function bestBefore(best: Float64Array, transitions: Float64Array, label: number): number {
  const count = best.length
  let found = 0
  let most = Number.NEGATIVE_INFINITY
  for (let previous = 0; previous < count; previous++) {
    const sum = best[previous]! + transitions[previous * count + label]!
    if (sum > most) {
      most = sum
      found = previous
    }
  }
  return found
}

/** The file: length of the header, the header as JSON, then the arrays in the order of `SequenceWeights`. */
export function writeSequenceWeights({ labels, scale, ...arrays }: SequenceWeights): Buffer {
  const { features, offsets, which, weights, transitions } = arrays
  const header = Buffer.from(
    JSON.stringify({ labels, scale, features: features.length, weights: weights.length }),
  )
  const padded = Buffer.concat([header, Buffer.alloc((4 - (header.length % 4)) % 4, ' ')])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(padded.length)
  const counts = Uint8Array.from(features, (_, row) => (offsets[row + 1] ?? 0) - (offsets[row] ?? 0))
  return Buffer.concat([
    length,
    padded,
    bytesOf(features),
    counts,
    which,
    bytesOf(weights),
    bytesOf(transitions),
  ])
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Int8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

interface WeightsHeader {
  readonly labels: string[]
  readonly scale: number
  readonly features: number
  readonly weights: number
}

export function readSequenceWeights(file: URL): SequenceWeights {
  const bytes = readFileSync(file)
  const headerEnd = 4 + bytes.readUInt32LE(0)
  const header = JSON.parse(bytes.toString('utf8', 4, headerEnd)) as WeightsHeader
  let at = headerEnd
  const take = (length: number): ArrayBuffer => {
    const part = Uint8Array.prototype.slice.call(bytes, at, at + length).buffer
    at += length
    return part
  }
  const features = new Uint32Array(take(header.features * 4))
  const counts = new Uint8Array(take(header.features))
  const offsets = new Uint32Array(header.features + 1)
  for (const [row, count] of counts.entries()) offsets[row + 1] = (offsets[row] ?? 0) + count
  const which = new Uint8Array(take(header.weights))
  const weights = new Int8Array(take(header.weights))
  const transitions = new Int8Array(take((header.labels.length + 1) * header.labels.length))
  return { labels: header.labels, scale: header.scale, features, offsets, which, weights, transitions }
}
