/**
 * Every vector of a corpus as one matrix: here is a query vector, give me its cosine with every row.
 * Rows are int8 with a scale each, scanned by a SIMD kernel; up to FLOAT_ROWS rows their float32 originals stay beside
 * them, so that the best rows can be scored exactly. Measured: the scan's cosines are within .002 of float32 (tests/unit/index).
 */
import { KERNEL_BASE64 } from './kernel-bytes.ts'

/** Above this many rows the floats are not kept: nearest neighbours come from HNSW there. DESIGN: exact up to 20k vectors. */
export const FLOAT_ROWS = 20_000

const INT8_MAX = 127
// 12 bits: the sums of 4,096 x 127 x dims stay below 2^31 up to 4,096 dims.
const QUERY_MAX = 4095
const SIMD_BYTES = 16
const WASM_PAGE_BYTES = 65_536
const FIRST_CAPACITY_ROWS = 1_024
const GROWTH = 1.5

interface Kernel {
  readonly memory: WebAssembly.Memory
  scan(base: number, rows: number, stride: number, query: number, out: number): void
  dot(a: number, b: number, bytes: number): number
}

let compiled: WebAssembly.Module | undefined

function openKernel(): Kernel {
  compiled ??= new WebAssembly.Module(Buffer.from(KERNEL_BASE64, 'base64'))
  return new WebAssembly.Instance(compiled).exports as unknown as Kernel
}

/** What an artefact keeps of a matrix. */
export interface MatrixParts {
  readonly cells: Int8Array
  readonly scales: Float32Array
  /** Empty above FLOAT_ROWS rows. */
  readonly floats: Float32Array
}

export interface VectorMatrix {
  readonly dims: number
  rows(): number
  /** Appends a row. A zero vector has cosine 0 with everything. */
  add(vector: Float32Array): void
  /** Cosine of the query with every row, written into `out` (at least rows() long). Cost: 20 ns a row of 256. */
  scan(query: Float32Array, out: Float32Array): void
  /** Cosines of chosen rows with the query, exact to float32 where the floats are kept. */
  cosines(query: Float32Array, rows: ArrayLike<number>): Float32Array
  /** The chosen rows, in that order. */
  parts(keep: readonly number[]): MatrixParts
}

/** An empty matrix, or one over the parts of an artefact. */
export function createMatrix(dims: number, from?: MatrixParts): VectorMatrix {
  const stride = Math.ceil(dims / SIMD_BYTES) * SIMD_BYTES
  const quantised = openQuantised(stride)
  const floats = openFloats(stride)
  let scales = new Float32Array(FIRST_CAPACITY_ROWS)
  let rows = 0

  function load(parts: MatrixParts): void {
    rows = parts.scales.length
    scales = parts.scales.slice()
    quantised.reserve(rows, 0)
    quantised.cells().set(parts.cells)
    if (rows > FLOAT_ROWS) return
    floats.reserve(rows)
    floats.cells().set(parts.floats)
  }
  if (from !== undefined) load(from)

  return {
    dims,
    rows: () => rows,
    add(vector) {
      if (vector.length !== dims)
        throw new RangeError(`vector of ${vector.length} in a matrix of ${dims} dims`)
      if (rows + 1 > scales.length) scales = grownTo(scales, Math.ceil((rows + 1) * GROWTH))
      quantised.reserve(rows + 1, rows)
      scales[rows] = quantise(
        vector,
        quantised.cells().subarray(rows * stride, rows * stride + dims),
        INT8_MAX,
      )
      if (rows < FLOAT_ROWS) {
        floats.reserve(rows + 1)
        floats.cells().set(vector, rows * stride)
      }
      rows++
    },
    scan(query, out) {
      const products = quantised.scan(query, rows)
      for (let row = 0; row < rows; row++) out[row] = products.values[row]! * products.scale * scales[row]!
    },
    cosines(query, wanted) {
      if (rows <= FLOAT_ROWS) return floats.dots(query, wanted)
      const products = quantised.scanRows(query, wanted)
      return products.values.map((value, i) => value * products.scale * scales[wanted[i]!]!)
    },
    parts: (keep) => ({
      cells: gathered(quantised.cells(), new Int8Array(keep.length * stride), keep, stride),
      scales: Float32Array.from(keep, (row) => scales[row]!),
      floats:
        rows <= FLOAT_ROWS
          ? gathered(floats.cells(), new Float32Array(keep.length * stride), keep, stride)
          : new Float32Array(0),
    }),
  }
}

