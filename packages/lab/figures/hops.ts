/**
 * Measures whether the backends find the places of papers that a question over several hops needs. Asks
 * packages/lab/research/hops/questions.jsonl over the available papers and the samples, ingested with the defaults and --topic none. plain:
 * each unit and passage is a hit; places: one hit for each place of a paper, as users get them. interval and p: for the difference in
 * recall@5 to hybrid, by paired bootstrap (95 %) and paired randomisation.
 * Run: npm run measure hops [-- --embedder minilm] [-- --workspace DIR] [-- --half tune]   (some minutes)
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BackendName, loadConfig, openGloss } from '../../../app/index.ts'
import type { EmbedderName } from '../../../app/wiring/embedders.ts'
import { bootstrapInterval } from '../../../comparison/bootstrap.ts'
import { mean } from '../../../comparison/metrics.ts'
import { pairedRandomisation } from '../../../comparison/paired-test.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'
import { type Half, type HopQuestion, readHopQuestions } from './hops/hop-questions.ts'
import { PLACE_METRICS } from './hops/place-metrics.ts'
import {
  askPlaces,
  askPlain,
  type HopCorpus,
  openHopCorpus,
  type QuestionResult,
  unfindable,
} from './hops/ranked-texts.ts'

const BACKENDS: readonly BackendName[] = ['hybrid', 'auto', 'walk', 'vanilla', 'words']
const BASE = 'hybrid'
const HALVES: readonly Half[] = ['tune', 'keep']
const DECIMALS = 4

type Rows = readonly QuestionResult[]

function summary(rows: Rows, base: Rows) {
  const means = PLACE_METRICS.map((metric) => [
    metric,
    rounded(mean(rows.map(({ figures }) => figures[metric]))),
  ])
  return {
    ...Object.fromEntries(means),
    ...(rows === base ? {} : { [`less ${BASE}`]: difference(recallOf(rows), recallOf(base)) }),
    walked: rows.filter(({ by }) => by === 'walk').length,
  }
}

function difference(values: readonly number[], base: readonly number[]) {
  const differences = values.map((value, at) => value - base[at]!)
  return {
    'recall@5': rounded(mean(differences)),
    interval: bootstrapInterval(differences).map(rounded),
    p: rounded(pairedRandomisation(values, base)),
  }
}

function recallOf(rows: Rows): number[] {
  return rows.map(({ figures }) => figures['recall@5'])
}

function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS))
}

async function measureHalf(corpus: HopCorpus, questions: readonly HopQuestion[]) {
  const plain = await askEach((name) => askPlain(corpus, corpus.session.backend(name), questions))
  const places = await askEach((name) => askPlaces(corpus, name, questions))
  return { questions: questions.length, plain: summaries(plain), places: summaries(places) }
}

type RowsByBackend = Readonly<Record<string, Rows>>

async function askEach(ask: (backend: BackendName) => Promise<Rows>): Promise<RowsByBackend> {
  const asked: Record<string, Rows> = {}
  for (const backend of BACKENDS) asked[backend] = await ask(backend)
  return asked
}

function summaries(asked: RowsByBackend) {
  const base = asked[BASE] ?? []
  return Object.fromEntries(Object.entries(asked).map(([name, rows]) => [name, summary(rows, base)]))
}

const { values: options } = parseArgs({
  options: {
    embedder: { type: 'string', default: 'static' },
    workspace: { type: 'string' },
    half: { type: 'string' },
  },
})

if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const workspace = options.workspace ?? (await mkdtemp(join(tmpdir(), 'gloss-hops-')))
  const embedder = options.embedder as EmbedderName
  const gloss = await openGloss(loadConfig({ workspace, embedder }, { GLOSS_MODELS: sharedPath('models') }))
  const corpus = await openHopCorpus(gloss)
  const all = readHopQuestions()
  const { papers, units, passages } = await corpus.session.store.counts()
  const measured: Record<string, unknown> = {
    ...{ embedder: corpus.session.embedder.id, papers, units, passages },
    unfindable: unfindable(corpus, all),
  }
  for (const half of HALVES.filter((name) => options.half === undefined || options.half === name)) {
    const questions = all.filter((question) => question.half === half)
    measured[half] = await measureHalf(corpus, questions)
  }
  await gloss.close()
  console.dir(measured, { depth: null })
}
