/**
 * What does a change cost the next question? One paper of 40 units comes or goes in a corpus of 200,000 units, then a question is asked, against
 * the same question asked again without a change. Processor time of the answering process; the change itself is written outside of it.
 * Texts are sentences of SciFact with a third of their words drawn anew and three drawn names each, so synthetic; embedder `static`.
 * Run: npm run measure change -- [--units 200000] [--rounds 15] [--folder DIR] [--json bench/results/change.json]   (needs ../shared/data/scifact)
 * `--folder` keeps the filled corpus for the next run.
 */
import { execFileSync } from 'node:child_process'
import { createReadStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { type CorpusSession, type Gloss, loadConfig, openGloss } from '../app/index.ts'
import { contentId, randomIndex, seededRandom, sentences } from '../core/index.ts'
import { type PaperRecord, type UnitMentions, unitsOf } from '../corpus/index.ts'
import { NO_DESCRIPTION } from '../corpus/paper.ts'
import { percentile } from '../evaluation/metrics.ts'
import { hasShared, sharedPath } from '../scripts/lib/shared.ts'
import { drawer } from './synthetic-units.ts'

const CORPUS = 'grown'
const PAPER_UNITS = 40
const NAMES_PER_UNIT = 3
const CHANGED_WORDS = 1 / 3
const QUESTION_WORDS = 12
const PAPERS_A_PUT = 25
const SEED = 13

const { values: options } = parseArgs({
  options: {
    units: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '15' },
    folder: { type: 'string' },
    json: { type: 'string' },
  },
})
const UNITS = Number(options.units)
const ROUNDS = Number(options.rounds)

interface Texts {
  readonly sentences: readonly string[]
  readonly words: readonly string[]
  readonly drawName: () => number
}

interface MadePaper {
  readonly record: PaperRecord
  readonly mentions: readonly UnitMentions[]
}

async function readTexts(): Promise<Texts> {
  const all: string[] = []
  const input = createReadStream(sharedPath('data', 'scifact', 'corpus.jsonl'))
  for await (const line of createInterface({ input })) {
    const { text } = JSON.parse(line) as { text: string }
    for (const { start, end } of sentences(text)) all.push(text.slice(start, end))
  }
  return { sentences: all, words: all.flatMap((one) => one.split(/\s+/)), drawName: drawer(UNITS, SEED) }
}

async function makePaper(number: number, texts: Texts, { embedder }: CorpusSession): Promise<MadePaper> {
  const random = seededRandom(SEED + number)
  const id = contentId(`grown ${number}`)
  const namesOf: number[][] = []
  const drafts = Array.from({ length: PAPER_UNITS }, () => {
    const names = Array.from({ length: NAMES_PER_UNIT }, texts.drawName)
    namesOf.push([...new Set(names)])
    const text = `${changedSentence(texts, random)} ${names.map(nameOf).join(', ')}.`
    return { ...NO_PLACE, kind: 'unit' as const, name: 'EXTRACTED_POINT', topic: 'N/A', text }
  })
  const units = unitsOf(id, drafts)
  const values = await embedder.embed(units.map(({ text }) => text))
  const record: PaperRecord = {
    paper: {
      ...NO_DESCRIPTION,
      ...{ id, paths: [`grown/${number}`], format: 'units', document: null, pageCount: 0 },
      ...{ state: 'kept', detail: '', recipe: 'bench' },
    },
    pages: [],
    gate: null,
    units,
    vectors: units.map(({ id: unit }, at) => ({ unit, values: values[at]! })),
    embedder: embedder.id,
  }
  const mentions = units.map(({ id: unit }, at) => ({ unit, mentions: (namesOf[at] ?? []).map(mentionOf) }))
  return { record, mentions }
}

const NO_PLACE = { year: null, locator: '', page: null, start: null, end: null, made: 'import' } as const

function changedSentence({ sentences: all, words }: Texts, random: () => number): string {
  const sentence = all[randomIndex(random, all.length)]!
  return sentence
    .split(/\s+/)
    .map((word) => (random() < CHANGED_WORDS ? words[randomIndex(random, words.length)]! : word))
    .join(' ')
}

function nameOf(number: number): string {
  return `Name${number}`
}

function mentionOf(number: number, place: number): UnitMentions['mentions'][number] {
  const name = nameOf(number).toLowerCase()
  return { name, alias: name, kind: 'span', isSubject: place === 0, start: null, end: null }
}

