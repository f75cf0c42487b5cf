/**
 * Which cut-off of the contrast policy holds across topics, and how good is the gate with it? Fits on one half of the
 * labelled texts, reports on the other. `npm run measure gate -- --embedder static,minilm --write`
 * writes docs/figures/gate.json and ingest/gate/cutoffs.json; `--cache FOLDER` keeps the vectors.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { builtInTopic, isKept, openGate, type Topic } from '../../ingest/index.ts'
import { openMiniLmEmbedder } from '../../models/adapters/minilm-embedder.ts'
import { openStaticEmbedder } from '../../models/adapters/static-embedder.ts'
import type { Embedder } from '../../models/index.ts'
import { cachedEmbedder } from '../lib/cached-embedder.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { type LabelledTopic, labelledTopics } from './gate/labelled-text.ts'
import { areaUnderCurve, atCutoff, type Judged, recallAtPrecision } from './gate/ranking-figures.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const CUTOFFS_FILE = join(ROOT, 'ingest', 'gate', 'cutoffs.json')
const FIGURES_FILE = join(ROOT, 'docs', 'figures', 'gate.json')

/** The cut-off is the lowest step at which the first topic, `biochem`, and the mean over all topics have this precision on the fit half. */
const WANTED_PRECISION = 0.98
const CUTOFF_STEP = 0.005
const REPORTED_PRECISION = 0.98

const OPEN: Readonly<Record<string, () => Promise<Embedder>>> = {
  static: () => openStaticEmbedder(),
  minilm: () => openMiniLmEmbedder({ folder: sharedPath('models'), dtype: 'q8' }),
  'minilm-int8': () => openMiniLmEmbedder({ folder: sharedPath('models'), dtype: 'int8' }),
}

interface Scored extends Judged {
  readonly half: 'fit' | 'check'
}

const { values: options } = parseArgs({
  options: {
    embedder: { type: 'string', default: 'static,minilm,minilm-int8' },
    cache: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

if (!hasShared) throw new Error('The labelled texts are in ../shared/data, which is not here.')
const topics = labelledTopics()
for (const name of options.embedder.split(',')) await calibrate(name)

async function calibrate(name: string): Promise<void> {
  const open = OPEN[name]
  if (open === undefined) throw new Error(`No embedder ${name}; there are ${Object.keys(OPEN).join(', ')}.`)
  const opened = await open()
  const embedder = options.cache === undefined ? opened : cachedEmbedder(opened, options.cache)
  const scored = new Map<LabelledTopic, Scored[]>()
  for (const topic of topics) scored.set(topic, await scoresOf(topic, embedder, 'contrast'))
  const cutoff = fitCutoff([...scored.values()].map((items) => items.filter(({ half }) => half === 'fit')))
  const rows = [...scored].map(([topic, items]) => rowOf(topic, items, cutoff))
  const published = rowOf(topics[0]!, await scoresOf(topics[0]!, embedder, 'published'), 0)
  const papers = await labelledPapers(embedder, cutoff)
  console.log(`\n${embedder.id}: contrast cut-off ${cutoff} (check half)`)
  console.table([...rows, { ...published, topic: `${published.topic}, published policy` }])
  console.log(
    `Labelled papers: ${papers.onKept} of ${papers.on} on-topic kept, ${papers.offDropped} of ${papers.off} off-topic dropped.`,
  )
  if (options.write) {
    write(CUTOFFS_FILE, embedder.id, cutoff)
    write(FIGURES_FILE, embedder.id, { cutoff, contrast: rows, published, labelledPapers: papers })
  }
  await embedder.close()
}

async function scoresOf(
  topic: LabelledTopic,
  embedder: Embedder,
  policy: 'contrast' | 'published',
): Promise<Scored[]> {
  const gate = await openGate({ topic: gateTopic(topic), policy, embedder })
  const scored: Scored[] = []
  for (const { text, on, half } of topic.texts) {
    const { score } = await gate.decide(text, AbortSignal.timeout(60_000))
    scored.push({ on, half, score })
  }
  return scored
}

function gateTopic({ name, positive }: LabelledTopic): Topic {
  return (
    builtInTopic(name) ?? {
      name,
      positive,
      negative: [],
      categories: {},
      languages: null,
      contrastsNegatives: true,
    }
  )
}

/** The same weight for each topic, however many texts it has; the built-in one must hold by itself, since most people use it. */
function fitCutoff(topicScores: readonly (readonly Scored[])[]): number {
  for (let step = -40; step <= 80; step++) {
    const cutoff = Math.round(step * CUTOFF_STEP * 1_000) / 1_000
    const precisions = topicScores.map((items) => atCutoff(items, cutoff).precision)
    const mean = precisions.reduce((sum, value) => sum + value, 0) / precisions.length
    if (Math.min(mean, precisions[0] ?? 0) >= WANTED_PRECISION) return cutoff
  }
  throw new Error(`No cut-off reaches a precision of ${WANTED_PRECISION}.`)
}

function rowOf(topic: LabelledTopic, items: readonly Scored[], cutoff: number) {
  const check = items.filter(({ half }) => half === 'check')
  const { precision, recall } = atCutoff(check, cutoff)
  return {
    topic: topic.name,
    on: check.filter(({ on }) => on).length,
    off: check.filter(({ on }) => !on).length,
    leftOut: topic.leftOut,
    auc: rounded(areaUnderCurve(check)),
    recallAtP98: rounded(recallAtPrecision(check, REPORTED_PRECISION)),
    precision: rounded(precision),
    recall: rounded(recall),
  }
}

/** Titles and starts of abstracts of the labelled PDFs; borderline and unlabelled ones do not count. */
async function labelledPapers(embedder: Embedder, cutoff: number) {
  const gate = await openGate({
    topic: builtInTopic('biochem')!,
    policy: 'contrast',
    embedder,
    cutoffs: { contrast: cutoff },
  })
  const labels: readonly { title: string | null; abstractStartsWith: string; topic: string }[] = JSON.parse(
    readFileSync(sharedPath('papers', 'labels.json'), 'utf8'),
  )
  const counts = { on: 0, onKept: 0, off: 0, offDropped: 0 }
  for (const { title, abstractStartsWith, topic } of labels) {
    if (title === null || (topic !== 'on' && topic !== 'off')) continue
    const kept = isKept(
      await gate.decide({ title, abstract: abstractStartsWith }, AbortSignal.timeout(60_000)),
    )
    counts[topic]++
    if (topic === 'on' && kept) counts.onKept++
    if (topic === 'off' && !kept) counts.offDropped++
  }
  return counts
}

function write(file: string, embedder: string, value: unknown): void {
  const held: Record<string, unknown> = JSON.parse(readText(file))
  const entries = Object.entries({ ...held, [embedder]: value }).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
}

function readText(file: string): string {
  return readFileSync(file, { encoding: 'utf8', flag: 'a+' }) || '{}'
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
