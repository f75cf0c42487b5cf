/**
 * Compares Gloss with established libraries in one run, taking turns: word search (bm25s, tantivy), vectors (hnswlib, faiss), and retrieval
 * over facts (HippoRAG 2, LightRAG). Prints one table; libraries that are not installed are left out.
 *
 * usage: npm run measure peers -- [--only words,vectors,facts] [--python PROGRAM] [--data FOLDER] [--json]
 * `--python` (or GLOSS_PYTHON): the Python for which packages/lab/bench/peers/setup.sh installed the libraries.
 * GLOSS_BENCH_ROWS: number of sentences; GLOSS_BENCH_ROUNDS: number of rounds.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStaticEmbedder } from '../../../models/adapters/static-embedder.ts'
import { sharedPath } from '../../../tests/fixtures/shared.ts'
import { circumstances } from '../lib/circumstances.ts'
import { type Comparison, compare, type Task } from './peers/compare.ts'
import { FACTS_FILE, FACTS_SET, factRetrieval } from './peers/fact-retrieval.ts'
import { openJudgedCorpus } from './peers/judged-corpus.ts'
import { nearestVectors } from './peers/nearest-vectors.ts'
import { leftOut, type MeasuredSubject, peersTable } from './peers/print-peers.ts'
import { hasSet, type TaskGround } from './peers/task-ground.ts'
import { judgedWords, manyWords } from './peers/word-search.ts'

const ROWS = Number(process.env['GLOSS_BENCH_ROWS'] ?? 100_000)
const ROUNDS = Number(process.env['GLOSS_BENCH_ROUNDS'] ?? 3)
const SUBJECTS = ['words', 'vectors', 'facts'] as const
type Subject = (typeof SUBJECTS)[number]
const WRONG_USE = 2
const MS_PER_SECOND = 1000

/** Runs a task as soon as it is made; only then is the data for the next one made. */
type Run = (task: Task | null) => Promise<void>

const MEASURES: Readonly<Record<Subject, (ground: TaskGround, run: Run) => Promise<void>>> = {
  async words(ground, run) {
    await run(judgedWords(inside(ground, 'judged')))
    await run(manyWords(inside(ground, 'many')))
  },
  async vectors(ground, run) {
    await run(await nearestVectors(ground))
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
      if (comparisons.length > 0) measured[subject] = { ...circumstances(), rounds: ROUNDS, comparisons }
      else console.error(`skipped ${subject}: its data is not in ${options.data}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const comparisons = Object.values(measured).flatMap((subject) => subject.comparisons)
  console.log(options.json ? JSON.stringify(measured, null, 2) : peersTable(comparisons))
  for (const line of leftOut(comparisons)) console.error(line)
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

function inside(ground: TaskGround, name: string): TaskGround {
  const folder = join(ground.folder, name)
  mkdirSync(folder)
  return { ...ground, folder }
}
