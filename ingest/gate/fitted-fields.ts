/**
 * Rates how likely a text belongs to the fields of the bundled topic rather than to others, by weights that were fitted on labelled
 * abstracts of some 45 fields and on the atlas (packages/lab/research/topic-fields). One row of weights a field: a softmax over
 * all of them, summed on either side, so that a text of a field outside the fitted ones is judged like its neighbours. The contrast is
 * added for fields without available abstracts: physics and mathematics are fitted on phrases alone.
 */

import { dot } from '../../core/index.ts'
import { biochem } from './biochem.ts'
import minilm from './fields/minilm-384.json' with { type: 'json' }
import staticTable from './fields/static-1-256.json' with { type: 'json' }
import type { Topic } from './topic.ts'

export interface FittedFields {
  /** Papers are kept if the sum of their contrast and `score` is above it. */
  readonly cutoff: number
  /** Returns a tenth of the log odds. */
  score(text: Float32Array): number
}

interface StoredFields {
  readonly embedders: readonly string[]
  readonly cutoff: number
  readonly fields: readonly { readonly name: string; readonly isTopic: boolean }[]
  /** Scale of each field's signed bytes. */
  readonly scales: readonly number[]
  /** Base64: for each field a signed byte for each dimension, then the bias. */
  readonly weights: string
}

/** Factor by which unit vectors were scaled before the weights were fitted. */
const VECTOR_SCALE = 10
/** Brings log odds to the size of `contrast` scores, so that one margin of close calls serves both. */
const SCORE_SCALE = 0.1

const STORED: readonly StoredFields[] = [staticTable, minilm]

/** Returns null for a topic or an embedder without fitted weights. */
export function fittedFields(topic: Topic, embedder: string): FittedFields | null {
  const stored = topic === biochem ? STORED.find(({ embedders }) => embedders.includes(embedder)) : undefined
  if (stored === undefined) return null
  const { cutoff, fields, scales } = stored
  const weights = new Int8Array(Buffer.from(stored.weights, 'base64'))
  const width = weights.length / fields.length
  const rows = fields.map((_, at) => Float32Array.from(weights.subarray(at * width, (at + 1) * width)))
  return {
    cutoff,
    score(text) {
      const sides = { topic: 0, other: 0 }
      for (const [at, { isTopic }] of fields.entries()) {
        const sum = VECTOR_SCALE * dot(text, rows[at]!) + rows[at]![width - 1]!
        sides[isTopic ? 'topic' : 'other'] += Math.exp(sum * scales[at]!)
      }
      return Math.round(SCORE_SCALE * Math.log(sides.topic / sides.other) * 1e6) / 1e6
    },
  }
}
