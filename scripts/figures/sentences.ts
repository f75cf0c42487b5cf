/**
 * Which sentence of a text answers a question? Fits the weights of retrieval/best-sentence.ts by maximum likelihood, softmax over the
 * sentences of a text, on CovidQA's answer spans, HotpotQA's supporting facts, MuSiQue's steps, and readers' questions to half of the papers.
 * Reports, for each set, the share of texts whose chosen sentence answers: with weights of the other half of every set, and by the
 * question's words alone. Writes docs/figures/sentences.json and, with --write, the weights.
 * Run: npm run measure sentences [-- --workspace DIR] [--write]
 */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig, openGloss } from '../../app/index.ts'
import { SIGNS } from '../../retrieval/index.ts'
import { hasShared } from '../lib/shared.ts'
import { writeFigures } from '../lib/write-figures.ts'
import { openAskedPapers, openOtherPapers } from './answers/asked-papers.ts'
import { type MarkedText, markedTexts } from './sentences/marked-sentences.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const WEIGHTS = join(ROOT, 'retrieval', 'sentence-weights.json')
const NAMES = ['overlap', ...SIGNS]
const isOfPapers = (set: string) => set.endsWith('papers')
/** The papers' questions are few, and the only ones that were not written with the sentence in view. */
const PAPERS_COUNT = 3
const RIDGE = 0.5
const STEPS = 400
const RATE = 0.5

type Weights = readonly number[]

const dot = (figures: readonly number[], weights: Weights) =>
  figures.reduce((sum, figure, at) => sum + figure * weights[at]!, 0)

/** Gradient of the log likelihood that the chosen sentence is one that answers. */
function addGradient(gradient: number[], { figures, isAnswer, set }: MarkedText, weights: Weights): void {
  const scores = figures.map((one) => dot(one, weights))
  const highest = Math.max(...scores)
  const odds = scores.map((score) => Math.exp(score - highest))
  const all = odds.reduce((sum, one) => sum + one, 0)
  const right = odds.reduce((sum, one, at) => sum + (isAnswer[at] === true ? one : 0), 0)
  for (const [sentence, one] of figures.entries()) {
    const part = (isAnswer[sentence] === true ? odds[sentence]! / right : 0) - odds[sentence]! / all
    for (const [at, figure] of one.entries())
      gradient[at]! += (isOfPapers(set) ? PAPERS_COUNT : 1) * part * figure
  }
}

/** AdaGrad (Duchi et al., JMLR 2011) from zero; deterministic. */
function fitted(texts: readonly MarkedText[]): number[] {
  const weights = NAMES.map(() => 0)
  const squares = NAMES.map(() => 1e-8)
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight) => -RIDGE * weight)
    for (const text of texts) addGradient(gradient, text, weights)
    for (const [at, slope] of gradient.entries()) {
      squares[at]! += slope ** 2
      weights[at]! += (RATE * slope) / Math.sqrt(squares[at]!)
    }
  }
  return weights.map((weight) => Number(weight.toFixed(2)))
}

function isRight({ figures, isAnswer }: MarkedText, weights: Weights): boolean {
  const scores = figures.map((one) => dot(one, weights))
  return isAnswer[scores.indexOf(Math.max(...scores))] === true
}

const share = (texts: readonly MarkedText[], weights: (text: MarkedText) => Weights) =>
  Number((texts.filter((text) => isRight(text, weights(text))).length / texts.length).toFixed(3))

async function measure(workspace: string, isWritten: boolean) {
  const gloss = await openGloss(loadConfig({ workspace, embedder: 'static' }))
  const { signal } = new AbortController()
  const texts = await markedTexts(await openAskedPapers(gloss, signal), await openOtherPapers(gloss, signal))
  await gloss.close()
  const byHalf = [0, 1].map((half) => fitted(texts.filter((text) => text.half === half)))
  const final = fitted(texts.filter(({ set, half }) => !isOfPapers(set) || half === 0))
  const byOverlap = NAMES.map((_, at) => Number(at === 0))
  const rows = [...Map.groupBy(texts, ({ set }) => set)].map(([set, all]) => ({
    set,
    texts: all.length,
    byWordsAlone: share(all, () => byOverlap),
    byOtherHalf: share(all, ({ half }) => byHalf[1 - half]!),
    ...(isOfPapers(set) ? { keptBack: keptBack(all, final, byOverlap) } : {}),
  }))
  if (isWritten) await writeFile(WEIGHTS, `${JSON.stringify(final)}\n`)
  return { weights: Object.fromEntries(NAMES.map((name, at) => [name, final[at]])), rows }
}

/** The half of the papers that the weights in use did not see. */
function keptBack(texts: readonly MarkedText[], final: Weights, byOverlap: Weights) {
  const other = texts.filter(({ half }) => half === 1)
  return {
    texts: other.length,
    byWordsAlone: share(other, () => byOverlap),
    byWeightsInUse: share(other, () => final),
  }
}

const { values: options } = parseArgs({
  options: { workspace: { type: 'string' }, write: { type: 'boolean', default: false } },
})
if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const workspace = options.workspace ?? (await mkdtemp(join(tmpdir(), 'gloss-sentences-')))
  const figures = await measure(workspace, options.write)
  console.log(figures.weights)
  console.log(figures.rows)
  writeFigures('sentences', figures)
}
