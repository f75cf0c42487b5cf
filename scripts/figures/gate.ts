/**
 * Which cut-off of the contrast policy holds across topics, and how good is the gate with it? Fits on one half of the
 * labelled texts, reports on the other. `npm run measure gate -- --embedder static,minilm --write`
 * writes docs/figures/gate.json and ingest/gate/cutoffs.json; `--cache FOLDER` keeps the vectors.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type AtlasPhrase, wholeAtlas } from '../../ingest/gate/atlas.ts'
import { gateInput } from '../../ingest/gate/gate-input.ts'
import { builtInTopic, isClose, isKept, openGate, type Topic } from '../../ingest/index.ts'
import { openMiniLmEmbedder } from '../../models/adapters/minilm-embedder.ts'
import { openStaticEmbedder } from '../../models/adapters/static-embedder.ts'
import type { Embedder } from '../../models/index.ts'
import { cachedEmbedder } from '../lib/cached-embedder.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { writeFigurePart } from '../lib/write-figures.ts'
import { type LabelledText, type LabelledTopic, labelledTopics } from './gate/labelled-text.ts'
import { areaUnderCurve, atCutoff, type Judged, recallAtPrecision } from './gate/ranking-figures.ts'
import { readLabelledPapers } from './gate/read-papers.ts'
import { unseenGroups } from './gate/unseen-fields.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const CUTOFFS_FILE = join(ROOT, 'ingest', 'gate', 'cutoffs.json')

/** The cut-off is the highest step at which the first topic, `biochem`, has this recall on the fit half. */
const WANTED_RECALL = 0.94
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
const papers = await readLabelledPapers()
const biochem = builtInTopic('biochem')!
for (const name of options.embedder.split(',')) await calibrate(name)

async function calibrate(name: string): Promise<void> {
  const open = OPEN[name]
  if (open === undefined) throw new Error(`No embedder ${name}; there are ${Object.keys(OPEN).join(', ')}.`)
  const opened = await open()
  const embedder = options.cache === undefined ? opened : cachedEmbedder(opened, options.cache)
  const scored = new Map<LabelledTopic, Scored[]>()
  for (const topic of topics) scored.set(topic, await scoresOf(topic, embedder, 'contrast'))
  const cutoff = fitCutoff(scored.get(topics[0]!)!.filter(({ half }) => half === 'fit'))
  const rows = [...scored].map(([topic, items]) => rowOf(topic, items, cutoff))
  const published = rowOf(topics[0]!, await scoresOf(topics[0]!, embedder, 'published'), 0)
  const labelled = await labelledPapers(embedder, cutoff)
  const unseen = await unseenFields(embedder, cutoff)
  console.log(`\n${embedder.id}: contrast cut-off ${cutoff} (check half)`)
  console.table([...rows, { ...published, topic: `${published.topic}, published policy` }])
  console.log(
    `Labelled papers: ${labelled.onKept} of ${labelled.on} on-topic kept, ${labelled.offDropped} of ${labelled.off} off-topic dropped.`,
  )
  console.table(unseen)
  if (options.write) {
    write(CUTOFFS_FILE, embedder.id, cutoff)
    writeFigurePart('gate', [embedder.id], {
      cutoff,
      contrast: rows,
      published,
      labelledPapers: labelled,
      unseen,
    })
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

/**
 * As strict as the wanted recall of the built-in topic allows: what fields that nobody has labelled would bring in cannot be
 * measured, and every step down lets more of it in.
 */
function fitCutoff(items: readonly Scored[]): number {
  const recallAt = (step: number) => atCutoff(items, step * CUTOFF_STEP).recall
  let step = -40
  while (recallAt(step + 1) >= WANTED_RECALL) step++
  return rounded(step * CUTOFF_STEP)
}

function rowOf(topic: LabelledTopic, items: readonly Scored[], cutoff: number) {
  const check = items.filter(({ half }) => half === 'check')
  const { precision, recall } = atCutoff(check, cutoff)
  const wrong = check.filter(({ on, score }) => on !== score > cutoff)
  return {
    topic: topic.name,
    on: check.filter(({ on }) => on).length,
    off: check.filter(({ on }) => !on).length,
    leftOut: topic.leftOut,
    auc: rounded(areaUnderCurve(check)),
    recallAtP98: rounded(recallAtPrecision(check, REPORTED_PRECISION)),
    precision: rounded(precision),
    recall: rounded(recall),
    close: rounded(shareClose(check, cutoff)),
    wrongClose: rounded(shareClose(wrong, cutoff)),
  }
}

/** How many of the decisions are marked as close calls. */
function shareClose(items: readonly Judged[], cutoff: number): number {
  const close = items.filter(({ score }) =>
    isClose({ policy: 'contrast', score, cutoff, reason: '', overruled: null }),
  )
  return items.length === 0 ? 0 : close.length / items.length
}

/** The labelled PDFs as an ingest reads them, none of which the cut-off was fitted on; borderline ones do not count. */
async function labelledPapers(embedder: Embedder, cutoff: number) {
  const gate = await openGate({ topic: biochem, policy: 'contrast', embedder, cutoffs: { contrast: cutoff } })
  const counts = { on: 0, onKept: 0, off: 0, offDropped: 0 }
  for (const { topic, paper } of papers) {
    if (topic !== 'on' && topic !== 'off') continue
    const input = gateInput(paper.description, paper.pages)
    const kept = isKept(await gate.decide(input, AbortSignal.timeout(60_000)))
    counts[topic]++
    if (topic === 'on' && kept) counts.onKept++
    if (topic === 'off' && !kept) counts.offDropped++
  }
  return counts
}

/** Shares let in of each group of off-topic texts, with the whole atlas, without their field, without its family; and of on-topic texts. */
async function unseenFields(embedder: Embedder, cutoff: number) {
  const onTexts = topics[0]!.texts.filter(({ on, half }) => on && half === 'check').map(({ text }) => text)
  const shareKept = async (texts: readonly LabelledText['text'][], atlas: readonly AtlasPhrase[]) => {
    const gate = await openGate({ topic: biochem, embedder, cutoffs: { contrast: cutoff }, atlas })
    let kept = 0
    for (const text of texts) if ((await gate.decide(text, AbortSignal.timeout(60_000))).keep) kept++
    return rounded(kept / texts.length)
  }
  const rows = []
  for (const { name, texts, isField, isFamily } of unseenGroups(topics, papers)) {
    const withoutFamily = wholeAtlas().filter((phrase) => !isFamily(phrase))
    rows.push({
      field: name,
      texts: texts.length,
      known: await shareKept(texts, wholeAtlas()),
      withoutField: await shareKept(
        texts,
        wholeAtlas().filter((phrase) => !isField(phrase)),
      ),
      withoutFamily: await shareKept(texts, withoutFamily),
      onKept: await shareKept(onTexts, withoutFamily),
    })
  }
  return rows
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
