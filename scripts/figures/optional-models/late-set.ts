/** One judged set under late interaction: the ranking of `hybrid`, how like each of its first hits is to the question, and what that cost. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importPath, loadConfig, openGloss } from '../../../app/index.ts'
import type { CorpusSession } from '../../../app/wiring/corpus-session.ts'
import { indexedText } from '../../../corpus/index.ts'
import { metricsOf } from '../../../evaluation/metrics.ts'
import { openSqliteTokenStore } from '../../../index/adapters/sqlite-token-store.ts'
import { packTokens } from '../../../index/index.ts'
import type { TokenEmbedder } from '../../../models/index.ts'
import { lateGround } from '../../../retrieval/index.ts'
import { sharedPath } from '../../lib/shared.ts'
import { readBeir } from '../units/beir.ts'

/** The first hits of one question, in the order of `hybrid`. */
export interface ComparedQuestion {
  readonly documents: readonly string[]
  readonly scores: readonly number[]
  readonly likeness: ArrayLike<number>
  readonly judgements: ReadonlyMap<string, number>
}

export interface ComparedSet {
  readonly questions: readonly ComparedQuestion[]
  readonly texts: number
  readonly bytesPerText: number
  readonly rowsPerText: number
  /** Of the whole process, so that waiting for a shared machine does not count. */
  readonly cpu: {
    readonly msPerTextEmbedded: number
    readonly msPerQuestionHybrid: number
    /** Embedding the question and comparing its hits, their vectors at hand. */
    readonly msPerQuestionLate: number
  }
}

interface Options {
  readonly set: string
  readonly mostQuestions: number
  readonly top: number
  readonly embedder: TokenEmbedder
}

const never = new AbortController().signal

export async function compareSet({ set, mostQuestions, top, embedder }: Options): Promise<ComparedSet> {
  const workspace = await mkdtemp(join(tmpdir(), 'gloss-late-'))
  const gloss = await openGloss(loadConfig({ workspace, embedder: 'static' }, {}))
  try {
    await importPath(gloss, { format: 'beir', path: sharedPath('data', set) }, never)
    return await compare(await gloss.session(), workspace, { set, mostQuestions, top, embedder })
  } finally {
    await gloss.close()
    await rm(workspace, { recursive: true, force: true })
  }
}

async function compare(
  session: CorpusSession,
  workspace: string,
  { set, mostQuestions, top, embedder }: Options,
): Promise<ComparedSet> {
  const { documents, questions } = readBeir(sharedPath('data', set))
  const step = Math.max(1, Math.floor(questions.length / mostQuestions))
  const asked = questions.filter((_, at) => at % step === 0).slice(0, mostQuestions)
  const papers = new Map((await session.store.papers()).map((paper) => [paper.id, paper]))
  const backend = session.backend('hybrid')
  const [rankings, hybridMs] = await timed(() =>
    inTurn(asked, ({ text }) => backend.retrieve({ text, k: top })),
  )
  const units = [...new Set(rankings.flatMap(({ hits }) => hits.map(({ unit }) => unit)))]
  const texts = (await session.store.units(units)).map((unit) =>
    unit === null ? '' : indexedText(unit, papers.get(unit.paper)?.title ?? ''),
  )
  const path = join(workspace, 'tokens.sqlite')
  const store = openSqliteTokenStore({
    path,
    model: embedder.id,
    dims: embedder.dims,
    onRefused: console.log,
  })
  let rows = 0
  const [, embedMs] = await timed(() =>
    inTurn(units, async (unit, at) => {
      const [made] = await embedder.embedTokens([texts[at]!], 'document')
      rows += made!.rows
      store.put([{ unit, text: '', tokens: packTokens(made!.values, embedder.dims) }])
    }),
  )
  const { maxSim } = lateGround(embedder, store)
  const [likenesses, lateMs] = await timed(() =>
    inTurn(asked, async ({ text }, at) => {
      const kept = store.find(rankings[at]!.hits.map(({ unit }) => ({ unit, text: '' })))
      const [question] = await embedder.embedTokens([text], 'question')
      return maxSim.score(
        question!.values,
        kept.map((tokens) => tokens!),
      )
    }),
  )
  const { bytes } = store.size()
  store.close()
  return {
    questions: rankings.map(({ hits }, at) => ({
      documents: hits.map(({ paper }) => papers.get(paper)?.document ?? ''),
      scores: hits.map(({ score }) => score),
      likeness: likenesses[at]!,
      judgements: new Map([...asked[at]!.gains].map(([place, gain]) => [documents[place]!.id, gain])),
    })),
    texts: units.length,
    bytesPerText: bytes / units.length,
    rowsPerText: rows / units.length,
    cpu: {
      msPerTextEmbedded: embedMs / units.length,
      msPerQuestionHybrid: hybridMs / asked.length,
      msPerQuestionLate: lateMs / asked.length,
    },
  }
}

/** Metrics of a new order of the first `depth` hits by the mixture of both scores, each stretched to 0 to 1 over them. */
export function metricsAt(
  { documents, scores, likeness, judgements }: ComparedQuestion,
  share: number,
  depth: number,
) {
  const count = Math.min(depth, documents.length)
  const [one, other] = [stretched(Array.from(likeness).slice(0, count)), stretched(scores.slice(0, count))]
  const mixed = one.map((value, at) => share * value + (1 - share) * other[at]!)
  const order = [...mixed.keys()].sort((a, b) => mixed[b]! - mixed[a]!)
  const ranking = [...order.map((at) => documents[at]!), ...documents.slice(count)]
  return metricsOf([...new Set(ranking)], judgements)
}

function stretched(values: readonly number[]): number[] {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  return values.map((value) => (highest > lowest ? (value - lowest) / (highest - lowest) : 0))
}

/** Milliseconds of CPU of all threads of this process. */
export async function timed<Result>(run: () => Promise<Result>): Promise<[Result, number]> {
  const before = process.cpuUsage()
  const result = await run()
  const { user, system } = process.cpuUsage(before)
  return [result, (user + system) / 1_000]
}

async function inTurn<Item, Result>(
  items: readonly Item[],
  run: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [at, item] of items.entries()) results.push(await run(item, at))
  return results
}
