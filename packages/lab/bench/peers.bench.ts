/**
 * Ours beside well-kept libraries in one run: words (bm25s, tantivy), vectors (hnswlib, faiss), PageRank (igraph), the text of papers
 * (PyMuPDF, poppler, pdf-parse), retrieval over facts (HippoRAG 2, LightRAG), by turns. Prints one table; a peer that is not installed is left out.
 *
 * usage: npm run measure peers -- [--only words,vectors,pagerank,papers,facts] [--python PROGRAM] [--data FOLDER] [--json] [--write]
 * `--python` (or GLOSS_PYTHON): where packages/lab/bench/peers/setup.sh installed the peers. `--write`: what was measured replaces its own part of bench/results/peers.json,
 * from where `npm run docs` takes it to docs/comparison.md.
 * GLOSS_BENCH_ROWS: sentences; GLOSS_BENCH_ROUNDS: rounds by turns.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStaticEmbedder } from '../../../models/adapters/static-embedder.ts'
import { sharedPath } from '../../../tests/fixtures/shared.ts'
import { type Comparison, compare, type Task } from './peers/compare.ts'
import { FACTS_FILE, FACTS_SET, factRetrieval } from './peers/fact-retrieval.ts'
import { openJudgedCorpus } from './peers/judged-corpus.ts'
import { nearestVectors } from './peers/nearest-vectors.ts'
import { pageRanks } from './peers/page-ranks.ts'
import { paperTexts } from './peers/paper-texts.ts'
import {
  type Circumstances,
  leftOut,
  type MeasuredSubject,
  type MeasuredSubjects,
  peersTable,
} from './peers/print-peers.ts'
import { hasSet, type TaskGround } from './peers/task-ground.ts'
import { judgedWords, manyWords } from './peers/word-search.ts'

const ROWS = Number(process.env['GLOSS_BENCH_ROWS'] ?? 100_000)
const ROUNDS = Number(process.env['GLOSS_BENCH_ROUNDS'] ?? 3)
const RANKED_SETS = [FACTS_SET, '2wiki-half']
const SUBJECTS = ['words', 'vectors', 'pagerank', 'papers', 'facts'] as const
type Subject = (typeof SUBJECTS)[number]
const RESULT = join(import.meta.dirname, 'results', 'peers.json')
const WRONG_USE = 2
const MS_PER_SECOND = 1000

/** Runs a task as soon as it is made: what the next one needs is made then. */
type Run = (task: Task | null) => Promise<void>

const MEASURES: Readonly<Record<Subject, (ground: TaskGround, run: Run) => Promise<void>>> = {
  async words(ground, run) {
    await run(judgedWords(inside(ground, 'judged')))
    await run(manyWords(inside(ground, 'many')))
  },
  async vectors(ground, run) {
    await run(await nearestVectors(ground))
  },
  async pagerank(ground, run) {
    for (const set of RANKED_SETS.filter((name) => hasSet(ground, name))) {
      const own = inside(ground, set)
      const corpus = await openJudgedCorpus(own, set, null)
      await run(await pageRanks(own, set, corpus))
      await corpus.close()
    }
  },
  async papers(ground, run) {
    const { task, close } = await paperTexts(ground)
    await run(task)
    await close()
  },
  async facts(ground, run) {
    if (!hasSet(ground, FACTS_SET)) return
    const corpus = await openJudgedCorpus(ground, FACTS_SET, FACTS_FILE)
    await run(await factRetrieval(ground, corpus))
    await corpus.close()
  },
}

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: SUBJECTS.join(',') },
    python: { type: 'string', default: process.env['GLOSS_PYTHON'] ?? 'python3' },
    data: { type: 'string', default: sharedPath('data') },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const wanted = options.only.split(',')
const unknown = wanted.filter((subject) => !SUBJECTS.some((known) => known === subject))
if (unknown.length > 0) {
  console.error(`There is no "${unknown.join(', ')}". There are: ${SUBJECTS.join(', ')}.`)
  process.exitCode = WRONG_USE
} else await main(SUBJECTS.filter((subject) => wanted.includes(subject)))

async function main(subjects: readonly Subject[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-peers-'))
  const measured: Record<string, MeasuredSubject> = {}
  try {
    for (const subject of subjects) {
      const comparisons = await measure(subject, folder)
      if (comparisons.length > 0) measured[subject] = { ...circumstances(), comparisons }
      else console.error(`skipped ${subject}: its data is not in ${options.data}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const comparisons = Object.values(measured).flatMap((subject) => subject.comparisons)
  console.log(options.json ? JSON.stringify(measured, null, 2) : peersTable(comparisons))
  for (const line of leftOut(comparisons)) console.error(line)
  if (options.write) write(measured)
}

async function measure(subject: Subject, folder: string): Promise<Comparison[]> {
  const embedder = await openStaticEmbedder()
  const ground: TaskGround = { folder, data: options.data, rows: ROWS, embedder, python: options.python }
  const comparisons: Comparison[] = []
  await MEASURES[subject](inside(ground, subject), async (task) => {
    if (task === null) return
    const started = performance.now()
    comparisons.push(await compare(task, { rounds: ROUNDS, embedder }))
    console.error(`${task.name}: ${Math.round((performance.now() - started) / MS_PER_SECOND)} s`)
  })
  return comparisons
}

/** In the order of the subjects, whichever was measured last. */
function write(measured: MeasuredSubjects): void {
  const known = existsSync(RESULT) ? (JSON.parse(readFileSync(RESULT, 'utf8')) as MeasuredSubjects) : {}
  const all = { ...known, ...measured }
  const ordered = SUBJECTS.flatMap((subject) => {
    const one = all[subject]
    return one === undefined ? [] : [[subject, one] as const]
  })
  writeFileSync(RESULT, `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`)
}

function inside(ground: TaskGround, name: string): TaskGround {
  const folder = join(ground.folder, name)
  mkdirSync(folder)
  return { ...ground, folder }
}

function circumstances(): Circumstances {
  return {
    machine: `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}, one thread a side`,
    // Above 1, others used the machine too: the ratios of CPU time still hold, wall times are too long.
    loadAverage: Math.round(loadavg()[0]! * 10) / 10,
    node: process.version,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    date: new Date().toISOString().slice(0, 10),
    rounds: ROUNDS,
  }
}
