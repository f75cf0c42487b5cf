/**
 * Labels a sequence with a linear-chain conditional random field: each feature of a token and each pair of adjacent labels has a weight,
 * and the labels with the largest sum are found by the Viterbi algorithm. Weights are stored in a file as small integers.
 */
import { readFileSync } from 'node:fs'

export interface SequenceWeights {
  readonly labels: readonly string[]
  /** Step size: weights are stored as integer multiples of it. */
  readonly scale: number
  /** Weights from one label (rows; the last row is the start) to the next. */
  readonly transitions: Int8Array
  /** Hashes of the features that have weights, ascending. */
  readonly features: Uint32Array
  /** Index in `which` and `weights` at which each feature's weights begin; one entry more than features. */
  readonly offsets: Uint32Array
  readonly which: Uint8Array
  readonly weights: Int8Array
}

/** Names of features, their hashes (32 bits, signed or unsigned) if that is cheaper than making names, and blocks of hashes. */
export type FeaturesOfToken = readonly (string | number | FeatureBlock)[]

export type SequenceLabeller = (features: readonly FeaturesOfToken[]) => string[]

/** Hashes of features that often occur together: a labeller sums their weights only once. */
export class FeatureBlock {
  readonly hashes: readonly number[]
  /** Where the labeller that used the block last keeps its sums. */
  sums: Int32Array | null = null
  sumsFrom = 0

  constructor(hashes: readonly number[]) {
    this.hashes = hashes
  }
}

/** Sums of blocks that a labeller keeps, in one array that stays small: 8 MB. Chosen, not measured. */
const SUMS_KEPT = 2 ** 21
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

export function featureHash(name: string): number {
  let hash = FNV_OFFSET
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), FNV_PRIME)
  return hash >>> 0
}

function hashOfFeature(feature: string | number): number {
  return typeof feature === 'number' ? feature : featureHash(feature)
}

/** Returns the hashes of all features as unsigned numbers. */
export function hashesOfFeatures(features: FeaturesOfToken): number[] {
  return features
    .flatMap((feature) => (typeof feature === 'object' ? feature.hashes : hashOfFeature(feature)))
    .map((hash) => hash >>> 0)
}

export function createSequenceLabeller(model: SequenceWeights): SequenceLabeller {
  const label = createSequenceLabellers([model])
  return (features) => label(features)[0]!
}

/**
 * Labels a sequence with each of several models; a feature is looked up once for all of them. Weights and transitions of a model have one
 * scale, so integers are summed: exactly, in any order.
 */
export function createSequenceLabellers(
  models: readonly SequenceWeights[],
): (features: readonly FeaturesOfToken[]) => string[][] {
  const width = models.reduce((count, { labels }) => count + labels.length, 0)
  const table = joinedTable(models)

  let kept: Int32Array | null = null
  let filled = 0

  function sumsOf(block: FeatureBlock): Int32Array {
    if (block.sums !== null && block.sums === kept) return kept
    if (kept === null || filled + width > SUMS_KEPT) {
      kept = new Int32Array(SUMS_KEPT)
      filled = 0
    }
    block.sums = kept
    block.sumsFrom = filled
    for (const hash of block.hashes) table.add(hash, kept, filled)
    filled += width
    return kept
  }

  function addBlock(block: FeatureBlock, scores: Int32Array, from: number): void {
    const sums = sumsOf(block)
    const first = block.sumsFrom
    for (let label = 0; label < width; label++) scores[from + label]! += sums[first + label]!
  }

  return (features) => {
    const scores = new Int32Array(features.length * width)
    let from = 0
    for (const ofToken of features) {
      for (const feature of ofToken)
        if (typeof feature === 'object') addBlock(feature, scores, from)
        else table.add(hashOfFeature(feature), scores, from)
      from += width
    }
    let first = 0
    return models.map(({ labels, transitions }) => {
      const path = bestPath({ scores, width, first }, transitions, labels.length)
      first += labels.length
      return path.map((label) => labels[label] ?? '')
    })
  }
}

interface FeatureTable {
  /** Adds the weights of a feature, one number for each label of every model, to the numbers from index `from` on. */
  add(hash: number, to: Int32Array, from: number): void
}

