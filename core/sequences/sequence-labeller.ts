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

export type SequenceLabeller = (features: readonly (readonly string[])[]) => string[]

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

export function featureHash(name: string): number {
  let hash = FNV_OFFSET
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), FNV_PRIME)
  return hash >>> 0
}

export function createSequenceLabeller(model: SequenceWeights): SequenceLabeller {
  const { labels, offsets, which, weights, scale } = model
  const count = labels.length
  const transitions = Float64Array.from(model.transitions, (weight) => weight * scale)
  const place = openAddresses(model.features)
  const addFeature = (scores: Float64Array, name: string) => {
    const row = place(featureHash(name))
    const end = offsets[row + 1] ?? 0
    for (let i = row < 0 ? end : (offsets[row] ?? end); i < end; i++)
      scores[which[i]!]! += weights[i]! * scale
  }
  return (features) => {
    const scores = new Float64Array(features.length * count)
    for (const [at, names] of features.entries()) {
      const ofToken = scores.subarray(at * count, (at + 1) * count)
      for (const name of names) addFeature(ofToken, name)
    }
    return bestPath(scores, transitions, count).map((label) => labels[label] ?? '')
  }
}

/** A table with twice as many places as features, so that a look-up takes a step or two. */
function openAddresses(features: Uint32Array): (hash: number) => number {
  const size = 2 ** Math.ceil(Math.log2(features.length * 2 + 2))
  const rows = new Int32Array(size).fill(-1)
  for (const [row, hash] of features.entries()) {
    let at = hash & (size - 1)
    while (rows[at] !== -1) at = (at + 1) & (size - 1)
    rows[at] = row
  }
  return (hash) => {
    let at = hash & (size - 1)
    for (;;) {
      const row = rows[at] ?? -1
      if (row === -1 || features[row] === hash) return row
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
