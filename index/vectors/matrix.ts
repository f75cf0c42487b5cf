/**
 * Every vector of a corpus as one matrix, which computes the cosine of a query vector with every row.
 * A row is stored as int8 with a scale, and its rounding error as int8 again. A SIMD kernel scans only the first part: half a step of a row
 * is a 254th of its largest component, so a cosine is off by sqrt(dims) / 250 at most, and by under .002 for vectors of embedders. Chosen
 * rows are scored by both parts: see `cosines`. tests/unit/index measures this, with worst-case vectors.
 */
import { KERNEL_BASE64 } from './kernel-bytes.ts'

export const INT8_MAX = 127
// The rounding error is at most half a step, so one step of the error part is a 254th of a step.
const REST_STEPS = 2 * INT8_MAX
// 12 bits: sums of 4,096 x 127 x dims stay below 2^31 up to 4,096 dims.
export const QUERY_MAX = 4095
const QUERY_REST_STEPS = 2 * QUERY_MAX
export const SIMD_BYTES = 16
export const WASM_PAGE_BYTES = 65_536
const FIRST_CAPACITY_ROWS = 1_024
const GROWTH = 1.5

interface Kernel {
  readonly memory: WebAssembly.Memory
  /** Writes to `out` the products of the query at `query` with `rows` rows from `base` on. */
  scan(base: number, rows: number, stride: number, query: number, out: number): void
  /** Replaces `count` row numbers at `list` by the products of the query with those rows. */
  pick(base: number, count: number, stride: number, query: number, list: number): void
}

let compiled: WebAssembly.Module | undefined

export function openKernel(): Kernel {
  compiled ??= new WebAssembly.Module(Buffer.from(KERNEL_BASE64, 'base64'))
  return new WebAssembly.Instance(compiled).exports as unknown as Kernel
}

/** Stored form of a matrix. */
export interface MatrixParts {
  readonly cells: Int8Array
  /** Rounding errors of the cells, in steps of a 254th of the row's scale. */
  readonly rests: Int8Array
  /** Size of one step of each row. */
  readonly scales: Float32Array
}

export interface VectorMatrix {
  readonly dims: number
  rows(): number
  /** Appends a row. A zero vector has cosine 0 with every vector. */
  add(vector: Float32Array): void
  /** Returns false for a row that was added as a zero vector. */
  hasVector(row: number): boolean
  /** Returns the vector as stored, within 1e-4 of each component. */
  vector(row: number): Float32Array
  /** Writes the query's cosines with rows from `from` on to their places in `out` (at least rows() long). Cost: 20 ns a row of 256. */
  scan(query: Float32Array, out: Float32Array, from?: number): void
  /**
   * Returns cosines of chosen rows with the query, both of length 1. The error is at most 1.6e-5 sqrt(dims) + 5e-7 dims: a row is stored
   * within 1 / (2 x 127 x 254) of its largest component, which counts for each component of the query (their sizes sum up to sqrt(dims)),
   * and the product of both rounding errors, (1 / (2 x 127)) x (1 / (2 x 4095)) a component, is not added. Such vectors have one large part
   * and tiny ones that all round the same way; those of embedders are off by under 1e-5 (64 to 1,024 dims).
   */
  cosines(query: Float32Array, rows: ArrayLike<number>): Float32Array
  /** Returns the stored form of the chosen rows, in their order. */
  parts(keep: readonly number[]): MatrixParts
}

