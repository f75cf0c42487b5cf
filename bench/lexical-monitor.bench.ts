/**
 * What does a look of the lexical monitor cost, and what the query after a yes? All windows of the written traces, each look timed by itself;
 * beside them the part-of-speech tagging of the same windows by wink, which any monitor with a tagger would have to pay.
 * Run: npm run measure lexical-monitor [-- --json bench/results/lexical-monitor.json]
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { seededRandom } from '../core/random.ts'
import { createWinkTagger } from '../graph/adapters/wink-tagger.ts'
import { canonical } from '../graph/index.ts'
import { createNameGraph } from '../graph/name-graph.ts'
import {
  createLexicalMonitor,
  createLexicalQuerier,
  type KnownNames,
  type Look,
  namesOfGraph,
} from '../monitor/index.ts'
import { looksOf } from '../scripts/lib/monitor-looks.ts'
import { readTraces } from '../scripts/lib/traces.ts'

/** The first rounds warm the compiler up. */
const WARM_ROUNDS = 5
const ROUNDS = 20
const NAMED_UNITS = 20_000
const NAMES_A_UNIT = 10
const SEED = 5
const never = new AbortController().signal

async function timesOf(looks: readonly Look[], work: (look: Look) => unknown): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++)
    for (const look of looks) {
      const startedMs = performance.now()
      await work(look)
      if (round >= WARM_ROUNDS) times.push(performance.now() - startedMs)
    }
  return times.sort((a, b) => a - b)
}

function summary(times: readonly number[]) {
  const at = (part: number) => Number((times[Math.floor(part * (times.length - 1))] ?? 0).toFixed(4))
  return { medianMs: at(0.5), p99Ms: at(0.99) }
}

/** Every word of the traces is a name of many units: far more names in a window than a corpus would know. */
function manyNames(texts: readonly string[]): KnownNames {
  const names = [...new Set(texts.flatMap((text) => text.match(/\p{L}{4,}/gu) ?? []).map(canonical))]
  const random = seededRandom(SEED)
  const graph = createNameGraph()
  for (let unit = 0; unit < NAMED_UNITS; unit++) {
    const drawn = Array.from({ length: NAMES_A_UNIT }, () => names[Math.floor(random() * names.length)]!)
    const place = { kind: 'gene', isSubject: false, start: null, end: null } as const
    graph.put({ unit: `unit ${unit}`, mentions: drawn.map((name) => ({ name, alias: name, ...place })) })
  }
  return namesOfGraph(() => graph)
}

async function measure() {
  const texts = readTraces().map(({ text }) => text)
  const looks = texts.flatMap(looksOf)
  const [monitor, querier, tagger, names] = [
    createLexicalMonitor(),
    createLexicalQuerier(),
    createWinkTagger(),
    manyNames(texts),
  ]
  const named = createLexicalMonitor({ names })
  const verdicts = new Map<Look, Awaited<ReturnType<typeof monitor.look>>>()
  for (const look of looks) verdicts.set(look, await monitor.look(look, never))
  const figures = {
    windows: looks.length,
    monitor: summary(await timesOf(looks, (look) => monitor.look(look, never))),
    monitorWithNames: summary(await timesOf(looks, (look) => named.look(look, never))),
    querier: summary(await timesOf(looks, (look) => querier.queries(look, verdicts.get(look)!, never))),
    winkTagging: summary(await timesOf(looks, ({ window }) => tagger.tag(window))),
  }
  const ratio = Number((figures.winkTagging.medianMs / figures.monitor.medianMs).toFixed(1))
  return { ...figures, winkToMonitor: ratio }
}

const { values: options } = parseArgs({ options: { json: { type: 'string' } } })
const figures = await measure()
console.dir(figures, { depth: null })
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const machine = `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`
const result = { bench: 'lexical-monitor', machine, commit, figures }
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`)
