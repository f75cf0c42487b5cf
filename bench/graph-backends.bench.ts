/**
 * The published units of eigen1 (1,412, with gpt-4o's facts): import with all backends ready, then every backend that asks no model on 40
 * hard questions, one at a time, embedding left out. And the graph of facts at size: seeded synthetic units with ten names and eight
 * facts each, built and added to. Writes bench/results/graph-backends.json.
 *
 * usage: npm run measure graph-backends      GLOSS_BENCH_ROWS: units of the largest graph; GLOSS_BENCH_ROUNDS: rounds of the questions
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BackendName, type CorpusSession, importPath, loadConfig, openGloss } from '../app/index.ts'
import type { GraphUnit } from '../corpus/index.ts'
import { percentile } from '../evaluation/metrics.ts'
import { createFactGraph } from '../graph/facts/fact-graph.ts'
import { packFacts, unpackFacts } from '../graph/facts/facts-format.ts'
import { createPhraseMatrix } from '../graph/facts/phrase-matrix.ts'
import { FACT_GRAPHS, type FactGraph } from '../graph/index.ts'
import { hasShared, sharedPath } from '../scripts/lib/shared.ts'
import { drawer } from './synthetic-units.ts'

const LARGEST = Number(process.env['GLOSS_BENCH_ROWS'] ?? 100_000)
const ROUNDS = Number(process.env['GLOSS_BENCH_ROUNDS'] ?? 5)
const NAMES_PER_UNIT = 10
const FACTS_PER_UNIT = 8
const ADDED_UNITS = 50
const SEED = 11
const MS_PER_SECOND = 1000
const HITS = 10
const OPENIE = 'openie_results_ner_gpt-4o.json'
const QUESTIONS = ['supergpqa-hard.json', 'trqa_lit_converted.json']
const BACKENDS: readonly BackendName[] = [
  'words',
  'vanilla',
  'hybrid',
  'walk',
  'auto',
  'hipporag',
  'hipporag:unfiltered',
  'lightrag',
  'lightrag:local',
  'lightrag:global',
  'lightrag:hybrid',
]
const RESULT = join(import.meta.dirname, 'results', 'graph-backends.json')
const never = new AbortController().signal

const small = build(Math.round(LARGEST / 10))
const large = build(LARGEST)
const result = {
  machine: `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}`,
  // Above 2, others used the machine too and times are too long.
  loadAverage: round(loadavg()[0]!),
  node: process.version,
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  date: new Date().toISOString().slice(0, 10),
  eigen1: hasShared ? await eigen1() : 'skipped: ../shared is not here',
  factGraph: {
    task: `${NAMES_PER_UNIT} names and ${FACTS_PER_UNIT} facts a unit, drawn as in bench/pagerank.bench.ts`,
    build: [small, large],
    linear: round(large.unitsPerSecond / small.unitsPerSecond),
  },
}
writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`)
console.dir(result, { depth: null })

async function eigen1() {
  const workspace = mkdtempSync(join(tmpdir(), 'gloss-graph-backends-'))
  const gloss = await openGloss(loadConfig({ workspace, embedder: 'static' }, {}))
  try {
    const started = performance.now()
    const path = sharedPath('data', 'eigen1-units', OPENIE)
    const { units, facts } = await importPath(gloss, { format: 'hipporag', path }, never)
    const session = await gloss.session()
    const questions = QUESTIONS.flatMap((file) => questionsIn(sharedPath('data', 'questions', file)))
    for (const name of BACKENDS) await session.backend(name).retrieve({ text: questions[0]!, k: HITS })
    const readySeconds = round((performance.now() - started) / MS_PER_SECOND)
    const latency: Record<string, unknown> = {}
    for (const name of BACKENDS) latency[name] = await latencyOf(session, name, questions)
    return { units, facts: facts?.facts, readySeconds, questions: questions.length, latency }
  } finally {
    await gloss.close()
    rmSync(workspace, { recursive: true, force: true })
  }
}

/** Without embedding; of the rounds the one with the lowest median. */
async function latencyOf(session: CorpusSession, name: BackendName, questions: readonly string[]) {
  const backend = session.backend(name)
  const rounds: number[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const timesMs: number[] = []
    for (const text of questions) {
      const { stages } = await backend.retrieve({ text, k: HITS })
      const all = Object.values(stages).reduce((sum, ms) => sum + ms, 0)
      timesMs.push(all - (stages['embed'] ?? 0))
    }
    rounds.push(timesMs)
  }
  const best = rounds.sort((a, b) => percentile(a, 0.5) - percentile(b, 0.5))[0]!
  return { p50Ms: round(percentile(best, 0.5)), p99Ms: round(percentile(best, 0.99)) }
}

function questionsIn(path: string): string[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as { query: string }[]).map(({ query }) => query)
}

function build(units: number) {
  const made = syntheticFacts(units)
  const before = process.memoryUsage()
  const graph = createFactGraph(FACT_GRAPHS.ours)
  const started = performance.now()
  for (let number = 0; number < units; number++) graph.put(made(number))
  graph.view()
  const seconds = (performance.now() - started) / MS_PER_SECOND
  const after = process.memoryUsage()
  const added = Array.from({ length: ADDED_UNITS }, (_, i) => addOne(graph, made(units + i)))
  return {
    units,
    edges: graph
      .view()
      .degrees.subarray(0, graph.view().nodes)
      .reduce((sum, degree) => sum + degree, 0),
    facts: graph.facts.size(),
    unitsPerSecond: Math.round(units / seconds),
    bytesPerUnit: Math.round(
      (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / units,
    ),
    openMs: round(openMs(graph)),
    addOneP50Ms: round(percentile(added, 0.5)),
    addOneP99Ms: round(percentile(added, 0.99)),
  }
}

/** From the files of an artefact that are read already, vectors left out. */
function openMs(graph: FactGraph): number {
  const noPhrases = createPhraseMatrix(1).parts()
  const packed = packFacts({ graph: graph.parts(), facts: noPhrases, names: noPhrases })
  const files = new Map([...packed].map(([name, file]) => [name, Uint8Array.from(file as Uint8Array)]))
  const started = performance.now()
  createFactGraph(FACT_GRAPHS.ours, unpackFacts({ files, folder: '', seq: 0 }).graph).view()
  return performance.now() - started
}

/** With the view that the next walk reads. */
function addOne(graph: FactGraph, unit: Pick<GraphUnit, 'unit' | 'mentions' | 'facts'>): number {
  const started = performance.now()
  graph.put(unit)
  graph.view()
  return performance.now() - started
}

function syntheticFacts(units: number) {
  const draw = drawer(units, SEED)
  return (number: number): Pick<GraphUnit, 'unit' | 'mentions' | 'facts'> => {
    const names = new Set<string>()
    while (names.size < NAMES_PER_UNIT) names.add(`name${draw()}`)
    const all = [...names]
    const base = { kind: 'span', isSubject: false, start: null, end: null } as const
    return {
      unit: `unit${number}`,
      mentions: all.map((name) => ({ ...base, name, alias: name })),
      facts: Array.from({ length: FACTS_PER_UNIT }, (_, i) => ({
        subject: all[i]!,
        predicate: `relates ${i}`,
        object: all[i + 1]!,
      })),
    }
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
