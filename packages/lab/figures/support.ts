/**
 * Measures whether a sentence that readers chose as support is among the first that `gloss check` shows, with the citing sentences of one
 * cited article at a time left out of the fit; and how often a claim passes as supported by its own article and by another one.
 * Run: npm run measure support [-- --write] [-- --results FILE]   (`--write` fits on all articles and saves the weights in
 * references/support-weights.json; `--results` writes the shown sentences in the format of the data set's scorer)
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closingAsync, sentences } from '../../../core/index.ts'
import { openStaticEmbedder } from '../../../models/adapters/static-embedder.ts'
import {
  type CitedText,
  type Claim,
  citedText,
  isInformative,
  SUPPORT_FIGURES,
  supportFigures,
} from '../../../references/index.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'

const WEIGHTS_FILE = join(import.meta.dirname, '..', '..', '..', 'references', 'support-weights.json')
const MARKS = /\([^()]*\b(?:19|20)\d\d[a-z]?[^()]*\)|\[[\d\s,;–-]+\]/g
// Chosen by the results on articles left out of the fit.
const [ROUNDS, STEP, DECAY] = [150, 0.5, 0.005]
const SHOWN = 5

interface Context {
  readonly reference: string
  readonly context: string
  readonly support: readonly string[]
}
interface Example extends Context {
  readonly claim: Claim
  readonly rows: readonly (readonly number[])[]
  readonly isSupport: readonly boolean[]
}

const { values: options } = parseArgs({
  options: { write: { type: 'boolean', default: false }, results: { type: 'string' } },
})

if (!hasShared) console.log('skipped: ../shared is not here')
else await measure()

async function measure(): Promise<void> {
  const contexts = readFileSync(sharedPath('data', 'citation-support', 'contexts.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Context)
  const articles = new Map<string, CitedText>()
  for (const reference of new Set(contexts.map((context) => context.reference)))
    articles.set(reference, await articleOf(reference))
  const examples: Example[] = []
  for (const context of contexts) examples.push(await exampleOf(context, articles.get(context.reference)!))
  const left = [...articles.keys()].map((reference) => ({
    own: examples.filter((one) => one.reference === reference),
    weights: fitted(examples.filter((one) => one.reference !== reference)),
  }))
  console.table({
    'each article left out': shares(
      left.flatMap(({ own, weights }) => own.map((one) => ranked(one, weights))),
    ),
    'BM25 of these sentences': shares(examples.map((one) => ranked(one, onlyBm25()))),
  })
  const shown = left.flatMap(({ own, weights }) =>
    own.map((one) => [
      `${one.reference}\t${one.context}`,
      ranked(one, weights).order.map((at) => articles.get(one.reference)!.sentences[at]!),
    ]),
  )
  if (options.results !== undefined) writeFileSync(options.results, JSON.stringify(Object.fromEntries(shown)))
  accepted(examples, articles)
  if (options.write) {
    const weights = fitted(examples).map((weight) => Number(weight.toFixed(3)))
    const named = Object.fromEntries(SUPPORT_FIGURES.map((name, at) => [name, weights[at]]))
    writeFileSync(WEIGHTS_FILE, `${JSON.stringify(named, null, 2)}\n`)
  }
}

async function articleOf(reference: string): Promise<CitedText> {
  const text = readFileSync(sharedPath('data', 'citation-support', `${reference}.txt`), 'utf8')
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
  const cut = text
    .split(/\n+/)
    .map((line) => line.replace(/^#+ /, ''))
    .flatMap((line) => sentences(line).map(({ start, end }) => line.slice(start, end).trim()))
    .filter(isInformative)
  return citedText(title, cut, await embed(cut))
}

async function embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
  await using embedder = closingAsync(await openStaticEmbedder())
  return await embedder.embed(texts)
}

async function exampleOf(context: Context, article: CitedText): Promise<Example> {
  const text = context.context.replace(MARKS, ' ')
  const claim = { text, vector: (await embed([text]))[0]! }
  const wanted = context.support.map(plain).filter((one) => one.length > 15)
  const isSupport = article.sentences
    .map(plain)
    .map((shown) => wanted.some((one) => one.includes(shown) || shown.includes(one)))
  return { ...context, claim, rows: supportFigures(claim, article), isSupport }
}

/** Maximises the probability share of supporting sentences, over all sentences of the article, by AdaGrad. */
function fitted(examples: readonly Example[]): number[] {
  const weights = SUPPORT_FIGURES.map(() => 0)
  const squares = SUPPORT_FIGURES.map(() => 1e-8)
  for (let round = 0; round < ROUNDS; round++) {
    const slope = weights.map((weight) => DECAY * weight)
    for (const example of examples) addSlope(slope, example, weights, examples.length)
    for (const [figure, value] of slope.entries()) {
      squares[figure]! += value ** 2
      weights[figure]! -= (STEP * value) / Math.sqrt(squares[figure]!)
    }
  }
  return weights
}

function addSlope(
  slope: number[],
  { rows, isSupport }: Example,
  weights: readonly number[],
  all: number,
): void {
  const scores = rows.map((row) => scoreOf(row, weights))
  const most = Math.max(...scores)
  const odds = scores.map((score) => Math.exp(score - most))
  const whole = odds.reduce((sum, one) => sum + one, 0)
  const right = odds.reduce((sum, one, at) => sum + (isSupport[at] ? one : 0), 0)
  if (right === 0) return
  for (const [at, row] of rows.entries()) {
    const pull = odds[at]! / whole - (isSupport[at] ? odds[at]! / right : 0)
    for (const [figure, value] of row.entries()) slope[figure]! += (pull * value) / all
  }
}

function ranked({ rows, isSupport }: Example, weights: readonly number[]) {
  const scores = rows.map((row) => scoreOf(row, weights))
  const order = [...scores.keys()].sort((one, other) => scores[other]! - scores[one]!).slice(0, SHOWN)
  return { order, found: order.map((at) => isSupport[at]!) }
}

function shares(all: readonly { readonly found: readonly boolean[] }[]) {
  const within = (most: number) =>
    (all.filter(({ found }) => found.slice(0, most).includes(true)).length / all.length).toFixed(3)
  return { first1: within(1), first3: within(3), first5: within(5) }
}

/** Ranks by the largest share of the claim's terms in one sentence. */
function accepted(examples: readonly Example[], articles: ReadonlyMap<string, CitedText>): void {
  const column = SUPPORT_FIGURES.indexOf('share of the claim')
  const most = (rows: readonly (readonly number[])[]) => Math.max(...rows.map((row) => row[column]!))
  const own = examples.map(({ rows }) => most(rows))
  const foreign = examples.flatMap(({ claim, reference }) =>
    [...articles].flatMap(([name, text]) => (name === reference ? [] : [most(supportFigures(claim, text))])),
  )
  const above = (figures: readonly number[], least: number) =>
    (figures.filter((figure) => figure >= least).length / figures.length).toFixed(3)
  for (const least of [0.3, 0.35, 0.4, 0.45, 0.5, 0.6])
    console.log(`share >= ${least}: own article ${above(own, least)}, another ${above(foreign, least)}`)
}

function onlyBm25(): number[] {
  return SUPPORT_FIGURES.map((name) => Number(name === 'bm25'))
}

function scoreOf(row: readonly number[], weights: readonly number[]): number {
  return row.reduce((sum, figure, at) => sum + figure * weights[at]!, 0)
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}_]+/gu, '')
}
