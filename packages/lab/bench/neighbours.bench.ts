/**
 * Nearest neighbours among 100,000 vectors of real mixed text: our graph (usearch; all that it finds is scored again by the int8
 * matrix, as the index does) against exact search. 500 held-out queries, one at a time, one thread. hnswlib and faiss: npm run measure peers.
 *
 * usage: npm run measure neighbours -- [FOLDER [CELLS-CONNECTIVITY-EXPANSION ...]]   such as: /tmp/lessons f16-16-200 i8-24-200
 * FOLDER (or GLOSS_BENCH_VECTORS) holds vectors.f32, made by `node packages/lab/research/static-embedder/teach.ts FOLDER`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile } from '../../../comparison/metrics.ts'
import { shuffle } from '../../../core/random.ts'
import { DEFAULT_GRAPH, type GraphSettings, openUsearch } from '../../../index/adapters/usearch-neighbours.ts'
import type { Neighbours } from '../../../index/index.ts'
import { bestRows } from '../../../index/selection.ts'
import { createMatrix, type VectorMatrix } from '../../../index/vectors/matrix.ts'
import { circumstances } from '../lib/circumstances.ts'

const DIMS = 384
const ROWS = Number(process.env['GLOSS_BENCH_ROWS'] ?? 100_000)
const QUERIES = 500
const ROUNDS = Number(process.env['GLOSS_BENCH_ROUNDS'] ?? 3)
const NEAREST = 10
// Of so many best by the int8 scan, the ten best by float32 are taken for the truth.
const TRUTH_DEPTH = 100
const SEED = 7
const EXPANSIONS = [32, 40, 50, 64, 80, 100, 150]
const MS_PER_SECOND = 1000
const BYTES_PER_MB = 1e6

interface Point {
  readonly expansionSearch: number
  readonly recallAt10: number
  /** Lowest median of the rounds: the one that other work on the machine disturbed least. */
  readonly p50Ms: number
}

interface Task {
  readonly rows: readonly Float32Array[]
  readonly queries: readonly Float32Array[]
  readonly matrix: VectorMatrix
  readonly truth: readonly ReadonlySet<number>[]
}

interface Graph {
  readonly name: string
  readonly buildSeconds: number
  readonly fileMb: number
  readonly loadMs: number
  readonly opened: ReadonlyMap<number, Neighbours>
}

const [vectorFolder = process.env['GLOSS_BENCH_VECTORS'], ...variants] = process.argv.slice(2)
if (vectorFolder === undefined || !existsSync(join(vectorFolder, 'vectors.f32')))
  console.log('skipped: no vectors.f32; make it: node packages/lab/research/static-embedder/teach.ts FOLDER')
else main(vectorFolder, variants.length === 0 ? [DEFAULT_GRAPH] : variants.map(settingsOf))

function main(folder: string, settings: readonly GraphSettings[]): void {
  const temporary = mkdtempSync(join(tmpdir(), 'gloss-neighbours-'))
  const { task, exact } = readTask(folder)
  console.log('exact', exact)
  const graphs = settings.map((one) => build(one, task.rows, join(temporary, 'graph')))
  const curves = measure(task, graphs)
  rmSync(temporary, { recursive: true })
  const result = {
    task: `${ROWS} MiniLM vectors of ${DIMS}, ${QUERIES} held-out queries, as many candidates scored again as the search looked at (the index asks for 100 at the least), ${ROUNDS} rounds by turns, lowest median`,
    ...circumstances(),
    exactScan: exact,
    graphs: graphs.map(({ name, buildSeconds, fileMb, loadMs }) => ({
      name,
      buildSeconds,
      rowsASecond: Math.round(ROWS / buildSeconds),
      fileMb,
      loadMs,
      curve: curves.get(name),
    })),
  }
  console.dir(result, { depth: null })
}

function settingsOf(name: string): GraphSettings {
  const [cells, connectivity, expansionAdd] = name.split('-')
  const kind = (['f32', 'f16', 'bf16', 'i8'] as const).find((known) => known === cells)
  if (kind === undefined || !connectivity || !expansionAdd) throw new Error(`${name} is no graph: f16-16-200`)
  return {
    ...DEFAULT_GRAPH,
    cells: kind,
    connectivity: Number(connectivity),
    expansionAdd: Number(expansionAdd),
  }
}

