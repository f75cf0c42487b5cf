/**
 * Measures how many doubts the lexical monitor finds in wording that it was not trained on: each source of its training text is left out in
 * turn. Triggers in abstracts, which contain no doubts, are false. Run: npm run measure doubts
 */
import { readFile } from 'node:fs/promises'
import { DOUBT_MODEL, DOUBT_THRESHOLD, type DoubtModel } from '../../../monitor/monitors/score-doubt.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'
import { fitDoubtModel } from '../research/lexical-monitor/fit.ts'
import { type DoubtSource, labelledSentences, readSources } from '../research/lexical-monitor/sources.ts'
import { agreementOn, type MarkedText, rateOf } from './doubts/monitor-looks.ts'

/** Single sentences that show the limits of rules; the rules themselves weighted them. */
const NOT_REPORTED = 'rule examples'
/** Sources with the most usual wording of models, nearly all of it covered by the rules. */
const USUAL_WORDING: readonly string[] = ['plain-doubts', 'not-sure']
const ABSTRACT_SETS = ['scifact', 'covidqa'] as const

type Agreement = Awaited<ReturnType<typeof agreementOn>>

/** Joins all passages to one stream, since looks do not stop at their ends. Each trace is a separate stream. */
function streamsOf({ name, passages }: DoubtSource): readonly MarkedText[] {
  if (name === 'traces') return passages
  let text = ''
  const doubts: { start: number; end: number }[] = []
  for (const passage of passages) {
    for (const { start, end } of passage.doubts)
      doubts.push({ start: text.length + start, end: text.length + end })
    text += `${passage.text}\n`
  }
  // Without a padding as long as a window, no look would see the last lines.
  return [{ text: text + 'And so on. '.repeat(40), doubts }]
}

function sumOf(parts: readonly Agreement[]) {
  const total = (key: 'triggers' | 'right' | 'marked' | 'found') =>
    parts.reduce((sum, part) => sum + part[key], 0)
  const [triggers, right, marked, found] = [
    total('triggers'),
    total('right'),
    total('marked'),
    total('found'),
  ]
  return { triggers, right, marked, found, precision: share(right, triggers), recall: share(found, marked) }
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Number((part / whole).toFixed(3))
}

/** Returns half of the abstracts: thresholds were chosen on the others. */
async function abstracts(): Promise<string[]> {
  const sets = ABSTRACT_SETS.map(async (set) => {
    const lines = (await readFile(sharedPath('data', set, 'corpus.jsonl'), 'utf8')).trimEnd().split('\n')
    return lines.map((line) => (JSON.parse(line) as { readonly text: string }).text)
  })
  return (await Promise.all(sets)).flat().filter((_, at) => at % 2 === 1)
}

interface LeftOut {
  readonly source: DoubtSource
  readonly model: DoubtModel
}

function leftOutModels(sources: readonly DoubtSource[]): LeftOut[] {
  const sentences = sources.flatMap(labelledSentences)
  return sources
    .filter(({ name }) => name !== NOT_REPORTED)
    .map((source) => ({
      source,
      model: fitDoubtModel(sentences.filter((one) => one.source !== source.name)),
    }))
}

async function measure() {
  const leftOut = leftOutModels(readSources())
  const sources: Record<string, Agreement> = {}
  for (const { source, model } of leftOut)
    sources[source.name] = await agreementOn(streamsOf(source), { model })
  const those = (isMeant: (name: string, figures: Agreement) => boolean) =>
    sumOf(Object.entries(sources).flatMap(([name, one]) => (isMeant(name, one) ? [one] : [])))
  return {
    weights: DOUBT_MODEL.weights.size,
    threshold: DOUBT_THRESHOLD,
    leftOut: {
      all: those(() => true),
      // The rules, whose marks are features, were corrected with the traces.
      withoutTraces: those((name) => name !== 'traces'),
      unusual: those((name) => name !== 'traces' && !USUAL_WORDING.includes(name)),
    },
    sources,
    abstracts: await rateOf(await abstracts()),
  }
}

if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const figures = await measure()
  console.table(figures.sources)
  console.table(figures.leftOut)
  console.table({ abstracts: figures.abstracts })
}
