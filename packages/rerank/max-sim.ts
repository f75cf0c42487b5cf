/**
 * Late interaction: for each token of the question the most similar token of the text, and the mean of their cosines (MaxSim, Khattab and
 * Zaharia, SIGIR 2020, equation 3; the mean instead of their sum, so that questions of any length give -1 to 1).
 *
 * Cost: one scan of all rows of the texts for each token of the question, 30 ns a row of 384.
 */
import { openKernel, QUERY_MAX, quantise, WASM_PAGE_BYTES } from '../../index/vectors/matrix.ts'
import { type PackedTokens, strideOf } from './packed-tokens.ts'

const PRODUCT_BYTES = 4

export interface MaxSim {
  /** Scores the texts. `question`: rows of the width, unit length. A text or a question without rows scores 0. */
  score(question: Float32Array, texts: readonly PackedTokens[]): Float32Array
}

/** Creates a scorer, whose memory grows to the largest set of texts that it has scored. */
export function createMaxSim(dims: number): MaxSim {
  const kernel = openKernel()
  const stride = strideOf(dims)
  const base = stride * Int16Array.BYTES_PER_ELEMENT
  const left = new Int16Array(stride)

  /** Copies the texts one after another; returns the offset of the products. */
  function load(texts: readonly PackedTokens[], rows: number): number {
    const productsAt = base + rows * stride
    const missing = productsAt + rows * PRODUCT_BYTES - kernel.memory.buffer.byteLength
    if (missing > 0) kernel.memory.grow(Math.ceil(missing / WASM_PAGE_BYTES))
    const cells = new Int8Array(kernel.memory.buffer, base, rows * stride)
    let at = 0
    for (const text of texts) {
      cells.set(text.cells, at)
      at += text.cells.length
    }
    return productsAt
  }

  return {
    score(question, texts) {
      const sums = new Float32Array(texts.length)
      const rows = texts.reduce((sum, text) => sum + text.rows, 0)
      const pieces = question.length / dims
      if (rows === 0 || pieces === 0) return sums
      const productsAt = load(texts, rows)
      const steps = new Int16Array(kernel.memory.buffer, 0, stride)
      const products = new Int32Array(kernel.memory.buffer, productsAt, rows)
      for (let piece = 0; piece < pieces; piece++) {
        const scale = quantise(question.subarray(piece * dims, (piece + 1) * dims), steps, left, QUERY_MAX)
        kernel.scan(base, rows, stride, 0, productsAt)
        addBest(sums, texts, products, scale)
      }
      return sums.map((sum) => sum / pieces)
    },
  }
}

function addBest(
  sums: Float32Array,
  texts: readonly PackedTokens[],
  products: Int32Array,
  scale: number,
): void {
  let row = 0
  for (const [at, { rows, scales }] of texts.entries()) {
    let best = rows === 0 ? 0 : Number.NEGATIVE_INFINITY
    for (let i = 0; i < rows; i++, row++) best = Math.max(best, products[row]! * scales[i]!)
    sums[at]! += best * scale
  }
}
