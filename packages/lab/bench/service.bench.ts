/**
 * Measures the cost of the service: GET /retrieve, auto, k 10, static embedder, over SciFact's 5,183 abstracts, requested by a separate
 * process (service-client.ts), against GET /health of the same server in the same rounds; medians of the rounds.
 * `uncached`: questions that were never asked before (the first words of each sentence of the abstracts). `cached`: the 809 training
 * claims, repeated.
 * Run: npm run measure service -- [--seconds 4] [--rounds 3] [--threads 1]   (needs ../shared/data/scifact)
 */
import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { buildServer, stopServer } from '../../../api/index.ts'
import { importPath, loadConfig, openGloss } from '../../../app/index.ts'
import { closingAsync, sentences } from '../../../core/index.ts'
import { sharedPath } from '../../../tests/fixtures/shared.ts'
import { circumstances } from '../lib/circumstances.ts'
import type { ClientFigures, ClientOrder } from './service-client.ts'

const CLIENTS = 50
// Average length of a SciFact claim: 12 words.
const QUESTION_WORDS = 12
const IMPORT_LIMIT_MS = 300_000
const GRACE_MS = 2_000

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    threads: { type: 'string', default: '1' },
  },
})
const seconds = Number(options.seconds)

async function* records(file: string): AsyncIterable<{ text: string }> {
  for await (const line of createInterface({ input: createReadStream(sharedPath('data', 'scifact', file)) }))
    if (line !== '') yield JSON.parse(line)
}

const pathOf = (question: string) => `/retrieve?${new URLSearchParams({ q: question })}`

async function claimPaths(): Promise<string[]> {
  const paths: string[] = []
  for await (const claim of records('queries.jsonl')) paths.push(pathOf(claim.text))
  return paths
}

/** Returns distinct questions in an order that mixes the abstracts. */
async function freshPaths(): Promise<string[]> {
  const byPlace: string[][] = []
  for await (const { text: abstract } of records('corpus.jsonl'))
    for (const [place, { start, end }] of sentences(abstract).entries()) {
      const question = abstract.slice(start, end).split(/\s+/).slice(0, QUESTION_WORDS).join(' ')
      byPlace[place] = [...(byPlace[place] ?? []), question]
    }
  return [...new Set(byPlace.flat())].map(pathOf)
}

interface Figures extends ClientFigures {
  /** Processor time of the server process, including kernel and garbage collection; other processes do not affect it. */
  readonly cpuMicroseconds: number
}

async function ask(order: ClientOrder): Promise<Figures> {
  const before = process.cpuUsage()
  const client = spawn(process.execPath, [join(import.meta.dirname, 'service-client.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  client.stdin.end(JSON.stringify(order))
  const figures = JSON.parse(await text(client.stdout)) as ClientFigures
  const { user, system } = process.cpuUsage(before)
  return { ...figures, cpuMicroseconds: (user + system) / figures.answers }
}

/** Returns the mean microseconds of each stage over all computed answers, from /metrics. */
async function stageMeans(origin: string): Promise<Record<string, number>> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const values = (what: string) =>
    new Map(
      [
        ...metrics.matchAll(
          new RegExp(`^gloss_retrieval_stage_seconds_${what}{stage="(\\w+)"} (\\S+)$`, 'gm'),
        ),
      ].map(([, stage, value]) => [stage ?? '', Number(value)]),
    )
  const counts = values('count')
  return Object.fromEntries(
    [...values('sum')].map(([stage, sum]) => [stage, Math.round((1e6 * sum) / (counts.get(stage) ?? 1))]),
  )
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

function summary(rounds: readonly Figures[]) {
  const of = (part: keyof Figures) => Number(median(rounds.map((round) => round[part])).toFixed(3))
  return {
    requestsPerSecond: Math.round(of('requestsPerSecond')),
    cpuMicroseconds: Math.round(of('cpuMicroseconds')),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    bytesPerAnswer: of('bytesPerAnswer'),
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
  }
}

async function measure(origin: string) {
  const claims = await claimPaths()
  const fresh = await freshPaths()
  const take = (count: number) => fresh.splice(0, count)
  const rounds = { empty: [], uncached: [], cached: [], aloneUncached: [], aloneCached: [] } as Record<
    'empty' | 'uncached' | 'cached' | 'aloneUncached' | 'aloneCached',
    Figures[]
  >
  const perRound = Math.floor(fresh.length / Number(options.rounds))
  for (let round = 0; round < Number(options.rounds); round++) {
    const many = { origin, connections: CLIENTS, seconds }
    const one = { origin, connections: 1, seconds }
    rounds.empty.push(await ask({ ...many, paths: ['/health'] }))
    rounds.uncached.push(await ask({ ...many, paths: take(Math.floor(perRound * 0.75)) }))
    rounds.aloneUncached.push(await ask({ ...one, paths: take(Math.floor(perRound * 0.25)) }))
    // New questions have evicted the claims from the 32 MB answer cache.
    for (const path of claims) await (await fetch(origin + path)).arrayBuffer()
    rounds.cached.push(await ask({ ...many, paths: claims }))
    rounds.aloneCached.push(await ask({ ...one, paths: claims }))
  }
  const { empty, uncached, cached, aloneUncached, aloneCached } = rounds
  const ratios = (made: readonly Figures[]) => ({
    ratioToEmpty: ratio(made, (round, bare) => round.requestsPerSecond / bare.requestsPerSecond),
    ratioToEmptyByCpu: ratio(made, (round, bare) => bare.cpuMicroseconds / round.cpuMicroseconds),
  })
  const ratio = (made: readonly Figures[], of: (round: Figures, bare: Figures) => number) =>
    Number(median(made.map((round, i) => of(round, empty[i] ?? round))).toFixed(3))
  const stages = await stageMeans(origin)
  // An answer that needs no retrieval costs what HTTP costs.
  const microseconds = { ...stages, http: summary(cached).cpuMicroseconds }
  const whole = Object.values(microseconds).reduce((sum, part) => sum + part, 0)
  const shares = Object.entries(microseconds).map(([stage, part]) => [
    stage,
    Number((part / whole).toFixed(3)),
  ])
  return {
    clients: CLIENTS,
    empty: summary(empty),
    uncached: { ...summary(uncached), ...ratios(uncached) },
    cached: { ...summary(cached), ...ratios(cached) },
    oneClient: { uncached: summary(aloneUncached), cached: summary(aloneCached) },
    uncachedStages: { microseconds, shares: Object.fromEntries(shares) },
  }
}

await using temporary = await mkdtempDisposable(join(tmpdir(), 'gloss-bench-'))
const folder = temporary.path
await using gloss = closingAsync(
  await openGloss(loadConfig({ workspace: folder, answerThreads: Number(options.threads) }, {})),
)
const path = sharedPath('data', 'scifact')
await importPath(gloss, { format: 'beir', path }, AbortSignal.timeout(IMPORT_LIMIT_MS))
const server = buildServer(gloss)
const origin = await server.listen({ host: '127.0.0.1', port: 0 })
const figures = await measure(origin)
await stopServer(server, GRACE_MS)
const result = {
  bench: 'service',
  ...circumstances(),
  documents: 5183,
  k: 10,
  seconds,
  rounds: Number(options.rounds),
  threads: Number(options.threads),
  figures,
}
console.log(JSON.stringify(result, null, 2))
