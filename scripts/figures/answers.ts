/**
 * Does a hit hold the answer, and does the sentence it shows? For 44 questions to 29 papers of ../shared and 60 to 50 others, by backend:
 * the share whose first 1, 3, 5 and 10 hits hold the answer in the text and in the sentence shown, and how many of the first five repeat a
 * place of a higher one. The halves are split by paper: the first one helped to choose the weights of the best sentence, the second did not.
 * Writes docs/figures/answers.json.
 * Run: npm run measure answers [-- --workspace DIR]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type AnswerHit,
  type BackendName,
  type CorpusSession,
  loadConfig,
  openGloss,
} from '../../app/index.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { writeFigurePart } from '../lib/write-figures.ts'
import {
  type AskedPaper,
  askedPapers,
  halfOfPaper,
  openAskedPapers,
  openOtherPapers,
  otherAskedPapers,
  papersByName,
} from './answers/asked-papers.ts'

const BACKENDS: readonly BackendName[] = ['auto', 'words', 'vanilla', 'walk']
const DEPTHS = [1, 3, 5, 10]
const { values: options } = parseArgs({
  options: {
    workspace: { type: 'string' },
    embedder: { type: 'string', default: 'static' },
    verbose: { type: 'boolean', default: false },
  },
})

interface Answered extends AskedPaper {
  readonly hits: readonly AnswerHit[]
  readonly id: string | undefined
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ')

function holds({ answer, id }: Answered, { paper, text }: AnswerHit, shown = text): boolean {
  return paper === id && answer.test(onOneLine(shown))
}

/** Counts of questions; `shownOfHeld`: of the hits within the first five that hold the answer, the share whose sentence does. */
function figuresOf(answered: readonly Answered[]) {
  const count = (test: (one: Answered) => boolean) => answered.filter(test).length
  const within = (test: (one: Answered, hit: AnswerHit) => boolean) =>
    Object.fromEntries(
      DEPTHS.map((k) => [k, count((one) => one.hits.slice(0, k).some((hit) => test(one, hit)))]),
    )
  const held = answered.flatMap((one) =>
    one.hits.slice(0, 5).flatMap((hit) => (holds(one, hit) ? [holds(one, hit, hit.sentence.text)] : [])),
  )
  const text = within((one, hit) => holds(one, hit))
  const sentence = within((one, hit) => holds(one, hit, hit.sentence.text))
  return {
    questions: answered.length,
    text,
    sentence,
    shownAt5: Number(((sentence[5] ?? 0) / Math.max(1, text[5] ?? 0)).toFixed(3)),
    shownOfHeld: Number((held.filter(Boolean).length / Math.max(1, held.length)).toFixed(3)),
    repeated: answered.reduce((sum, { hits }) => sum + repeatedIn(hits.slice(0, 5)), 0),
  }
}

function repeatedIn(hits: readonly AnswerHit[]): number {
  return hits.filter((hit, at) => hits.slice(0, at).some((higher) => isMostlyInside(hit, higher))).length
}

function isMostlyInside(one: AnswerHit, other: AnswerHit): boolean {
  if (one.paper !== other.paper || one.span === null || other.span === null) return false
  const shared = Math.min(one.span[1], other.span[1]) - Math.max(one.span[0], other.span[0])
  return shared >= 0.5 * Math.min(one.span[1] - one.span[0], other.span[1] - other.span[0])
}

async function askAll(
  session: CorpusSession,
  asked: readonly AskedPaper[],
  backend: BackendName,
): Promise<Answered[]> {
  const idOf = await papersByName(session)
  const answered: Answered[] = []
  for (const one of asked) {
    const { hits } = await session.retrieve({ query: one.question, k: 10, backend })
    answered.push({ ...one, hits, id: idOf(one.paper) })
  }
  return answered
}

async function measure(workspace: string) {
  const gloss = await openGloss(
    loadConfig({ workspace, embedder: options.embedder, models: sharedPath('models') }),
  )
  const { signal } = new AbortController()
  try {
    const mixed = await openAskedPapers(gloss, signal)
    const others = await openOtherPapers(gloss, signal)
    const [toMixed, toOthers] = [await askedPapers(), await otherAskedPapers()]
    const figures: Record<string, object> = {}
    for (const backend of BACKENDS) {
      const ofMixed = await askAll(mixed, toMixed, backend)
      const ofOthers = await askAll(others, toOthers, backend)
      const half = (which: number) => [
        ...ofMixed.filter((one) => halfOfPaper(one, toMixed) === which),
        ...ofOthers.filter((one) => halfOfPaper(one, toOthers) === which),
      ]
      figures[backend] = {
        mixedPapers: figuresOf(ofMixed),
        otherPapers: figuresOf(ofOthers),
        halfThatChose: figuresOf(half(0)),
        otherHalf: figuresOf(half(1)),
      }
      if (options.verbose && backend === 'auto') printMisses(half(0))
    }
    return figures
  } finally {
    await gloss.close()
  }
}

/** Of the half that chose the weights: each hit among the first five that holds the answer and shows another sentence. */
function printMisses(answered: readonly Answered[]): void {
  for (const one of answered) {
    for (const hit of one.hits.slice(0, 5)) {
      if (!holds(one, hit) || holds(one, hit, hit.sentence.text)) continue
      console.log(`${one.paper}: ${one.question} /${one.answer.source}/`)
      console.log(`  ${hit.rank}. ${onOneLine(hit.text)}\n  => ${onOneLine(hit.sentence.text)}`)
    }
  }
}

if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const workspace = options.workspace ?? (await mkdtemp(join(tmpdir(), 'gloss-answers-')))
  const figures = await measure(workspace)
  console.log(JSON.stringify(figures, null, 1).replace(/\n\s{4,}/g, ' '))
  writeFigurePart('answers', [options.embedder], figures)
  if (options.workspace === undefined) await rm(workspace, { recursive: true, force: true })
}
