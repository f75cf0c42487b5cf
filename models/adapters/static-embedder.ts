/**
 * The bundled embedder: one learned vector for each word piece, weighted by its length, summed, scaled to unit length.
 * A piece that stands n times counts n ^ repeatPower times, as repeats in long passages say little new.
 * No model runs. The table is made by scripts/static-embedder (docs/decisions/static-embedder.md) and lies in `models/static`:
 * `vocabulary.txt` one piece a line; `table.i8` dims signed bytes a piece; `scales.f32` one little-endian float a piece;
 * `manifest.json` id, dims, recipe and checksums.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { GlossError } from '../../core/index.ts'
import type { Embedder } from '../ports.ts'
import { createWordPieces, type WordPieces } from '../word-pieces.ts'

// The built package keeps the same layout: dist/models/adapters beside dist/models/static.
const BUNDLED_FOLDER = join(import.meta.dirname, '..', 'static')
// The window of BERT's position table. A mean over more pieces hardly moves; chosen, not measured.
const MAX_PIECES = 512
// Lookups are synchronous; after so many texts other work has its turn. Some 5 ms of sentences.
const TEXTS_BETWEEN_TURNS = 256

const manifestSchema = z.object({
  id: z.string(),
  dims: z.int().positive(),
  pieces: z.int().positive(),
  repeatPower: z.number().min(0).max(1),
})

interface StaticTable {
  readonly id: string
  readonly dims: number
  readonly pieces: WordPieces
  readonly rows: Int8Array
  readonly scales: Float32Array
  /** Weight of a piece by how often it stands in the text. */
  readonly repeatWeights: Float32Array
}

/** Opens in some 30 ms. Throws `EMBEDDER_UNAVAILABLE` where a file is missing or of another size than its manifest says. */
export async function openStaticEmbedder(folder: string = BUNDLED_FOLDER): Promise<Embedder> {
  const table = await readTable(folder)
  const ids = new Int32Array(MAX_PIECES)
  const sum = new Float32Array(table.dims)
  const counts = new Uint16Array(table.pieces.size)

  return {
    id: table.id,
    dims: table.dims,
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      for (const text of texts) {
        if (vectors.length % TEXTS_BETWEEN_TURNS === 0) {
          if (vectors.length > 0) await nextTurn()
          signal?.throwIfAborted()
        }
        const count = table.pieces.encodeInto(text, ids)
        vectors.push(unitSum(table, ids.subarray(0, count), { sum, counts }))
      }
      return vectors
    },
    async close() {},
  }
}

async function readTable(folder: string): Promise<StaticTable> {
  const read = (name: string) =>
    readFile(join(folder, name)).catch((cause: unknown) => {
      throw new GlossError('EMBEDDER_UNAVAILABLE', `The static table lacks ${name}`, { folder, name }, cause)
    })
  const [manifestBytes, vocabulary, table, scales] = await Promise.all(
    ['manifest.json', 'vocabulary.txt', 'table.i8', 'scales.f32'].map(read),
  )
  const { id, dims, pieces, repeatPower } = manifestSchema.parse(JSON.parse(manifestBytes!.toString('utf8')))
  const wordPieces = createWordPieces(vocabulary!.toString('utf8').trimEnd().split('\n'))
  if (wordPieces.size !== pieces || table!.length !== pieces * dims || scales!.length !== pieces * 4)
    throw new GlossError('EMBEDDER_UNAVAILABLE', 'The static table does not match its manifest', { folder })
  return {
    id,
    dims,
    pieces: wordPieces,
    rows: new Int8Array(table!.buffer, table!.byteOffset, table!.length),
    scales: new Float32Array(Uint8Array.from(scales!).buffer),
    repeatWeights: Float32Array.from({ length: MAX_PIECES + 1 }, (_, count) => count ** repeatPower),
  }
}

/** Scratch space that all texts share: only the result is allocated. `counts` is all zero between texts. */
interface Scratch {
  readonly sum: Float32Array
  readonly counts: Uint16Array
}

function unitSum(table: StaticTable, ids: Int32Array, { sum, counts }: Scratch): Float32Array {
  const { rows, scales, repeatWeights, dims } = table
  sum.fill(0)
  for (let i = 0; i < ids.length; i++) counts[ids[i]!]!++
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!
    const count = counts[id]!
    if (count === 0) continue
    counts[id] = 0
    const weight = scales[id]! * repeatWeights[count]!
    const row = id * dims
    for (let axis = 0; axis < dims; axis++) sum[axis]! += weight * rows[row + axis]!
  }
  let squares = 0
  for (let axis = 0; axis < dims; axis++) squares += sum[axis]! * sum[axis]!
  const unit = new Float32Array(dims)
  if (squares === 0) return unit
  const inverse = 1 / Math.sqrt(squares)
  for (let axis = 0; axis < dims; axis++) unit[axis] = sum[axis]! * inverse
  return unit
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
