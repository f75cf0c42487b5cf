/**
 * The bundled embedder sums learned vectors of word pieces, whose lengths are their weights, and scales the sum to unit length.
 * A piece that occurs n times counts n ^ repeatPower times, as repeats in long passages say little new. No model runs. The table in
 * `models/static` is made by packages/lab/research/static-embedder (docs/decisions/2026-11-21-static-embedder.md): `vocabulary.txt`, one
 * piece per line; `table.i8`, `dims` signed bytes per piece; `scales.f32`, a little-endian float per piece; `manifest.json`, the id,
 * dims, recipe and checksums.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { ENGLISH, GlossError } from '../../core/index.ts'
import type { Embedder } from '../ports.ts'
import { createWordPieces, type WordPieces } from '../word-pieces.ts'

// The built package keeps the same layout: dist/models/adapters and dist/models/static.
const BUNDLED_FOLDER = join(import.meta.dirname, '..', 'static')
// Size of BERT's position table. A mean over more pieces hardly changes. Chosen, not measured.
const MAX_PIECES = 512
// Lookups are synchronous; after this many characters, some 1 ms of work, the event loop gets a turn.
const CHARACTERS_BETWEEN_TURNS = 8_192
// Rows added per pass: four take 6.4 µs for a sentence of 28 pieces, one takes 11.3 (measured once, AMD EPYC).
const ROWS_AT_ONCE = 4

const manifestSchema = z.object({
  id: z.string(),
  dims: z.int().positive(),
  pieces: z.int().positive(),
  repeatPower: z.number().min(0).max(1),
})

interface StaticTable extends Readonly<Omit<z.infer<typeof manifestSchema>, 'pieces'>> {
  readonly pieces: WordPieces
  readonly vocabulary: readonly string[]
  readonly rows: Int8Array
  readonly scales: Float32Array
  /** Weight of a piece by its number of occurrences in the text. */
  readonly repeatWeights: Float32Array
}

/** Opens a table in some 30 ms; the bundled one is cached. Throws `EMBEDDER_UNAVAILABLE` if a file is missing or its size differs. */
export async function openStaticEmbedder(folder: string = BUNDLED_FOLDER): Promise<Embedder> {
  const table = folder === BUNDLED_FOLDER ? await bundledTable() : await readTable(folder)
  const ids = new Int32Array(MAX_PIECES + ROWS_AT_ONCE)
  const window = ids.subarray(0, MAX_PIECES)
  const scratch = createScratch(table)

  return {
    id: table.id,
    dims: table.dims,
    // The bundled table was trained on English; a tuned one knows the languages of its teacher.
    ...(folder === BUNDLED_FOLDER ? { languages: [ENGLISH] } : {}),
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      let characters = 0
      signal?.throwIfAborted()
      for (const text of texts) {
        if (characters >= CHARACTERS_BETWEEN_TURNS) {
          await setImmediate()
          signal?.throwIfAborted()
          characters = 0
        }
        characters += text.length
        vectors.push(unitSum(table, ids, table.pieces.encodeInto(text, window), scratch))
      }
      return vectors
    },
    async close() {},
  }
}

/** A table of word-piece vectors in full precision, with its vocabulary. */
export interface FloatTable {
  /** The pieces in the order of their ids, continuations marked by `##`. */
  readonly vocabulary: readonly string[]
  readonly dims: number
  /** `dims` floats for each piece. */
  readonly rows: Float32Array
  /** A piece that occurs n times in a text counts n to this power. */
  readonly repeatPower: number
}

/** Returns the bundled table in full precision, for further training. Throws as `openStaticEmbedder` does. */
export async function readFloatTable(): Promise<FloatTable & { readonly id: string }> {
  const { id, dims, rows: cells, scales, repeatPower, vocabulary } = await bundledTable()
  const rows = Float32Array.from(cells, (cell, at) => cell * scales[Math.floor(at / dims)]!)
  return { id, dims, rows, repeatPower, vocabulary }
}

let bundled: Promise<StaticTable> | null = null

/** Returns the bundled table, which each process reads only once, as nothing writes to it. */
function bundledTable(): Promise<StaticTable> {
  bundled ??= readTable(BUNDLED_FOLDER).catch((error: unknown) => {
    bundled = null
    throw error
  })
  return bundled
}

