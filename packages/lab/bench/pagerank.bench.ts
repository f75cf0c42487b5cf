/**
 * Personalised PageRank on a seeded scale-free graph of 100,000 nodes and 1,000,000 undirected edges: forward push against our own power
 * iteration (10 rounds) and igraph's prpack, one thread. 50 resets, each 5 seeds and 400 passages with a small prior. Truth for
 * the best 20 is power iteration until a round changes nothing above 1e-12.
 *
 * usage: npm run measure pagerank
 * GLOSS_BENCH_ROWS: nodes (ten edges each); GLOSS_BENCH_ROUNDS: rounds, of which the lowest median counts.
 * GLOSS_BENCH_PYTHON: a python with igraph and numpy; without it the comparison is left out.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile } from '../../../comparison/metrics.ts'
import { seededRandom, shuffle } from '../../../core/random.ts'
import { createPushRanker, type GraphView, powerRank, type Reset } from '../../../graph/index.ts'
import { createWeightedGraph } from '../../../graph/rank/weighted-graph.ts'
import { circumstances } from '../lib/circumstances.ts'

const NODES = Number(process.env['GLOSS_BENCH_ROWS'] ?? 100_000)
const EDGES = NODES * 10
const ROUNDS = Number(process.env['GLOSS_BENCH_ROUNDS'] ?? 5)
const QUERIES = 50
const SEEDS = 5
const PASSAGES = 400
const PRIOR = 0.05
const BEST = 20
const SEED = 4
const EPSILONS = [3e-6, 1e-6, 3e-7, 1e-7]
const POWER_ROUNDS = 10
// Degrees as in shared/yardsticks/ppr_bench.py: an end is drawn with (place + 10) ^ -.6.
const DEGREE_SHIFT = 10
const DEGREE_POWER = -0.6
const random = seededRandom(SEED)

interface Measured {
  readonly p50Ms: number
  readonly p99Ms: number
  /** Mean share of the 20 best nodes that are among the true ones. */
  readonly best20: number
  /** Mean L1 distance to the fixed point. */
  readonly error: number
}

type Ranker = (reset: Reset) => ArrayLike<number>

main()

function main(): void {
  const pairs = drawPairs()
  const { grown, buildMs } = build(pairs)
  const started = performance.now()
  const packed = createWeightedGraph(grown.parts()).view()
  const snapshotMs = performance.now() - started
  const resets = Array.from({ length: QUERIES }, drawReset)
  const truth = resets.map((reset) => powerRank(packed, reset, { rounds: 200, tolerance: 1e-12 }).scores)
  const result = {
    task: `${NODES} nodes, ${EDGES} undirected edges (${2 * EDGES} directed), ${QUERIES} resets of ${SEEDS} seeds and ${PASSAGES} passages, lowest median of ${ROUNDS} rounds`,
    ...circumstances(),
    largestDegree: packed.degrees.reduce((most, degree) => Math.max(most, degree), 0),
    buildMs: round(buildMs),
    snapshotMs: round(snapshotMs),
    push: EPSILONS.map((epsilon) => ({
      epsilon,
      // As after opening a snapshot, and as after taking in all edges one by one.
      packed: measure(pusher(packed, epsilon), resets, truth),
      grown: measure(pusher(grown.view(), epsilon), resets, truth),
    })),
    power: measure((reset) => powerRank(packed, reset, { rounds: POWER_ROUNDS }).scores, resets, truth),
    igraph: igraph(grown.view(), resets, truth),
  }
  console.dir(result, { depth: null })
}

/** Different pairs of different nodes, each as `one x NODES + other`. */
function drawPairs(): Set<number> {
  const sums = new Float64Array(NODES + 1)
  for (let i = 0; i < NODES; i++) sums[i + 1] = sums[i]! + (i + DEGREE_SHIFT) ** DEGREE_POWER
  const places = shuffle([...Array(NODES).keys()], SEED)
  const pairs = new Set<number>()
  while (pairs.size < EDGES) {
    const [one, other] = [places[drawFrom(sums)]!, places[drawFrom(sums)]!]
    if (one !== other) pairs.add(Math.min(one, other) * NODES + Math.max(one, other))
  }
  return pairs
}

function drawFrom(sums: Float64Array): number {
  const drawn = random() * sums[NODES]!
  let [low, high] = [0, NODES]
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (sums[middle]! <= drawn) low = middle
    else high = middle
  }
  return low
}

