/**
 * Fits a linear-chain conditional random field by FTRL-Proximal (McMahan et al. 2013): one sequence at a time, with an L1 penalty that
 * leaves most weights at zero, so that the file stays small.
 */
import { seededRandom, shuffle } from '../../../core/index.ts'
import {
  type FeaturesOfToken,
  hashesOfFeatures,
  type SequenceWeights,
} from '../../../core/sequences/index.ts'

export interface LabelledSequence {
  readonly features: readonly FeaturesOfToken[]
  readonly labels: readonly string[]
}

export interface FitSettings {
  readonly rounds: number
  readonly rate: number
  readonly l1: number
  readonly l2: number
  /** Least number of tokens with a feature that gets a weight. */
  readonly leastSeen: number
  /**
   * Share of the features, and of the kinds of features (a name up to its space), that a step leaves out, so that none does what others
   * could (dropout; feature bagging, Sutton et al. 2006); 0 if absent.
   */
  readonly dropped?: number
  /** Least stored weight, as a whole number from -127 to 127; 1 if absent. */
  readonly leastStored?: number
}

const LARGEST_STORED = 127

export function fitSequence(sequences: readonly LabelledSequence[], settings: FitSettings): SequenceWeights {
  const labels = [...new Set(sequences.flatMap((sequence) => sequence.labels))].toSorted()
  const { rows, hashes, kinds } = featureRows(sequences, settings.leastSeen)
  const count = labels.length
  const learner = createLearner(hashes.length * count + (count + 1) * count, settings)
  const compact = sequences.map(({ features, labels: named }) => ({
    rows: features.map((names) =>
      Uint32Array.from(hashesOfFeatures(names).flatMap((hash) => rows.get(hash) ?? [])),
    ),
    labels: Uint8Array.from(named, (name) => labels.indexOf(name)),
  }))
  const whole = compact.filter((sequence) => sequence.labels.length > 0)
  const drop = createDropout(kinds, settings.dropped ?? 0)
  for (let round = 0; round < settings.rounds; round++)
    for (const sequence of shuffle(whole, round)) learn(drop(sequence), count, hashes.length * count, learner)
  return packed(labels, hashes, learner.weights, settings.leastStored)
}

function featureRows(sequences: readonly LabelledSequence[], leastSeen: number) {
  const seen = new Map<number, number>()
  const kinds = new Map<number, string>()
  const count = (feature: FeaturesOfToken[number]) => {
    for (const hash of hashesOfFeatures([feature])) {
      seen.set(hash, (seen.get(hash) ?? 0) + 1)
      kinds.set(hash, typeof feature === 'string' ? feature.split(' ', 1)[0]! : '')
    }
  }
  for (const { features } of sequences) for (const ofToken of features) ofToken.forEach(count)
  const hashes = Uint32Array.from(
    [...seen].flatMap(([hash, times]) => (times >= leastSeen ? [hash] : [])),
  ).sort()
  const names = [...new Set(kinds.values())]
  return {
    hashes,
    rows: new Map(Array.from(hashes, (hash, row) => [hash, row])),
    kinds: Uint8Array.from(hashes, (hash) => names.indexOf(kinds.get(hash)!)),
  }
}

/** Returns a dropout. The remaining features score less by the average dropped share, for which `gain` compensates. */
function createDropout(kinds: Uint8Array, share: number) {
  const random = seededRandom(0)
  const count = kinds.reduce((most, kind) => Math.max(most, kind + 1), 0)
  return ({ rows, labels }: CompactSequence): CompactSequence => {
    if (share === 0) return { rows, labels }
    const isOff = Array.from({ length: count }, () => random() < share)
    const kept = rows.map((ofToken) => ofToken.filter((row) => !isOff[kinds[row]!] && random() >= share))
    return { rows: kept, labels, gain: (1 - share) ** -2 }
  }
}

interface Learner {
  readonly weights: Float32Array
  update(cell: number, gradient: number): void
}

function createLearner(cells: number, { rate, l1, l2 }: FitSettings): Learner {
  const weights = new Float32Array(cells)
  const z = new Float32Array(cells)
  const n = new Float32Array(cells)
  return {
    weights,
    update(cell, gradient) {
      const before = n[cell]!
      const after = before + gradient * gradient
      const sigma = (Math.sqrt(after) - Math.sqrt(before)) / rate
      const sum = z[cell]! + gradient - sigma * weights[cell]!
      z[cell] = sum
      n[cell] = after
      weights[cell] =
        Math.abs(sum) <= l1 ? 0 : -(sum - Math.sign(sum) * l1) / ((1 + Math.sqrt(after)) / rate + l2)
    },
  }
}

interface CompactSequence {
  readonly rows: readonly Uint32Array[]
  readonly labels: Uint8Array
  /** Factor of the scores; 1 if absent. */
  readonly gain?: number
}

const NEGLIGIBLE = 1e-4

