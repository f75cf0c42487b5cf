/**
 * Do the backends find the places of papers that a question over several hops needs? Asks research/hops/questions.jsonl over the papers at
 * hand and the samples, ingested as a user would, and writes docs/figures/hops.json.
 * Run: npm run measure hops [-- --embedder minilm] [-- --workspace DIR] [-- --half tune]   (a minute; MiniLM: several)
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type BackendName,
  type CorpusSession,
  type Gloss,
  ingestPaths,
  loadConfig,
  openGloss,
} from '../../app/index.ts'
import type { EmbedderName } from '../../app/wiring/embedders.ts'
import { bootstrapInterval } from '../../evaluation/bootstrap.ts'
import { mean } from '../../evaluation/metrics.ts'
import { pairedRandomisation } from '../../evaluation/paired-test.ts'
import { halvedPapers, measuredCommit } from '../lib/paper-halves.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { type Half, type HopQuestion, placeRanks, readHopQuestions } from './hops/hop-questions.ts'
import { PLACE_DEPTH, PLACE_METRICS, type PlaceFigures, placeFigures } from './hops/place-metrics.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const FIGURES = join(ROOT, 'docs', 'figures', 'hops.json')
const CORPUS = 'hops'
const FOLDERS = ['labelled', 'mixed', 'real'] as const
const BACKENDS: readonly BackendName[] = ['hybrid', 'auto', 'walk', 'vanilla', 'words']
const BASE = 'hybrid'
/** `plain`: every unit and passage is a hit, as rankings are judged; `places`: one hit for each place of a paper, as people get them. */
const WAYS = ['plain', 'places'] as const
const HALVES: readonly Half[] = ['tune', 'keep']
const DECIMALS = 4
const never = new AbortController().signal

type Way = (typeof WAYS)[number]

async function openPapers(gloss: Gloss): Promise<CorpusSession> {
  const paths = [...halvedPapers().map(({ path }) => path), join(ROOT, 'samples', 'papers')]
  if (!(await gloss.workspace.listCorpora()).includes(CORPUS))
    await ingestPaths(gloss, { paths, corpus: CORPUS, topic: 'none' }, () => undefined, never)
  return gloss.session(CORPUS)
}

/** The name that the questions give to each paper, by its id. */
async function paperNames(session: CorpusSession): Promise<ReadonlyMap<string, string>> {
  const folderOf = (path: string) =>
    FOLDERS.find((folder) => path === sharedPath('papers', folder, basename(path))) ?? 'samples'
  const papers = await session.store.papers()
  return new Map(
    papers.map(({ id, paths }) => [id, `${folderOf(paths[0] ?? '')}/${basename(paths[0] ?? '')}`]),
  )
}

/** Places that no unit and no passage holds: no ranking can find them. */
async function unfindable(
  session: CorpusSession,
  names: ReadonlyMap<string, string>,
  questions: readonly HopQuestion[],
): Promise<string[]> {
  const all = (await session.store.listUnits()).map(({ paper, text }) => ({
    paper: names.get(paper) ?? '',
    text,
  }))
  return questions.flatMap((question) =>
    placeRanks(question, all).flatMap((rank, at) =>
      Number.isFinite(rank) ? [] : [`${question.id}: ${question.places[at]?.[0]?.quotation}`],
    ),
  )
}

interface Asked {
  readonly session: CorpusSession
  readonly names: ReadonlyMap<string, string>
  readonly questions: readonly HopQuestion[]
}

async function figuresOf({ session, names, questions }: Asked, backend: BackendName, way: Way) {
  const rows: { readonly figures: PlaceFigures; readonly by: string }[] = []
  for (const question of questions) {
    const request = { query: question.text, k: PLACE_DEPTH, backend, isPlain: way === 'plain' }
    const { hits, by = backend } = await session.retrieve(request, never)
    const ranking = hits.map(({ paper, text }) => ({ paper: names.get(paper) ?? '', text }))
    rows.push({ figures: placeFigures(placeRanks(question, ranking)), by })
  }
  return rows
}

type Rows = Awaited<ReturnType<typeof figuresOf>>

function summary(rows: Rows, base: Rows) {
  const means = PLACE_METRICS.map((metric) => [metric, rounded(mean(rows.map(({ figures }) => figures[metric])))])
  const values = (of: Rows) => of.map(({ figures }) => figures['recall@5'])
  const differences = values(rows).map((value, at) => value - values(base)[at]!)
  return {
    ...Object.fromEntries(means),
    ...(rows === base
      ? {}
      : {
          [`recall@5 less ${BASE}`]: rounded(mean(differences)),
          interval: bootstrapInterval(differences).map(rounded),
          p: rounded(pairedRandomisation(values(rows), values(base))),
        }),
    walked: rows.filter(({ by }) => by === 'walk').length,
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS))
}

async function measure(asked: Asked): Promise<Record<string, unknown>> {
  const ways: Record<string, unknown> = {}
  for (const way of WAYS) {
    const base = await figuresOf(asked, BASE, way)
    const backends: Record<string, unknown> = {}
    for (const backend of BACKENDS)
      backends[backend] = summary(backend === BASE ? base : await figuresOf(asked, backend, way), base)
    ways[way] = backends
  }
  return { questions: asked.questions.length, ...ways }
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
  const session = await openPapers(gloss)
  const names = await paperNames(session)
  const all = readHopQuestions()
  const missed = await unfindable(session, names, all)
  const measured: Record<string, unknown> = {
    commit: measuredCommit(),
    ...(await session.store.counts()),
    unfindable: missed,
  }
  for (const half of HALVES.filter((name) => options.half === undefined || options.half === name)) {
    const questions = all.filter((question) => question.half === half)
    measured[half] = await measure({ session, names, questions })
  }
  await gloss.close()
  console.dir(measured, { depth: null })
  if (options.half === undefined) {
    const known = existsSync(FIGURES) ? (JSON.parse(await readFile(FIGURES, 'utf8')) as object) : {}
    const about =
      'research/hops: questions that need two or three places of papers, over all papers at hand and the samples; defaults of ingest with --topic none. plain: each unit and passage is a hit; places: one hit for each place of a paper. interval, p: of the difference in recall@5, paired bootstrap (95 %) and randomisation. walked: questions that the walk answered.'
    const figures = { ...known, about, [options.embedder]: measured }
    await writeFile(FIGURES, `${JSON.stringify(figures, null, 2)}\n`)
  }
}