async function put({ store }: CorpusSession, papers: readonly MadePaper[]): Promise<void> {
  await using writer = await store.write('bench')
  await writer.put(papers.map(({ record }) => record))
  await writer.putMentions(
    'bench',
    papers.flatMap(({ mentions }) => mentions),
  )
}

async function fill(session: CorpusSession, texts: Texts): Promise<void> {
  for (let first = 0; first < UNITS / PAPER_UNITS; first += PAPERS_A_PUT) {
    const papers: MadePaper[] = []
    for (let at = 0; at < PAPERS_A_PUT; at++) papers.push(await makePaper(first + at, texts, session))
    await put(session, papers)
  }
  await session.names()
  await session.save()
}

/** Milliseconds of processor time of this process, all threads. */
async function cpuMs(action: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await action()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

type Ask = (text: string) => Promise<unknown>

/** Medians over the rounds, each with a question and a paper of its own. */
async function measure(session: CorpusSession, texts: Texts, ask: Ask, firstPaper: number) {
  const random = seededRandom(SEED)
  const times = { unchanged: [] as number[], paperMore: [] as number[], paperLess: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    const sentence = texts.sentences[randomIndex(random, texts.sentences.length)]!
    const question = `${sentence.split(/\s+/).slice(0, QUESTION_WORDS).join(' ')} Name${randomIndex(random, 1_000)}`
    const paper = await makePaper(firstPaper + round, texts, session)
    for (let warm = 0; warm < 3; warm++) await ask(question)
    times.unchanged.push(await cpuMs(() => ask(question)))
    await put(session, [paper])
    times.paperMore.push(await cpuMs(() => ask(question)))
    await ask(question)
    {
      await using writer = await session.store.write('bench')
      await writer.remove([paper.record.paper.id])
    }
    times.paperLess.push(await cpuMs(() => ask(question)))
  }
  const [unchanged, more, less] = [times.unchanged, times.paperMore, times.paperLess].map(summary)
  return {
    unchanged,
    paperMore: more,
    paperLess: less,
    paperMoreToUnchanged: round3(more!.p50 / unchanged!.p50),
    paperLessToUnchanged: round3(less!.p50 / unchanged!.p50),
  }
}

function summary(values: readonly number[]) {
  return { p50: round3(percentile(values, 0.5)), highest: round3(Math.max(...values)) }
}

function round3(value: number): number {
  return Number(value.toFixed(3))
}

async function measureAll(gloss: Gloss) {
  const texts = await readTexts()
  const session = await gloss.sessionOfNew(CORPUS)
  if ((await session.overview()).units === 0) await fill(session, texts)
  const cpuMillisecondsByQuestion: Record<string, Awaited<ReturnType<typeof measure>>> = {}
  // Papers that were not in the corpus before, also where a folder is used again.
  let paper = 1e6 + (await session.seq()) * ROUNDS
  for (const backend of ['words', 'vanilla', 'hybrid', 'walk'] as const) {
    const retriever = session.backend(backend)
    const ask = (text: string) => retriever.retrieve({ text, k: 10 })
    cpuMillisecondsByQuestion[backend] = await measure(session, texts, ask, paper)
    paper += ROUNDS
  }
  const retrieve = (query: string) => session.retrieve({ query, backend: 'hybrid' })
  cpuMillisecondsByQuestion['hybrid, with verdicts and texts'] = await measure(
    session,
    texts,
    retrieve,
    paper,
  )
  return cpuMillisecondsByQuestion
}

async function main(): Promise<void> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'gloss-change-'))
  const gloss = await openGloss(loadConfig({ workspace: folder }, { GLOSS_EMBEDDER: 'static' }))
  try {
    const result = {
      bench: 'change',
      task: `${UNITS} units in papers of ${PAPER_UNITS}; the next question after one paper more or less; medians of ${ROUNDS} rounds`,
      machine: `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`,
      loadAverage: round3(loadavg()[0]!),
      commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
      cpuMilliseconds: await measureAll(gloss),
    }
    console.log(JSON.stringify(result, null, 2))
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`)
  } finally {
    await gloss.close()
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

if (hasShared && existsSync(sharedPath('data', 'scifact'))) await main()
else console.log('skipped: ../shared is not here')
