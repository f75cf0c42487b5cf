/**
 * How much of what a table lacks to MiniLM tuning brings back on documents that it did not see: a table that never learned the field
 * learns one half of a set's documents, and the questions to the other half are ranked over all documents, both ways round. The teacher
 * is that of `gloss tune`.
 * Run: npm run measure tune -- --tables FOLDER [--sets scifact,…] [--cache FOLDER]
 * FOLDER holds a table for each set, made by `research/static-embedder/train.ts LESSONS --out FOLDER/SET --leave-out SET`; a set without
 * one is measured from the bundled table. Writes docs/figures/tune.json.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { MOST_LESSONS, textsOfPaper } from '../../app/tune/sample-texts.ts'
import { MINILM_TEACHER } from '../../app/tune/teacher.ts'
import { sampled } from '../../core/index.ts'
import { openMiniLmEmbedder } from '../../models/adapters/minilm-embedder.ts'
import { readFloatTable } from '../../models/adapters/static-embedder.ts'
import { asWritten, type Embedder, type FloatTable, tableVectors, tuneTable } from '../../models/index.ts'
import { cachedEmbedder } from '../lib/cached-embedder.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { writeFigurePart } from '../lib/write-figures.ts'
import { documentHalves } from './tune/document-halves.ts'
import { type BeirSet, ndcgAt10, readBeir } from './units/beir.ts'

const SETS = ['scifact', 'covidqa', 'musique-train', 'hotpotqa-train', '2wiki-half']
const SEED = 1
const { values: options } = parseArgs({
  options: {
    tables: { type: 'string', default: '' },
    sets: { type: 'string', default: SETS.join() },
    cache: { type: 'string' },
  },
})

async function measureSet(name: string, teacher: Embedder): Promise<Row> {
  const folder = join(options.tables, name)
  const base = await readFloatTable(existsSync(join(folder, 'manifest.json')) ? folder : undefined)
  const set = readBeir(sharedPath('data', name))
  const halves = documentHalves(set, SEED)
  const documents = set.documents.map(({ title, text }) => (title === '' ? text : `${title}. ${text}`))
  const questions = set.questions.map(({ text }) => text)
  const byTable = (table: FloatTable) =>
    ndcgs(set, tableVectors(table, documents), tableVectors(table, questions), table.dims)
  const taught = ndcgs(set, await asked(teacher, documents), await asked(teacher, questions), teacher.dims)
  const untuned = byTable(base)
  const tuned = new Array<number>(untuned.length).fill(0)
  let lessons = 0
  let fitCpuSeconds = 0
  for (const half of [0, 1]) {
    const chosen = sampled(textsOfHalf(set, halves.halfOf, half), MOST_LESSONS, SEED)
    const vectors = await teacher.embed(chosen)
    const before = process.cpuUsage()
    const table = asWritten(await tuneTable(base, { texts: chosen, vectors }))
    const { user, system } = process.cpuUsage(before)
    fitCpuSeconds += (user + system) / 2e6
    lessons += chosen.length / 2
    byTable(table).forEach((ndcg, i) => {
      if (halves.halfOfQuestion[i] !== half) tuned[i] = ndcg
    })
  }
  const [low, high, most] = [mean(untuned), mean(tuned), mean(taught)]
  return {
    questions: questions.length,
    lessons,
    fitCpuSeconds,
    teacher: most,
    untuned: low,
    tuned: high,
    recovered: most > low ? (high - low) / (most - low) : null,
  }
}

interface Row {
  readonly questions: number
  /** Texts learned; mean of the halves, as the seconds. */
  readonly lessons: number
  /** Without the time of the teacher. */
  readonly fitCpuSeconds: number
  /** nDCG@10 of the vectors alone. */
  readonly teacher: number
  readonly untuned: number
  readonly tuned: number
  /** Null where the table lacks nothing to the teacher. */
  readonly recovered: number | null
}

function textsOfHalf(set: BeirSet, halfOf: Uint8Array, half: number): string[] {
  const texts = set.documents.flatMap(({ title, text }, i) =>
    halfOf[i] === half ? textsOfPaper(title, [{ topic: '', text, reading: null }]) : [],
  )
  return [...new Set(texts)]
}

async function asked(embedder: Embedder, texts: readonly string[]): Promise<Float32Array> {
  const vectors = await embedder.embed(texts)
  const joined = new Float32Array(texts.length * embedder.dims)
  for (const [i, vector] of vectors.entries()) joined.set(vector, i * embedder.dims)
  return joined
}

function ndcgs(set: BeirSet, documents: Float32Array, questions: Float32Array, dims: number): number[] {
  return set.questions.map(({ gains }, i) => {
    const question = questions.subarray(i * dims, (i + 1) * dims)
    const scores = Float32Array.from(set.documents, (_, document) => {
      let sum = 0
      for (let axis = 0; axis < dims; axis++) sum += documents[document * dims + axis]! * question[axis]!
      return sum
    })
    return ndcgAt10(scores, gains)
  })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function rounded(row: Row): object {
  const figures = Object.entries(row).map(([name, value]: [string, number | null]) => [
    name,
    value === null ? null : Number(value.toFixed(4)),
  ])
  return Object.fromEntries(figures)
}

if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const miniLm = await openMiniLmEmbedder({ folder: sharedPath('models'), ...MINILM_TEACHER })
  const teacher = options.cache === undefined ? miniLm : cachedEmbedder(miniLm, options.cache)
  for (const name of options.sets.split(',')) {
    const row = rounded(await measureSet(name, teacher))
    console.log(name, JSON.stringify(row))
    writeFigurePart('tune', [name], row)
  }
}