async function readTable(folder: string): Promise<StaticTable> {
  const read = (name: string) =>
    readFile(join(folder, name)).catch((cause: unknown) => {
      throw new GlossError('EMBEDDER_UNAVAILABLE', `The static table lacks ${name}`, { folder, name }, cause)
    })
  const [manifestBytes, vocabulary, table, scales] = await Promise.all(
    ['manifest.json', 'vocabulary.txt', 'table.i8', 'scales.f32'].map(read),
  )
  const { id, dims, pieces, repeatPower } = readManifest(manifestBytes!, folder)
  const words = vocabulary!.toString('utf8').trimEnd().split('\n')
  const wordPieces = createWordPieces(words)
  if (wordPieces.size !== pieces || table!.length !== pieces * dims || scales!.length !== pieces * 4)
    throw new GlossError('EMBEDDER_UNAVAILABLE', 'The static table does not match its manifest', { folder })
  return {
    id,
    dims,
    pieces: wordPieces,
    vocabulary: words,
    repeatPower,
    rows: new Int8Array(table!.buffer, table!.byteOffset, table!.length),
    scales: new Float32Array(Uint8Array.from(scales!).buffer),
    repeatWeights: Float32Array.from({ length: MAX_PIECES + 1 }, (_, count) => count ** repeatPower),
  }
}

function readManifest(bytes: Buffer, folder: string): z.infer<typeof manifestSchema> {
  try {
    return manifestSchema.parse(JSON.parse(bytes.toString('utf8')))
  } catch (cause) {
    throw new GlossError(
      'EMBEDDER_UNAVAILABLE',
      'The manifest of the static table cannot be read',
      { folder },
      cause,
    )
  }
}

/** Buffers shared by all texts, so that only the result is allocated. */
interface Scratch {
  /** All zero between texts. */
  readonly counts: Uint16Array
  readonly weights: Float64Array
  readonly sum: Float64Array
}

function createScratch({ dims, pieces }: StaticTable): Scratch {
  return {
    counts: new Uint16Array(pieces.size),
    weights: new Float64Array(MAX_PIECES + ROWS_AT_ONCE),
    sum: new Float64Array(dims),
  }
}

/** Returns the weighted sum as a unit vector. `ids` has room for `ROWS_AT_ONCE` more than `count`, and is overwritten. */
function unitSum(table: StaticTable, ids: Int32Array, count: number, scratch: Scratch): Float32Array {
  const { rows, dims } = table
  const { weights, sum } = scratch
  const distinct = weigh(table, ids, count, scratch)
  sum.fill(0)
  for (let i = 0; i < distinct; i += ROWS_AT_ONCE) {
    const [a, b, c, d] = [ids[i]! * dims, ids[i + 1]! * dims, ids[i + 2]! * dims, ids[i + 3]! * dims]
    const [wa, wb, wc, wd] = [weights[i]!, weights[i + 1]!, weights[i + 2]!, weights[i + 3]!]
    for (let axis = 0; axis < dims; axis++)
      sum[axis]! += wa * rows[a + axis]! + wb * rows[b + axis]! + wc * rows[c + axis]! + wd * rows[d + axis]!
  }
  return toUnit(sum)
}

/** Moves each distinct id to the front of `ids` with its weight, and pads the last step with weights of zero. */
function weigh(table: StaticTable, ids: Int32Array, count: number, { counts, weights }: Scratch): number {
  for (let i = 0; i < count; i++) counts[ids[i]!]!++
  let distinct = 0
  for (let i = 0; i < count; i++) {
    const id = ids[i]!
    const repeats = counts[id]!
    if (repeats === 0) continue
    counts[id] = 0
    ids[distinct] = id
    weights[distinct++] = table.scales[id]! * table.repeatWeights[repeats]!
  }
  weights.fill(0, distinct, distinct + ROWS_AT_ONCE)
  return distinct
}

function toUnit(sum: Float64Array): Float32Array {
  let squares = 0
  for (let axis = 0; axis < sum.length; axis++) squares += sum[axis]! * sum[axis]!
  const unit = new Float32Array(sum.length)
  if (squares === 0) return unit
  const inverse = 1 / Math.sqrt(squares)
  for (let axis = 0; axis < sum.length; axis++) unit[axis] = sum[axis]! * inverse
  return unit
}