/** Takes one step: probabilities by forward and backward sums, then the difference from the truth. */
function learn(
  { rows, labels, gain = 1 }: CompactSequence,
  count: number,
  transitionsAt: number,
  learner: Learner,
): void {
  const potentials = potentialsOf(rows, count, learner.weights, gain)
  const steps = Float64Array.from({ length: (count + 1) * count }, (_, cell) =>
    Math.exp(learner.weights[transitionsAt + cell]!),
  )
  const { forward, scale } = forwardSums(potentials, steps, count)
  const backward = backwardSums(potentials, steps, count, scale)
  const pairs = new Float64Array((count + 1) * count)
  for (const [at, truth] of labels.entries()) {
    const [from, to] = [at * count, (at + 1) * count]
    const ofToken = forward.slice(from, to).map((sum, label) => (sum * backward[from + label]!) / scale[at]!)
    ofToken[truth]! -= 1
    if (at === 0) pairs.set(ofToken, count * count)
    else pairs[labels[at - 1]! * count + truth]! -= 1
    updateRows(rows[at]!, ofToken, learner)
  }
  addPairs(pairs, steps, count, {
    forward,
    reached: potentials.map((value, cell) => value * backward[cell]!),
  })
  for (const [step, gradient] of pairs.entries())
    if (Math.abs(gradient) > NEGLIGIBLE) learner.update(transitionsAt + step, gradient)
}

function updateRows(rows: Uint32Array, gradients: Float64Array, learner: Learner): void {
  for (const [label, gradient] of gradients.entries())
    if (Math.abs(gradient) > NEGLIGIBLE)
      for (const row of rows) learner.update(row * gradients.length + label, gradient)
}

function potentialsOf(
  rows: readonly Uint32Array[],
  count: number,
  weights: Float32Array,
  gain: number,
): Float64Array {
  const potentials = new Float64Array(rows.length * count)
  for (const [at, ofToken] of rows.entries()) {
    for (const row of ofToken)
      for (let label = 0; label < count; label++)
        potentials[at * count + label]! += gain * weights[row * count + label]!
    exponentiate(potentials, at * count, count)
  }
  return potentials
}

interface Sums {
  readonly forward: Float64Array
  /** Backward sum of each label, from here to the end. */
  readonly reached: Float64Array
}

/** Adds the probabilities of neighbouring labels. */
function addPairs(pairs: Float64Array, steps: Float64Array, count: number, { forward, reached }: Sums): void {
  for (let at = count; at < forward.length; at += count)
    for (let previous = 0; previous < count; previous++) {
      const before = forward[at - count + previous]!
      for (let label = 0; label < count; label++) {
        const step = previous * count + label
        pairs[step]! += before * steps[step]! * reached[at + label]!
      }
    }
}

function exponentiate(values: Float64Array, from: number, count: number): void {
  const part = values.subarray(from, from + count)
  const most = part.reduce((known, value) => Math.max(known, value), Number.NEGATIVE_INFINITY)
  for (const at of part.keys()) part[at] = Math.exp(part[at]! - most)
}

/** Returns forward sums. Those of each token are scaled to 1, with the factors in `scale`. */
function forwardSums(potentials: Float64Array, steps: Float64Array, count: number) {
  const forward = new Float64Array(potentials.length)
  const scale = new Float64Array(potentials.length / count)
  for (const at of scale.keys()) {
    const sums = forward.subarray(at * count, (at + 1) * count)
    for (let label = 0; label < count; label++) {
      let sum = at === 0 ? steps[count * count + label]! : 0
      for (let previous = 0; at > 0 && previous < count; previous++)
        sum += forward[(at - 1) * count + previous]! * steps[previous * count + label]!
      sums[label] = sum * potentials[at * count + label]!
    }
    const factor = 1 / sums.reduce((total, sum) => total + sum, 0)
    scale[at] = factor
    for (const label of sums.keys()) sums[label]! *= factor
  }
  return { forward, scale }
}

function backwardSums(
  potentials: Float64Array,
  steps: Float64Array,
  count: number,
  scale: Float64Array,
): Float64Array {
  const backward = new Float64Array(potentials.length)
  backward.fill(scale.at(-1)!, backward.length - count)
  for (let at = scale.length - 2; at >= 0; at--)
    for (let label = 0; label < count; label++) {
      let sum = 0
      for (let next = 0; next < count; next++) {
        const cell = (at + 1) * count + next
        sum += steps[label * count + next]! * potentials[cell]! * backward[cell]!
      }
      backward[at * count + label] = sum * scale[at]!
    }
  return backward
}

function packed(
  labels: readonly string[],
  hashes: Uint32Array,
  all: Float32Array,
  leastStored = 1,
): SequenceWeights {
  const count = labels.length
  const largest = all.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
  const scale = largest / LARGEST_STORED || 1
  const rounded = Int8Array.from(all, (weight) => Math.round(weight / scale))
  const features: number[] = []
  const offsets = [0]
  const which: number[] = []
  const weights: number[] = []
  for (const [row, hash] of hashes.entries()) {
    for (let label = 0; label < count; label++) {
      const weight = rounded[row * count + label] ?? 0
      if (Math.abs(weight) < leastStored) continue
      which.push(label)
      weights.push(weight)
    }
    if (which.length === offsets.at(-1)) continue
    features.push(hash)
    offsets.push(which.length)
  }
  return {
    labels,
    scale,
    transitions: rounded.slice(hashes.length * count),
    features: Uint32Array.from(features),
    offsets: Uint32Array.from(offsets),
    which: Uint8Array.from(which),
    weights: Int8Array.from(weights),
  }
}