/** Rows as int8: [query as int16][rows][products as int32]. */
function openQuantised(stride: number) {
  const kernel = openKernel()
  const base = stride * 2
  let capacity = 0
  const productsAt = () => base + capacity * stride

  function withQuery(query: Float32Array): number {
    const cells = new Int16Array(kernel.memory.buffer, 0, stride).fill(0)
    return quantise(query, cells, QUERY_MAX)
  }
  return {
    cells: () => new Int8Array(kernel.memory.buffer, base, capacity * stride),
    reserve(rows: number, used: number) {
      if (rows <= capacity) return
      capacity = Math.max(FIRST_CAPACITY_ROWS, Math.ceil(rows * (used === 0 ? 1 : GROWTH)))
      ensureBytes(kernel.memory, base + capacity * stride + capacity * 4)
    },
    scan(query: Float32Array, rows: number) {
      const scale = withQuery(query)
      kernel.scan(base, rows, stride, 0, productsAt())
      return { scale, values: new Int32Array(kernel.memory.buffer, productsAt(), rows) }
    },
    scanRows(query: Float32Array, rows: ArrayLike<number>) {
      const scale = withQuery(query)
      const products = new Int32Array(kernel.memory.buffer, productsAt(), Math.max(1, capacity))
      const values = new Float32Array(rows.length)
      for (let i = 0; i < rows.length; i++) {
        kernel.scan(base + rows[i]! * stride, 1, stride, 0, productsAt())
        values[i] = products[0]!
      }
      return { scale, values }
    },
  }
}

/** Rows as float32: [query][rows]. */
function openFloats(stride: number) {
  const kernel = openKernel()
  const bytes = stride * 4
  let capacity = 0
  return {
    cells: () => new Float32Array(kernel.memory.buffer, bytes, capacity * stride),
    reserve(rows: number) {
      if (rows <= capacity) return
      capacity = Math.min(FLOAT_ROWS, Math.max(FIRST_CAPACITY_ROWS, Math.ceil(rows * GROWTH)))
      ensureBytes(kernel.memory, bytes + capacity * bytes)
    },
    dots(query: Float32Array, rows: ArrayLike<number>): Float32Array {
      new Float32Array(kernel.memory.buffer, 0, stride).fill(0).set(query)
      const values = new Float32Array(rows.length)
      for (let i = 0; i < rows.length; i++) values[i] = kernel.dot(bytes + rows[i]! * bytes, 0, bytes)
      return values
    },
  }
}

function gathered<T extends Int8Array | Float32Array>(
  from: T,
  to: T,
  rows: readonly number[],
  stride: number,
): T {
  for (const [place, row] of rows.entries())
    to.set(from.subarray(row * stride, (row + 1) * stride), place * stride)
  return to
}

function ensureBytes(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / WASM_PAGE_BYTES))
}

/** Rounds `vector` into `cells` so that its largest part is `largest`; returns the size of one step. */
function quantise(vector: Float32Array, cells: Int8Array | Int16Array, largest: number): number {
  let top = 0
  for (let i = 0; i < vector.length; i++) top = Math.max(top, Math.abs(vector[i]!))
  if (top === 0) {
    cells.fill(0)
    return 0
  }
  const factor = largest / top
  for (let i = 0; i < vector.length; i++) cells[i] = Math.round(vector[i]! * factor)
  return top / largest
}

function grownTo(values: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const grown = new Float32Array(length)
  grown.set(values)
  return grown
}
