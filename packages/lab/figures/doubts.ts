/**
 * How many doubts does the lexical monitor find in wording that it was not trained on? Each source of its training text is left out in turn;
 * abstracts give the triggers where there is nothing to find. Run: npm run measure doubts [-- --also FILE,…]
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { DOUBT_MODEL, DOUBT_THRESHOLD, type DoubtModel } from '../../../monitor/monitors/score-doubt.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'
import { fitDoubtModel } from '../research/lexical-monitor/fit.ts'
import {
  type DoubtSource,
  labelledSentences,
  readSourceFile,
  readSources,
} from '../research/lexical-monitor/sources.ts'
import { agreementOn, type MarkedText, rateOf } from './doubts/monitor-looks.ts'

/** They show where rules end, one sentence each, and were weighed by the rules themselves. */
const NOT_REPORTED = 'rule examples'
/** They hold what models say most, nearly all of it known to the rules. */
const USUAL_WORDING: readonly string[] = ['plain-doubts', 'not-sure']
const ABSTRACT_SETS = ['scifact', 'covidqa'] as const

type Agreement = Awaited<ReturnType<typeof agreementOn>>

/** One stream of all passages: looks do not stop at their ends. The traces are streams by themselves. */
function streamsOf({ name, passages }: DoubtSource): readonly MarkedText[] {
  if (name === 'traces') return passages
  let text = ''
  const doubts: { start: number; end: number }[] = []
  for (const passage of passages) {
    for (const { start, end } of passage.doubts)
      doubts.push({ start: text.length + start, end: text.length + end })
    text += `${passage.text}\n`
  }
  // Without an end as long as a window the last lines would be seen by no look.
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

/** Half of them: thresholds were chosen on the others. */
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

async function measure(also: readonly string[]) {
  const leftOut = leftOutModels(readSources())
  const sources: Record<string, Agreement> = {}
  for (const { source, model } of leftOut)
    sources[source.name] = await agreementOn(streamsOf(source), { model })
  const those = (isMeant: (name: string, figures: Agreement) => boolean) =>
    sumOf(Object.entries(sources).flatMap(([name, one]) => (isMeant(name, one) ? [one] : [])))
  const unread = also.map((file) => readSourceFile(file))
  const alsoRead: Record<string, Agreement> = {}
  for (const source of unread) alsoRead[source.name] = await agreementOn(streamsOf(source))
  return {
    weights: DOUBT_MODEL.weights.size,
    threshold: DOUBT_THRESHOLD,
    leftOut: {
      all: those(() => true),
      // The rules, whose marks are features, were corrected on the traces.
      withoutTraces: those((name) => name !== 'traces'),
      unusual: those((name) => name !== 'traces' && !USUAL_WORDING.includes(name)),
    },
    sources,
    abstracts: await rateOf(await abstracts()),
    ...(unread.length === 0 ? {} : { also: { ...alsoRead, all: sumOf(Object.values(alsoRead)) } }),
  }
}

const { values: options } = parseArgs({ options: { also: { type: 'string' } } })
if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const { also, ...figures } = await measure(options.also?.split(',') ?? [])
  console.table(figures.sources)
  console.table(figures.leftOut)
  console.table({ abstracts: figures.abstracts })
  // Files from elsewhere are not part of the project, nor is what they give.
  if (also !== undefined) console.table(also)
}