function build(pairs: ReadonlySet<number>) {
  const started = performance.now()
  const grown = createWeightedGraph()
  for (let node = 0; node < NODES; node++) grown.addNode()
  for (const pair of pairs) {
    const [one, other] = [Math.floor(pair / NODES), pair % NODES]
    const weight = 0.8 + 1.2 * random()
    grown.appendEdge(one, other, weight)
    grown.appendEdge(other, one, weight)
  }
  grown.view()
  return { grown, buildMs: performance.now() - started }
}

function drawReset(): Reset {
  const node = () => Math.floor(random() * NODES)
  const seeds = Array.from({ length: SEEDS }, () => ({ node: node(), weight: 0.1 + 0.9 * random() }))
  const passages = Array.from({ length: PASSAGES }, () => ({ node: node(), weight: PRIOR * random() }))
  const all = [...seeds, ...passages]
  return {
    nodes: Uint32Array.from(all, (entry) => entry.node),
    weights: Float64Array.from(all, (entry) => entry.weight),
  }
}

function pusher(view: GraphView, epsilon: number): Ranker {
  const ranker = createPushRanker()
  return (reset) => ranker.rank(view, reset, { epsilon }).scores
}

function measure(rank: Ranker, resets: readonly Reset[], truth: readonly Float64Array[]): Measured {
  const rounds = Array.from({ length: ROUNDS }, () =>
    resets.map((reset) => {
      const started = performance.now()
      rank(reset)
      return performance.now() - started
    }),
  )
  const timesMs = rounds.sort((a, b) => percentile(a, 0.5) - percentile(b, 0.5))[0]!
  const ranks = resets.map((reset) => Float64Array.from(rank(reset)).subarray(0, NODES))
  return { ...timesOf(timesMs), ...quality(ranks, truth) }
}

function timesOf(timesMs: readonly number[]): Pick<Measured, 'p50Ms' | 'p99Ms'> {
  return { p50Ms: round(percentile(timesMs, 0.5)), p99Ms: round(percentile(timesMs, 0.99)) }
}

function quality(ranks: readonly ArrayLike<number>[], truth: readonly Float64Array[]) {
  let same = 0
  let error = 0
  for (const [query, exact] of truth.entries()) {
    const wanted = new Set(bestOf(exact))
    same += bestOf(ranks[query]!).filter((node) => wanted.has(node)).length / BEST
    for (let node = 0; node < NODES; node++) error += Math.abs(exact[node]! - ranks[query]![node]!)
  }
  return { best20: round(same / truth.length), error: Number((error / truth.length).toPrecision(2)) }
}

function bestOf(scores: ArrayLike<number>): number[] {
  const high = Float64Array.from(scores).sort().at(-BEST)!
  return Array.from(scores, (score, node) => ({ score, node }))
    .filter(({ score }) => score >= high)
    .map(({ node }) => node)
}

function igraph(view: GraphView, resets: readonly Reset[], truth: readonly Float64Array[]) {
  const python = process.env['GLOSS_BENCH_PYTHON']
  if (python === undefined) return null
  const folder = mkdtempSync(join(tmpdir(), 'gloss-pagerank-'))
  const edges: number[] = []
  const weights: number[] = []
  for (let node = 0; node < NODES; node++)
    for (let cell = view.starts[node]!; cell < view.starts[node]! + view.degrees[node]!; cell++)
      if (view.targets[cell]! > node) {
        edges.push(node, view.targets[cell]!)
        weights.push(view.weights[cell]!)
      }
  writeFileSync(join(folder, 'edges.u32'), Uint32Array.from(edges))
  writeFileSync(join(folder, 'weights.f32'), Float32Array.from(weights))
  const lists = resets.map(({ nodes, weights: shares }) => ({
    nodes: [...(nodes as Uint32Array)],
    weights: [...(shares as Float64Array)],
  }))
  writeFileSync(join(folder, 'resets.json'), JSON.stringify(lists))
  const script = join(import.meta.dirname, 'pagerank-yardstick.py')
  const answer = execFileSync(python, [script, folder, String(NODES)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  rmSync(folder, { recursive: true })
  const { version, timesMs, ranks } = JSON.parse(answer) as {
    version: string
    timesMs: number[]
    ranks: number[][]
  }
  return {
    version,
    ...timesOf(timesMs),
    queries: timesMs.length,
    ...quality(ranks, truth.slice(0, ranks.length)),
  }
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
