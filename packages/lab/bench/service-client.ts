/**
 * The client of service.bench.ts, run in its own process. Reads one JSON object from standard input:
 * `{origin, connections, seconds, paths}`; prints `{requestsPerSecond, p50Ms, p99Ms, answers, failures, bytesPerAnswer}`.
 * The paths are divided among the connections, so that no two request the same unless there is only one path.
 */
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'

export interface ClientOrder {
  readonly origin: string
  readonly connections: number
  readonly seconds: number
  readonly paths: readonly string[]
}

export interface ClientFigures {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly answers: number
  readonly failures: number
  readonly bytesPerAnswer: number
}

async function askWithMany({ origin, connections, seconds, paths }: ClientOrder): Promise<ClientFigures> {
  const share = Math.max(1, Math.floor(paths.length / connections))
  let clients = 0
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    setupClient(client) {
      const first = paths.length < connections ? 0 : clients++ * share
      client.setRequests(paths.slice(first, first + share).map((path) => ({ method: 'GET', path })))
    },
  })
  const answers = result['2xx']
  return {
    requestsPerSecond: answers / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    answers,
    failures: result.non2xx + result.errors,
    bytesPerAnswer: Math.round(result.throughput.total / Math.max(1, answers)),
  }
}

/** Sends requests one after the other over one connection and times them here: autocannon counts whole milliseconds. */
async function askAlone({ origin, seconds, paths }: ClientOrder): Promise<ClientFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  const totals = { failures: 0, bytes: 0 }
  const started = performance.now()
  for (let i = 0; performance.now() - started < seconds * 1_000; i++) {
    const asked = performance.now()
    const [response] = await once(get(origin + paths[i % paths.length], { agent }), 'response')
    totals.bytes += (await text(response)).length
    times.push(performance.now() - asked)
    if (response.statusCode !== 200) totals.failures++
  }
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * times.length)] ?? 0
  return {
    requestsPerSecond: times.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    answers: times.length,
    failures: totals.failures,
    bytesPerAnswer: Math.round(totals.bytes / times.length),
  }
}

const order = JSON.parse(await text(process.stdin)) as ClientOrder
console.log(JSON.stringify(await (order.connections === 1 ? askAlone(order) : askWithMany(order))))
