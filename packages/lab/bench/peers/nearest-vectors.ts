/**
 * Finds the ten nearest vectors among those of real sentences, made by the bundled embedder: the neighbour graph of Gloss, whose candidates
 * are rescored with the int8 matrix as in the index, against HNSW libraries at the same recall; and its exact scan against that of faiss.
 */
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openUsearch } from '../../../../index/adapters/usearch-neighbours.ts'
import { bestRows, createMatrix, type Neighbours, type VectorMatrix } from '../../../../index/index.ts'
import type { OurSide, Task } from './compare.ts'
import { timedBuild, timedItems } from './our-times.ts'
import { sentencePool } from './sentence-pool.ts'
import { HITS, meanOverlap, pythonPeer, type TaskGround } from './task-ground.ts'

const GRAPH = 'neighbour graph'
const SCAN = 'exact scan'
const QUESTIONS = 300
/** Minimum number of candidates that retrieval requests. */
const CANDIDATES = 100
// The truth is the ten best by both int8 parts (as exact as float32) among this many best of the int8 scan.
const TRUTH_DEPTH = 100
const EXPANSIONS = [16, 24, 32, 40, 50, 64, 80, 100, 125, 150, 200, 300, 400]

interface Vectors {
  readonly rows: readonly Float32Array[]
  readonly queries: readonly Float32Array[]
  readonly matrix: VectorMatrix
  readonly nearest: (query: Float32Array, among: ArrayLike<number>) => number[]
  readonly truth: readonly (readonly number[])[]
}

export async function nearestVectors(ground: TaskGround): Promise<Task | null> {
  const vectors = await embedded(ground)
  if (vectors === null) return null
  const { dims } = ground.embedder
  writeFileSync(join(ground.folder, 'rows.f32'), joined(vectors.rows, dims))
  writeFileSync(join(ground.folder, 'queries.f32'), joined(vectors.queries, dims))
  const command = { build: { folder: ground.folder, dims }, round: { k: HITS } }
  const graph = { ...command, against: [GRAPH], settings: EXPANSIONS }
  return {
    name: `vectors: ${vectors.rows.length} sentences in ${dims} dimensions, ${vectors.queries.length} held out`,
    per: 'question',
    quality: 'recall@10',
    worth: (found) => meanOverlap(vectors.truth, found),
    ours: [byGraph(ground, vectors), byScan(vectors)],
    peers: [
      { ...pythonPeer(ground, 'hnswlib', 'hnswlib'), ...graph },
      { ...pythonPeer(ground, 'faiss HNSW', 'faiss', 'hnsw'), ...graph },
      { ...pythonPeer(ground, 'faiss flat', 'faiss', 'flat'), ...command, against: [SCAN] },
    ],
  }
}

async function embedded(ground: TaskGround): Promise<Vectors | null> {
  const texts = sentencePool(ground, ground.rows + QUESTIONS)
  if (texts.length <= QUESTIONS) return null
  const all = await ground.embedder.embed(texts)
  const queries = all.slice(0, QUESTIONS)
  const rows = all.slice(QUESTIONS)
  const matrix = createMatrix(ground.embedder.dims)
  for (const row of rows) matrix.add(row)
  const nearest = nearestIn(matrix)
  const cosines = new Float32Array(rows.length)
  const truth = queries.map((query) => nearest(query, bestByScan(matrix, query, cosines)))
  return { rows, queries, matrix, nearest, truth }
}

function byGraph({ embedder, folder }: TaskGround, { rows, queries, nearest }: Vectors): OurSide {
  const path = join(folder, 'ours.usearch')
  let graph: Neighbours | null = null
  return {
    name: GRAPH,
    build: () =>
      timedBuild(() => {
        const filled = openUsearch()(embedder.dims, null)!
        // Adds the rows of the matrix too: without rescoring, a graph of int8 cells is not exact enough.
        const scored = createMatrix(embedder.dims)
        for (const [row, vector] of rows.entries()) {
          filled.add(row, vector)
          scored.add(vector)
        }
        filled.save(path)
        graph = openUsearch()(embedder.dims, path)
        return statSync(path).size + bytesOf(scored)
      }),
    round: () => timedItems(queries, (query) => nearest(query, graph!.search(query, CANDIDATES).rows)),
  }
}

function byScan({ rows, queries, matrix, nearest }: Vectors): OurSide {
  const cosines = new Float32Array(matrix.rows())
  return {
    name: SCAN,
    build: () =>
      timedBuild(() => {
        const scanned = createMatrix(matrix.dims)
        for (const row of rows) scanned.add(row)
        return bytesOf(scanned)
      }),
    round: () => timedItems(queries, (query) => nearest(query, bestByScan(matrix, query, cosines))),
  }
}

function bestByScan(matrix: VectorMatrix, query: Float32Array, cosines: Float32Array): number[] {
  matrix.scan(query, cosines)
  return bestRows(cosines, matrix.rows(), rulesFor(matrix.rows(), TRUTH_DEPTH))
}

/** Returns the ten nearest of some rows, by exact cosine. */
function nearestIn(matrix: VectorMatrix) {
  return (query: Float32Array, among: ArrayLike<number>): number[] => {
    const exact = matrix.cosines(query, among)
    return bestRows(exact, among.length, rulesFor(among.length, HITS)).map((place) => among[place]!)
  }
}

const remembered = new Map<number, { readonly allowed: Uint8Array; readonly ids: string[] }>()

function rulesFor(rows: number, depth: number) {
  const known = remembered.get(rows) ?? {
    allowed: new Uint8Array(rows).fill(1),
    ids: Array.from({ length: rows }, (_, row) => String(row).padStart(8, '0')),
  }
  remembered.set(rows, known)
  return { depth, above: -2, ...known }
}

function bytesOf(matrix: VectorMatrix): number {
  const { cells, rests, scales } = matrix.parts(Array.from({ length: matrix.rows() }, (_, row) => row))
  return cells.byteLength + rests.byteLength + scales.byteLength
}

function joined(vectors: readonly Float32Array[], dims: number): Float32Array {
  const whole = new Float32Array(vectors.length * dims)
  for (const [place, vector] of vectors.entries()) whole.set(vector, place * dims)
  return whole
}
