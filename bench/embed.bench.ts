/**
 * Sentences a second on one core: the static table in calls of 256, MiniLM (q8 and int8) one text at a time, in the same run.
 * Counted in processor time, so that other work on the machine does not enter; garbage collection does. Also how long opening the
 * static embedder takes. The sentences are SciFact's. Writes bench/results/embed.json.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { sentences } from '../core/index.ts'
import { openMiniLmEmbedder } from '../models/adapters/minilm-embedder.ts'
import { openStaticEmbedder } from '../models/adapters/static-embedder.ts'
import type { Embedder } from '../models/index.ts'
import { hasShared, sharedPath } from '../scripts/lib/shared.ts'

const ROUNDS = Number(process.env['GLOSS_BENCH_ROUNDS'] ?? 5)
const STATIC_SENTENCES = 20_000
const MINILM_SENTENCES = 200
const CALL_TEXTS = 256
const RESULT = join(import.meta.dirname, 'results', 'embed.json')
const US_PER_SECOND = 1e6
const US_PER_MS = 1e3

if (!hasShared) {
  console.log('skipped: ../shared is not here')
  process.exit(0)
}

const texts = sampleSentences(STATIC_SENTENCES)
const models = sharedPath('models')
const openMs: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const startUs = processorUs()
  await (await openStaticEmbedder()).close()
  openMs.push((processorUs() - startUs) / US_PER_MS)
}
const contenders = [
  { name: 'static', embedder: await openStaticEmbedder(), sample: texts, callTexts: CALL_TEXTS },
  ...(await Promise.all(
    (['q8', 'int8'] as const).map(async (dtype) => ({
      name: `minilm ${dtype}`,
      embedder: await openMiniLmEmbedder({ folder: models, dtype }),
      sample: texts.slice(0, MINILM_SENTENCES),
      callTexts: 1,
    })),
  )),
]
const perSecond = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
for (let round = 0; round < ROUNDS; round++)
  for (const { name, embedder, sample, callTexts } of contenders)
    perSecond.get(name)?.push(await sentencesPerSecond(embedder, sample, callTexts))
for (const { embedder } of contenders) await embedder.close()

const medians = Object.fromEntries([...perSecond].map(([name, rates]) => [name, Math.round(median(rates))]))
const result = {
  task: `${STATIC_SENTENCES} sentences of SciFact (${MINILM_SENTENCES} for MiniLM), ${ROUNDS} rounds by turns, median`,
  machine: `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}, one core used`,
  node: process.version,
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  date: new Date().toISOString().slice(0, 10),
  sentencesPerCoreSecond: medians,
  staticTimesMiniLmQ8: Math.round(median(perSecond.get('static')!) / median(perSecond.get('minilm q8')!)),
  openStaticCpuMs: { first: round1(openMs[0]!), median: round1(median(openMs)) },
}
writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`)
console.log(result)

function sampleSentences(count: number): string[] {
  const found: string[] = []
  for (const line of readFileSync(sharedPath('data', 'scifact', 'corpus.jsonl'), 'utf8').split('\n')) {
    if (found.length >= count) break
    if (line === '') continue
    const { text } = JSON.parse(line) as { text: string }
    for (const { start, end } of sentences(text)) found.push(text.slice(start, end))
  }
  return found.slice(0, count)
}

async function sentencesPerSecond(embedder: Embedder, sample: readonly string[], callTexts: number) {
  const startUs = processorUs()
  for (let at = 0; at < sample.length; at += callTexts) await embedder.embed(sample.slice(at, at + callTexts))
  return (sample.length * US_PER_SECOND) / (processorUs() - startUs)
}

function processorUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}