// Nine in ten features of a text are in no table: with this many bits for each hash, one in sixteen of those is looked up in vain.
const SEEN_BITS = 16
const COUNT_BITS = 8

/**
 * Joins the weights of all models in one hash table; labels are numbered consecutively over the models. It has at least twice as many places
 * as features, so that a look-up takes a step or two. A bit set in front, small enough for the processor's cache, rejects most features that
 * are not in the table.
 */
function joinedTable(models: readonly SequenceWeights[]): FeatureTable {
  const most = models.reduce((sum, { features }) => sum + features.length, 0)
  const size = powerOfTwo(most * 2 + 2)
  const bits = powerOfTwo(most * SEEN_BITS + 32)
  const seen = new Int32Array(bits / 32)
  /** For each place the hash of a feature, and where its cells begin, with their count in the last bits; 0 if the place is empty. */
  const places = new Int32Array(size * 2)
  /** A label, with its weight in the last eight bits. */
  const cells = new Uint16Array(models.reduce((sum, { weights }) => sum + weights.length, 0))

  /** Returns the place of a feature in the table, or the empty one where it would be. */
  function placeOf(hash: number): number {
    const signed = hash | 0
    let at = (hash & (size - 1)) * 2
    while (places[at + 1] !== 0 && places[at] !== signed) at = (at + 2) & (size * 2 - 1)
    return at
  }

  for (const { features, offsets } of models)
    for (const [row, hash] of features.entries()) {
      const at = placeOf(hash)
      places[at] = hash
      places[at + 1]! += offsets[row + 1]! - offsets[row]!
      seen[(hash & (bits - 1)) >>> 5]! |= 1 << (hash & 31)
    }
  let start = 0
  for (let at = 1; at < places.length; at += 2) {
    const count = places[at]!
    if (count > 0) places[at] = (start << COUNT_BITS) | count
    start += count
  }
  const filled = new Uint8Array(size)
  let first = 0
  for (const { labels, features, offsets, which, weights } of models) {
    for (const [row, hash] of features.entries()) {
      const at = placeOf(hash)
      const begin = places[at + 1]! >>> COUNT_BITS
      for (let i = offsets[row]!; i < offsets[row + 1]!; i++)
        cells[begin + filled[at / 2]!++] = ((first + which[i]!) << 8) | (weights[i]! & 0xff)
    }
    first += labels.length
  }
  return {
    add(hash, to, from) {
      if ((seen[(hash & (bits - 1)) >>> 5]! & (1 << (hash & 31))) === 0) return
      const place = places[placeOf(hash) + 1]!
      let at = place >>> COUNT_BITS
      const end = at + (place & ((1 << COUNT_BITS) - 1))
      for (; at < end; at++) to[from + (cells[at]! >> 8)]! += (cells[at]! << 24) >> 24
    },
  }
}

function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(least))
}

interface Scores {
  /** `width` scores for each token; those of one model start at `first`. */
  readonly scores: Int32Array
  readonly width: number
  readonly first: number
}

/** Finds the best labels by the Viterbi algorithm. `transitions` has a row for each label and one for the start. */
function bestPath({ scores, width, first }: Scores, transitions: Int8Array, count: number): number[] {
  const length = scores.length / width
  const from = new Uint8Array(length * count)
  let [best, next] = [new Float64Array(count), new Float64Array(count)]
  for (let at = 0; at < length; at++) {
    for (let label = 0; label < count; label++) {
      const own = scores[at * width + first + label]!
      if (at === 0) {
        next[label] = own + transitions[count * count + label]!
        continue
      }
      const previous = bestBefore(best, transitions, label)
      from[at * count + label] = previous
      next[label] = best[previous]! + transitions[previous * count + label]! + own
    }
    ;[best, next] = [next, best]
  }
  const path = new Array<number>(length)
  let label = best.indexOf(Math.max(...best))
  for (let at = length - 1; at >= 0; at--) {
    path[at] = label
    label = from[at * count + label]!
  }
  return path
}

function bestBefore(best: Float64Array, transitions: Int8Array, label: number): number {
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

/** Returns the content of the file: length of the header, the header as JSON, then the arrays in the order of `SequenceWeights`. */
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
