/**
 * What does the proxy cost? A model server that writes a token every 10 ms is asked directly, through the proxy with the monitor off, and
 * with the lexical monitor that looks and finds no doubt; client, proxy and model server are processes of their own, and the three ways
 * are asked in turn. First word: one stream at a time. Throughput: 50 streams at once. Leaving: from a client's closed socket to the model
 * server's, one at a time.
 *
 * usage: npm run measure proxy
 * GLOSS_BENCH_ROUNDS: rounds over all three ways.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { percentile } from '../../../comparison/metrics.ts'
import { startScriptedServer } from '../../../tests/fakes/scripted-llm/server.ts'
import { circumstances } from '../lib/circumstances.ts'
import type { ClientFigures, ClientOrder } from './proxy-client.ts'

const ROUNDS = Number(process.env['GLOSS_BENCH_ROUNDS'] ?? 7)
const TOKENS = 200
const PACE_MS = 10
const STREAMS = 50
/** In a round and way. */
const FIRST_WORDS = 20
const LEAVINGS = 50

interface Child {
  /** Its next line. */
  line(): Promise<string>
  say(line: string): void
  end(): void
}

function start(file: string, ...parts: readonly string[]): Child {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, file), ...parts], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  return {
    line: async () => (await lines.next()).value ?? '',
    say: (line) => void child.stdin?.write(`${line}\n`),
    end: () => void child.stdin?.end(),
  }
}

type Way = 'direct' | 'off' | 'lexical'
const WAYS: readonly Way[] = ['direct', 'off', 'lexical']
type Rounds = Record<Way, ClientFigures[]>
const noRounds = (): Rounds => ({ direct: [], off: [], lexical: [] })

async function measure() {
  const client = start('proxy-client.ts')
  const slow = start('proxy-upstream-child.ts', String(TOKENS), String(PACE_MS))
  const short = start('proxy-upstream-child.ts', '10', '0')
  const slowUrl = await slow.line()
  const shortUrl = await short.line()
  const services = {
    slow: start('proxy-service-child.ts', slowUrl),
    short: start('proxy-service-child.ts', shortUrl),
  }
  const urls = { slow: await services.slow.line(), short: await services.short.line() }

  async function ask(order: ClientOrder): Promise<ClientFigures> {
    client.say(JSON.stringify(order))
    return JSON.parse(await client.line())
  }
  async function cpuMicroseconds(): Promise<number> {
    services.slow.say('cpu')
    return Number(await services.slow.line())
  }
  const place = (way: Way, direct: string, proxied: string) => ({
    url: way === 'direct' ? direct : proxied,
    headers: way === 'off' ? { 'x-gloss-monitor': 'off' } : { 'x-gloss-monitor': 'lexical' },
  })
  const words = noRounds()
  const many = noRounds()
  const cpu: Record<Way, number[]> = { direct: [], off: [], lexical: [] }
  // What is compiled and opened with the first request is not what a request costs.
  for (const way of WAYS) await ask({ ...place(way, shortUrl, urls.short), streams: 20, repeats: 10 })
  for (const way of WAYS) await ask({ ...place(way, slowUrl, urls.slow), streams: STREAMS, repeats: 1 })
  for (let round = 0; round < ROUNDS; round++)
    for (const way of WAYS) {
      words[way].push(await ask({ ...place(way, shortUrl, urls.short), streams: 1, repeats: FIRST_WORDS }))
      const before = await cpuMicroseconds()
      const figures = await ask({ ...place(way, slowUrl, urls.slow), streams: STREAMS, repeats: 1 })
      many[way].push(figures)
      cpu[way].push(((await cpuMicroseconds()) - before) / figures.frames)
    }
  for (const child of [client, slow, short, services.slow, services.short]) child.end()
  return { words, many, cpu }
}

/** Milliseconds until the model server's socket is closed. */
async function leavingTimes(monitor: string): Promise<number[]> {
  await using server = await startScriptedServer({ answers: () => ({ text: 'x'.repeat(4_000), paceMs: 5 }) })
  const service = start('proxy-service-child.ts', server.url)
  const url = await service.line()
  const times: number[] = []
  for (let i = 0; i < LEAVINGS; i++) {
    const leftAtMs = await askAndLeave(`${url}/chat/completions`, monitor)
    times.push((await server.requests[i]!.ended).atMs - leftAtMs)
  }
  service.end()
  return times
}

function askAndLeave(url: string, monitor: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const headers = { 'content-type': 'application/json', 'x-gloss-monitor': monitor }
  const outgoing = request(url, { method: 'POST', agent: false, headers })
  outgoing.on('error', reject)
  outgoing.once('response', (incoming) =>
    incoming.once('data', () => {
      resolve(performance.now())
      outgoing.destroy()
    }),
  )
  outgoing.end('{"model":"gloss","stream":true,"messages":[{"role":"user","content":"Why?"}]}')
  return promise
}

const rounded = (value: number) => Math.round(value * 100) / 100
const median = (values: readonly number[]) => percentile(values, 0.5)

function firstWords({ words }: { readonly words: Rounds }) {
  const all = (way: Way) => words[way].flatMap(({ firstTokenMs }) => firstTokenMs)
  const of = (way: Way) => ({ p50Ms: rounded(median(all(way))), p99Ms: rounded(percentile(all(way), 0.99)) })
  const added = (way: Way) => rounded(median(all(way)) - median(all('direct')))
  return {
    direct: of('direct'),
    off: { ...of('off'), addedP50Ms: added('off') },
    lexical: { ...of('lexical'), addedP50Ms: added('lexical') },
  }
}

function throughput({ many, cpu }: { readonly many: Rounds; readonly cpu: Record<Way, readonly number[]> }) {
  // The frames of a way differ by the head and the end of a stream; the tokens do not.
  const tokensPerSecond = ({ seconds }: ClientFigures) => (STREAMS * TOKENS) / seconds
  const ratio = (way: Way) =>
    rounded(median(many[way].map((round, i) => tokensPerSecond(round) / tokensPerSecond(many.direct[i]!))))
  const of = (way: Way) => ({
    tokensPerSecond: Math.round(median(many[way].map(tokensPerSecond))),
    firstTokenP50Ms: rounded(median(many[way].flatMap(({ firstTokenMs }) => firstTokenMs))),
    failures: many[way].reduce((sum, { failures }) => sum + failures, 0),
  })
  const through = (way: Way) => ({
    ...of(way),
    ratioToDirect: ratio(way),
    cpuMicrosecondsPerFrame: rounded(median(cpu[way])),
  })
  return { direct: of('direct'), off: through('off'), lexical: through('lexical') }
}

async function leavings() {
  const of = (times: readonly number[]) => ({
    p50Ms: rounded(median(times)),
    maxMs: rounded(Math.max(...times)),
  })
  return { off: of(await leavingTimes('off')), lexical: of(await leavingTimes('lexical')) }
}

const figures = await measure()
const result = {
  task: `first word: ${FIRST_WORDS} streams of 10 tokens one after the other; throughput: ${STREAMS} streams of ${TOKENS} tokens, one every ${PACE_MS} ms; ${LEAVINGS} clients that leave; ${ROUNDS} rounds`,
  ...circumstances(),
  firstWord: firstWords(figures),
  throughput: throughput(figures),
  leaving: await leavings(),
}
console.log(JSON.stringify(result, null, 2))