/** Truth: the ten best by float32, out of the hundred best by the int8 scan. */
function readTask(folder: string): { task: Task; exact: { recallAt10: number; p50Ms: number } } {
  const bytes = readFileSync(join(folder, 'vectors.f32'))
  const all = Array.from({ length: bytes.length / (4 * DIMS) }, (_, i) => {
    const start = bytes.byteOffset + i * 4 * DIMS
    return new Float32Array(bytes.buffer.slice(start, start + 4 * DIMS))
  })
  const mixed = shuffle(all, SEED)
  const queries = mixed.slice(0, QUERIES)
  const rows = mixed.slice(QUERIES, QUERIES + ROWS)
  const matrix = createMatrix(DIMS)
  for (const row of rows) matrix.add(row)
  const cosines = new Float32Array(rows.length)
  const timesMs: number[] = []
  let kept = 0
  const truth = queries.map((query) => {
    const started = performance.now()
    matrix.scan(query, cosines)
    timesMs.push(performance.now() - started)
    const candidates = Array.from(cosines.keys())
      .sort((a, b) => cosines[b]! - cosines[a]!)
      .slice(0, TRUTH_DEPTH)
    const best = new Set(byScore(candidates, (row) => dot(rows[row]!, query)))
    kept += candidates.slice(0, NEAREST).filter((row) => best.has(row)).length
    return best
  })
  const exact = { recallAt10: round4(kept / (NEAREST * QUERIES)), p50Ms: round4(percentile(timesMs, 0.5)) }
  return { task: { rows, queries, matrix, truth }, exact }
}

function build(settings: GraphSettings, rows: readonly Float32Array[], path: string): Graph {
  const name = `${settings.cells}-${settings.connectivity}-${settings.expansionAdd}`
  const graph = openUsearch(settings)(DIMS, null)
  const started = performance.now()
  for (const [row, vector] of rows.entries()) graph.add(row, vector)
  const buildSeconds = round1((performance.now() - started) / MS_PER_SECOND)
  graph.save(path)
  const loading = performance.now()
  const first = openUsearch(settings)(DIMS, path)
  const loadMs = round1(performance.now() - loading)
  const opened = EXPANSIONS.map((expansionSearch): [number, Neighbours] => [
    expansionSearch,
    openUsearch({ ...settings, expansionSearch })(DIMS, path),
  ])
  first.search(rows[0]!, 1)
  console.log(name, 'built in', buildSeconds, 's')
  return {
    name,
    buildSeconds,
    fileMb: round1(statSync(path).size / BYTES_PER_MB),
    loadMs,
    opened: new Map(opened),
  }
}

/** Curves by name. */
function measure(task: Task, graphs: readonly Graph[]): Map<string, Point[]> {
  const best = new Map<string, Map<number, Point>>()
  const note = (name: string, point: Point) => {
    const curve = best.get(name) ?? new Map<number, Point>()
    const known = curve.get(point.expansionSearch)
    if (known === undefined || point.p50Ms < known.p50Ms) curve.set(point.expansionSearch, point)
    best.set(name, curve)
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, opened } of graphs)
      for (const [expansionSearch, graph] of opened)
        note(name, { expansionSearch, ...ask(graph, task, expansionSearch) })
  }
  return new Map([...best].map(([name, curve]) => [name, [...curve.values()]]))
}

function ask(graph: Neighbours, task: Task, candidates: number): Omit<Point, 'expansionSearch'> {
  const timesMs: number[] = []
  const allowed = new Uint8Array(candidates).fill(1)
  const ids = Array.from(allowed, (_, place) => String(place))
  const found = task.queries.map((query) => {
    const started = performance.now()
    const { rows } = graph.search(query, candidates)
    const cosines = task.matrix.cosines(query, rows)
    const best = bestRows(cosines, rows.length, { depth: NEAREST, allowed, above: -2, ids })
    timesMs.push(performance.now() - started)
    return best.map((place) => rows[place]!)
  })
  return { recallAt10: recallOf(found, task), p50Ms: round4(percentile(timesMs, 0.5)) }
}

function recallOf(found: readonly (readonly number[])[], { truth }: Task): number {
  const kept = found.map((rows, i) => rows.filter((row) => truth[i]!.has(row)).length)
  return round4(kept.reduce((sum, count) => sum + count, 0) / (NEAREST * found.length))
}

function byScore(items: readonly number[], scoreOf: (item: number) => number): number[] {
  const scored = items.map((item) => ({ item, score: scoreOf(item) }))
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, NEAREST)
    .map(({ item }) => item)
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += one[i]! * other[i]!
  return sum
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}

function round4(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
