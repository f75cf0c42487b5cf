/**
 * Finds the cut-off at which the contrast policy keeps biology and chemistry and drops other texts, and measures the gate with it. Fits on
 * one half of the labelled texts, reports on the other, and on the labelled PDFs as an ingest reads them.
 * Run: npm run measure gate [-- --embedder static,minilm,minilm-int8] [-- --write]   (`--write` saves the cut-offs to
 * ingest/gate/cutoffs.json)
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closingAsync } from '../../../core/index.ts'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { gateInput } from '../../../ingest/gate/gate-input.ts'
import { builtInTopic, isKept, openGate, type ReadPaper } from '../../../ingest/index.ts'
import { openMiniLmEmbedder } from '../../../models/adapters/minilm-embedder.ts'
import { openStaticEmbedder } from '../../../models/adapters/static-embedder.ts'
import type { Embedder } from '../../../models/index.ts'
import { sourceOf, TEST_LIMITS } from '../../../tests/fixtures/labelled-papers.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'
import { labelledTexts } from './gate/labelled-text.ts'
import { areaUnderCurve, atCutoff, type Judged } from './gate/ranking-figures.ts'

const CUTOFFS_FILE = join(import.meta.dirname, '..', '..', '..', 'ingest', 'gate', 'cutoffs.json')
const TOPIC = builtInTopic('biochem')!

/** The cut-off is the highest step with this recall on the fit half: every lower step lets in more of unlabelled fields. */
const WANTED_RECALL = 0.94
const CUTOFF_STEP = 0.005

const OPEN: Readonly<Record<string, () => Promise<Embedder>>> = {
  static: () => openStaticEmbedder(),
  minilm: () => openMiniLmEmbedder({ folder: sharedPath('models'), dtype: 'q8' }),
  'minilm-int8': () => openMiniLmEmbedder({ folder: sharedPath('models'), dtype: 'int8' }),
}

interface Scored extends Judged {
  readonly half: 'fit' | 'check'
}

/** Folders of PDFs, with the locations of their labels. */
const SETS = { real: ['labels.json'], mixed: ['mixed', 'labels.json'], labelled: ['labelled', 'labels.json'] }

const { values: options } = parseArgs({
  options: { embedder: { type: 'string', default: 'static' }, write: { type: 'boolean', default: false } },
})

if (!hasShared) console.log('skipped: ../shared is not here')
else for (const name of options.embedder.split(',')) await calibrate(name)

async function calibrate(name: string): Promise<void> {
  const open = OPEN[name]
  if (open === undefined) throw new Error(`No embedder ${name}; there are ${Object.keys(OPEN).join(', ')}.`)
  const embedder = await open()
  const contrast = await scoresOf(embedder, 'contrast')
  const cutoff = fitCutoff(contrast.filter(({ half }) => half === 'fit'))
  console.log(`${embedder.id}: contrast cut-off ${cutoff}; check half:`)
  console.table({
    contrast: figuresOf(contrast, cutoff),
    published: figuresOf(await scoresOf(embedder, 'published'), 0),
  })
  console.log('labelled papers:', await labelledPapers(embedder, cutoff))
  if (options.write) writeCutoff(embedder.id, cutoff)
  await embedder.close()
}

async function scoresOf(embedder: Embedder, policy: 'contrast' | 'published'): Promise<Scored[]> {
  const gate = await openGate({ topic: TOPIC, policy, embedder, usesFitted: false })
  const scored: Scored[] = []
  for (const { text, on, half } of labelledTexts()) {
    const { score } = await gate.decide(text, AbortSignal.timeout(60_000))
    scored.push({ on, half, score })
  }
  return scored
}

function fitCutoff(items: readonly Scored[]): number {
  const recallAt = (step: number) => atCutoff(items, step * CUTOFF_STEP).recall
  let step = -40
  while (recallAt(step + 1) >= WANTED_RECALL) step++
  return rounded(step * CUTOFF_STEP)
}

function figuresOf(items: readonly Scored[], cutoff: number) {
  const check = items.filter(({ half }) => half === 'check')
  const { precision, recall } = atCutoff(check, cutoff)
  return {
    on: check.filter(({ on }) => on).length,
    off: check.filter(({ on }) => !on).length,
    auc: rounded(areaUnderCurve(check)),
    precision: rounded(precision),
    recall: rounded(recall),
  }
}

/** Measures papers on which no cut-off was fitted; borderline ones do not count. */
async function labelledPapers(embedder: Embedder, cutoff: number) {
  const gate = await openGate({
    topic: TOPIC,
    policy: 'contrast',
    embedder,
    cutoffs: { contrast: cutoff },
    usesFitted: false,
  })
  const counts = { on: 0, onKept: 0, off: 0, offDropped: 0 }
  for (const { topic, paper } of await readLabelledPapers()) {
    if (topic !== 'on' && topic !== 'off') continue
    const input = gateInput(paper.description, paper.pages)
    const kept = isKept(await gate.decide(input, AbortSignal.timeout(60_000)))
    counts[topic]++
    if (topic === 'on' && kept) counts.onKept++
    if (topic === 'off' && !kept) counts.offDropped++
  }
  return counts
}

function writeCutoff(embedder: string, cutoff: number): void {
  const held = JSON.parse(readFileSync(CUTOFFS_FILE, 'utf8')) as Record<string, number>
  const entries = Object.entries({ ...held, [embedder]: cutoff }).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(CUTOFFS_FILE, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

/** Reads the labelled PDFs outside the repository, as an ingest reads them. */
interface LabelledPaper {
  readonly file: string
  /** Whether its label says that it belongs to biology and chemistry. */
  readonly topic: string
  readonly paper: ReadPaper
}

async function readLabelledPapers(): Promise<LabelledPaper[]> {
  await using reader = closingAsync(openPaperPool({ workers: 1, limits: TEST_LIMITS }))
  const papers: LabelledPaper[] = []
  for (const [folder, labels] of Object.entries(SETS)) {
    const rows: { file: string; topic: string }[] = JSON.parse(
      readFileSync(sharedPath('papers', ...labels), 'utf8'),
    )
    for (const { file, topic } of rows) {
      const bytes = readFileSync(sharedPath('papers', folder, file))
      const read = await reader.read(sourceOf(file, bytes), bytes, AbortSignal.timeout(600_000))
      if (read.ok) papers.push({ file, topic, paper: { id: file, ...read } })
    }
  }
  return papers
}
