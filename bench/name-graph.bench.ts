/**
 * The entity graph at size: seeded synthetic corpora of 10,000 and 100,000 units with ten names each for building, adding and
 * opening; one of 50,000 units with twenty names each out of 50,000 (100,000 nodes, 1,000,000 edges) for the walk as a whole,
 * embedding left out. Names are drawn as in bench/pagerank.bench.ts. Writes bench/results/name-graph.json.
 *
 * usage: npm run measure name-graph     GLOSS_BENCH_ROWS: units of the largest corpus; GLOSS_BENCH_ROUNDS: rounds of the questions
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteCorpus } from '../corpus/adapters/sqlite-corpus-store.ts'
import type { CorpusWriter, PaperRecord } from '../corpus/index.ts'
import { percentile } from '../evaluation/metrics.ts'
import { openCorpusNames } from '../graph/index.ts'
import { openUsearch } from '../index/adapters/usearch-neighbours.ts'
import { openCorpusIndex } from '../index/index.ts'
import { walkBackend } from '../retrieval/index.ts'
import { drawer, type SyntheticUnits, syntheticUnits } from './synthetic-units.ts'

const LARGEST = Number(process.env['GLOSS_BENCH_ROWS'] ?? 100_000)
const ROUNDS = Number(process.env['GLOSS_BENCH_ROUNDS'] ?? 5)
const QUESTIONS = 50
const ADDED_UNITS = 20
const DIMS = 64
const RESULT = join(import.meta.dirname, 'results', 'name-graph.json')

interface Built {
  readonly units: number
  readonly edges: number
  readonly unitsPerSecond: number
  readonly bytesPerUnit: number
  readonly openMs: number
  readonly addOneP50Ms: number
}

const small = await build(Math.round(LARGEST / 10))
const large = await build(LARGEST)
const result = {
  task: `graphs of ${small.units} and ${large.units} units with ten names each; walk over ${LARGEST / 2} units with twenty names each, ${QUESTIONS} questions of three names`,
  machine: `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}`,
  loadAverage: round(loadavg()[0]!),
  node: process.version,
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  date: new Date().toISOString().slice(0, 10),
  build: [small, large],
  linear: round(large.unitsPerSecond / small.unitsPerSecond),
  walk: await walk(),
}
writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`)
console.dir(result, { depth: null })

/** From the rows of a corpus file: the graph built, saved, opened again, and brought up to a unit that came. */
async function build(units: number): Promise<Built> {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-name-graph-'))
  const store = openSqliteCorpus(join(folder, 'corpus.sqlite'), { create: true })
  const made = syntheticUnits({ units, names: units, namesPerUnit: 10, dims: 0 })
  {
    await using writer = await store.write('bench')
    await fill(writer, made)
  }
  const before = memory()
  const started = performance.now()
  const names = await openCorpusNames({ reader: store, folder })
  await names.refresh()
  const buildMs = performance.now() - started
  const bytes = memory() - before
  await names.save()
  const opening = performance.now()
  const opened = await openCorpusNames({ reader: store, folder })
  const edges = await opened.whenCurrent(({ graph }) => graph.view().degrees.reduce((a, b) => a + b, 0) / 2)
  const openMs = performance.now() - opening
  const addedMs: number[] = []
  {
    await using writer = await store.write('bench')
    for (let i = 0; i < ADDED_UNITS; i++) {
      const one = syntheticUnits({ units: 1, names: units, namesPerUnit: 10, dims: 0, from: units + i })
      const at = performance.now()
      await fill(writer, one)
      await opened.refresh()
      addedMs.push(performance.now() - at)
    }
  }
  await store.close()
  rmSync(folder, { recursive: true })
  return {
    units,
    edges,
    unitsPerSecond: Math.round((1000 * units) / buildMs),
    bytesPerUnit: Math.round(bytes / units),
    openMs: round(openMs),
    addOneP50Ms: round(percentile(addedMs, 0.5)),
  }
}

async function fill(writer: CorpusWriter, { records, mentions }: SyntheticUnits): Promise<void> {
  const BATCH = 500
  for (let at = 0; at < records.length; at += BATCH) {
    const batch: readonly PaperRecord[] = records.slice(at, at + BATCH)
    await writer.put(batch)
    await writer.putMentions('synthetic', mentions.slice(at, at + BATCH).flat())
  }
}

async function walk() {
  const units = LARGEST / 2
  const folder = mkdtempSync(join(tmpdir(), 'gloss-walk-'))
  const store = openSqliteCorpus(join(folder, 'corpus.sqlite'), { create: true })
  {
    await using writer = await store.write('bench')
    await fill(writer, syntheticUnits({ units, names: units, namesPerUnit: 20, dims: DIMS }))
  }
  const embedder = { id: 'synthetic', dims: DIMS }
  const index = await openCorpusIndex({ reader: store, embedder, folder, openNeighbours: openUsearch() })
  await index.save()
  const names = await openCorpusNames({ reader: store, folder })
  await names.save()
  const draw = drawer(units, 7)
  const asked = Array.from({ length: QUESTIONS }, () => [draw(), draw(), draw()])
  const vectors = syntheticUnits({ units: QUESTIONS, names: units, namesPerUnit: 1, dims: DIMS, from: 9e6 })
  let next = 0
  const embed = async () => [vectors.records[next++ % QUESTIONS]!.vectors[0]!.values]
  const ground = {
    index,
    embedder: { ...embedder, embed, close: async () => undefined },
    names: async () => names,
  }
  const backend = walkBackend(ground)
  const rounds: { tookMs: number; walkMs: number; linkMs: number; searchMs: number }[][] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const times: (typeof rounds)[number] = []
    for (const three of asked) {
      const text = `Is ${three.map((name) => `Name${name}`).join(' or ')} meant?`
      const started = performance.now()
      const { stages } = await backend.retrieve({ text, k: 10 })
      const tookMs = performance.now() - started - (stages['embed'] ?? 0)
      times.push({
        tookMs,
        walkMs: stages['walk'] ?? 0,
        linkMs: stages['link'] ?? 0,
        searchMs: stages['search'] ?? 0,
      })
    }
    // The first round warms up.
    if (round > 0) rounds.push(times)
  }
  const { nodes, edges } = await names.whenCurrent(({ graph }) => ({
    nodes: graph.unitCount() + graph.nameCount(),
    edges: graph.view().degrees.reduce((a, b) => a + b, 0) / 2,
  }))
  const p50 = (of: (time: (typeof rounds)[number][number]) => number) =>
    round(Math.min(...rounds.map((times) => percentile(times.map(of), 0.5))))
  await store.close()
  rmSync(folder, { recursive: true })
  return {
    nodes,
    edges,
    p50Ms: p50(({ tookMs }) => tookMs),
    p50MsByStage: { link: p50((t) => t.linkMs), search: p50((t) => t.searchMs), walk: p50((t) => t.walkMs) },
    p99Ms: round(
      Math.min(
        ...rounds.map((times) =>
          percentile(
            times.map(({ tookMs }) => tookMs),
            0.99,
          ),
        ),
      ),
    ),
  }
}

function memory(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function round(value: number): number {
  return Number(value.toFixed(2))
}