/** Creates an empty matrix, or one from the parts of an artefact. */
export function createMatrix(dims: number, from?: MatrixParts): VectorMatrix {
  const stride = Math.ceil(dims / SIMD_BYTES) * SIMD_BYTES
  const first = openCells(stride)
  const rest = openCells(stride)
  let scales = new Float32Array(FIRST_CAPACITY_ROWS)
  let rows = 0

  function load(parts: MatrixParts): void {
    rows = parts.scales.length
    scales = grownTo(parts.scales, Math.ceil(rows * GROWTH))
    first.load(parts.cells, rows)
    rest.load(parts.rests, rows)
  }
  if (from !== undefined) load(from)

  return {
    dims,
    rows: () => rows,
    add(vector) {
      if (vector.length !== dims)
        throw new RangeError(`vector of ${vector.length} in a matrix of ${dims} dims`)
      if (rows + 1 > scales.length) scales = grownTo(scales, Math.ceil((rows + 1) * GROWTH))
      first.reserve(rows + 1)
      rest.reserve(rows + 1)
      scales[rows] = quantise(vector, first.row(rows), rest.row(rows), INT8_MAX)
      rows++
    },
    hasVector: (row) => scales[row]! > 0,
    vector(row) {
      const [cells, left] = [first.row(row), rest.row(row)]
      return Float32Array.from({ length: dims }, (_, i) => (cells[i]! + left[i]! / REST_STEPS) * scales[row]!)
    },
    scan(query, out, from = 0) {
      const { steps, scale } = quantisedQuery(query, stride)
      const products = first.scan(steps, from, rows)
      for (let row = from; row < rows; row++) out[row] = products[row - from]! * scale * scales[row]!
    },
    cosines(query, wanted) {
      const { steps, left, scale } = quantisedQuery(query, stride)
      const main = first.scanRows(steps, wanted)
      const ofQuery = first.scanRows(left, wanted)
      const ofRow = rest.scanRows(steps, wanted)
      const cosines = new Float32Array(wanted.length)
      for (let i = 0; i < wanted.length; i++) {
        const whole = main[i]! + ofQuery[i]! / QUERY_REST_STEPS + ofRow[i]! / REST_STEPS
        cosines[i] = whole * scale * scales[wanted[i]!]!
      }
      return cosines
    },
    parts: (keep) => ({
      cells: first.gathered(keep),
      rests: rest.gathered(keep),
      scales: Float32Array.from(keep, (row) => scales[row]!),
    }),
  }
}

/** Rows of int8 in the kernel's memory: [query as int16][rows][products as int32]. */
function openCells(stride: number) {
  const kernel = openKernel()
  const base = stride * 2
  let capacity = 0
  const productsAt = () => base + capacity * stride
  const cells = () => new Int8Array(kernel.memory.buffer, base, capacity * stride)

  function reserve(rows: number): void {
    if (rows <= capacity) return
    capacity = Math.max(FIRST_CAPACITY_ROWS, Math.ceil(rows * GROWTH))
    const missing = productsAt() + capacity * 4 - kernel.memory.buffer.byteLength
    if (missing > 0) kernel.memory.grow(Math.ceil(missing / WASM_PAGE_BYTES))
  }
  function setQuery(steps: Int16Array): void {
    new Int16Array(kernel.memory.buffer, 0, stride).set(steps)
  }
  return {
    reserve,
    load(from: Int8Array, rows: number) {
      reserve(rows)
      cells().set(from)
    },
    /** Returns the whole stride, so that writing a row overwrites all earlier products there. */
    row: (row: number) => new Int8Array(kernel.memory.buffer, base + row * stride, stride),
    scan(steps: Int16Array, from: number, to: number): Int32Array {
      setQuery(steps)
      kernel.scan(base + from * stride, to - from, stride, 0, productsAt())
      return new Int32Array(kernel.memory.buffer, productsAt(), to - from)
    },
    scanRows(steps: Int16Array, rows: ArrayLike<number>): Float64Array {
      setQuery(steps)
      const products = new Float64Array(rows.length)
      for (let from = 0; from < rows.length; from += capacity) {
        const list = new Int32Array(
          kernel.memory.buffer,
          productsAt(),
          Math.min(capacity, rows.length - from),
        )
        for (let i = 0; i < list.length; i++) list[i] = rows[from + i]!
        kernel.pick(base, list.length, stride, 0, productsAt())
        products.set(list, from)
      }
      return products
    },
    gathered(rows: readonly number[]): Int8Array {
      const from = cells()
      const gathered = new Int8Array(rows.length * stride)
      for (const [place, row] of rows.entries())
        gathered.set(from.subarray(row * stride, (row + 1) * stride), place * stride)
      return gathered
    },
  }
}

function quantisedQuery(query: Float32Array, stride: number) {
  const steps = new Int16Array(stride)
  const left = new Int16Array(stride)
  const scale = quantise(query, steps, left, QUERY_MAX)
  return { steps, left, scale }
}

/**
 * Rounds `vector` into `steps` so that its largest component is `largest`, and the rounding error into `left`, in steps of a
 * (2 x largest)th; the rest of both is 0. Returns the size of one step.
 */
export function quantise<T extends Int8Array | Int16Array>(
  vector: Float32Array,
  steps: T,
  left: T,
  largest: number,
): number {
  steps.fill(0)
  left.fill(0)
  let top = 0
  for (let i = 0; i < vector.length; i++) top = Math.max(top, Math.abs(vector[i]!))
  if (top === 0) return 0
  const factor = largest / top
  for (let i = 0; i < vector.length; i++) {
    const exact = vector[i]! * factor
    const step = Math.round(exact)
    steps[i] = step
    left[i] = Math.round((exact - step) * 2 * largest)
  }
  return top / largest
}

function grownTo(values: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const grown = new Float32Array(length)
  grown.set(values)
  return grown
}
