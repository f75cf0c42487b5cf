/** Metrics for Prometheus: requests and latencies by route, retrieval by stage, the caches, the contents of the corpora. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { listCorpora } from '../../app/corpora/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import type { ByteCache } from './byte-cache.ts'

export interface Metrics {
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void
  /** Records a new answer: the thread that made it, and milliseconds by stage. */
  observeAnswer(thread: number, stages: Readonly<Record<string, number>>): void
  countAnswer(cache: 'hit' | 'miss'): void
  /** Adds a cache whose size is read at each scrape. */
  watchCache(cache: string, held: Pick<ByteCache, 'bytes'>): void
  readonly contentType: string
  text(): Promise<string>
}

// From a cached answer (some 50 us) to a model's (seconds).
const SECONDS_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10]

export function createMetrics(gloss: Gloss): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'gloss_http_requests_total',
    help: 'Number of requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'gloss_http_request_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: SECONDS_BUCKETS,
    registers,
  })
  const stageSeconds = new Histogram({
    name: 'gloss_retrieval_stage_seconds',
    help: 'Time of a retrieval, by stage.',
    labelNames: ['stage'],
    buckets: SECONDS_BUCKETS,
    registers,
  })
  const answers = new Counter({
    name: 'gloss_retrieval_answers_total',
    help: 'Answers of /retrieve, by cache hit or miss.',
    labelNames: ['cache'],
    registers,
  })
  const threadAnswers = new Counter({
    name: 'gloss_retrieval_thread_answers_total',
    help: 'New answers of /retrieve, by the thread that made them; 0 is that of the service.',
    labelNames: ['thread'],
    registers,
  })
  const readCounts = registerCounts(gloss, registers)
  const caches = new Map<string, Pick<ByteCache, 'bytes'>>()
  new Gauge({
    name: 'gloss_cache_bytes',
    help: 'Bytes that a cache of the service holds.',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, held] of caches) this.set({ cache }, held.bytes())
    },
  })
  // Looking up a labelled child hashes its labels, so each of the few is looked up once.
  const requestChild = remembered((key) => {
    const [method = '', route = '', status = ''] = key.split(' ')
    return { count: requests.labels({ method, route, status }), time: seconds.labels({ method, route }) }
  })
  const stageChild = remembered((stage) => stageSeconds.labels({ stage }))
  const answerChild = remembered((cache) => answers.labels({ cache }))

  return {
    observeRequest({ method, route, status, seconds: took }) {
      const { count, time } = requestChild(`${method} ${route} ${status}`)
      count.inc()
      time.observe(took)
    },
    observeAnswer(thread, stages) {
      threadAnswers.inc({ thread })
      for (const stage in stages) stageChild(stage).observe((stages[stage] ?? 0) / 1_000)
    },
    countAnswer: (cache) => answerChild(cache).inc(),
    watchCache: (cache, held) => caches.set(cache, held),
    contentType: registry.contentType,
    async text() {
      await readCounts()
      return await registry.metrics()
    },
  }
}

/** Registers counts that every corpus stores. They are read once a scrape. */
function registerCounts(gloss: Gloss, registers: Registry[]): () => Promise<void> {
  const papers = new Gauge({
    name: 'gloss_corpus_papers',
    help: 'Papers in a corpus, by state.',
    labelNames: ['corpus', 'state'],
    registers,
  })
  const units = new Gauge({
    name: 'gloss_corpus_units',
    help: 'Units and passages in a corpus.',
    labelNames: ['corpus', 'kind'],
    registers,
  })
  return async () => {
    const corpora = await listCorpora(gloss)
    papers.reset()
    units.reset()
    for (const entry of corpora) {
      if ('problem' in entry) continue
      const { name: corpus, states, units: unitCount, passages } = entry
      for (const [state, count] of Object.entries(states)) papers.set({ corpus, state }, count)
      units.set({ corpus, kind: 'unit' }, unitCount)
      units.set({ corpus, kind: 'passage' }, passages)
    }
  }
}

function remembered<Value>(make: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(key)
    known.set(key, made)
    return made
  }
}
