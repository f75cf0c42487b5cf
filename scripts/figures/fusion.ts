import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importPath, loadConfig, openGloss } from '../../app/index.ts'
import type { EmbedderName } from '../../app/wiring/embedders.ts'
import { words } from '../../core/index.ts'
import type { Candidates } from '../../index/index.ts'
import { convexFusion, coverageFusion, type Fusion } from '../../retrieval/index.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { writeFigurePart } from '../lib/write-figures.ts'
import { readBeir } from './units/beir.ts'

const SETS = ['scifact', 'covidqa', 'musique-train', 'hotpotqa-train']
const DEPTH = 100
const RANKS = 10
const { values: options } = parseArgs({ options: { embedder: { type: 'string', default: 'static' } } })

interface Asked {
  readonly candidates: Candidates
  /** Gain of each candidate, and of every relevant document, greatest first. */
  readonly gains: readonly number[]
  readonly ideal: readonly number[]
}

interface Form {
  readonly weights: readonly number[]
  readonly fusion: (weight: number) => Fusion
}

const steps = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => Number((from + ((to - from) * i) / (count - 1)).toFixed(3)))

const FORMS: Readonly<Record<string, Form>> = {
  convex: { weights: steps(0.2, 0.8, 13), fusion: convexFusion },
  'best word score and cosine': { weights: steps(0.5, 3, 11), fusion: bestWords },
  'standard scores': { weights: steps(0.2, 0.8, 13), fusion: standardScores },
  coverage: { weights: steps(0.2, 1.2, 11), fusion: coverageFusion },
}

/** BM25 over the best one + weight x cosine. */
function bestWords(weight: number): Fusion {
  return ({ words: bm25, cosines, wordRange }) =>
    Float64Array.from(
      bm25,
      (score, i) => (wordRange.highest > 0 ? score / wordRange.highest : 0) + weight * cosines[i]!,
    )
}

/** Both sides in standard deviations of the candidates from their mean. */
function standardScores(wordShare: number): Fusion {
  return ({ words: bm25, cosines }) => {
    const [byWords, byCosine] = [standard(bm25), standard(cosines)]
    return Float64Array.from(byWords, (score, i) => wordShare * score + (1 - wordShare) * byCosine[i]!)
  }
}

function standard(values: Float32Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation =
    Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1
  return Float64Array.from(values, (value) => (value - mean) / deviation)
}

async function asked(set: string): Promise<Asked[]> {
  const workspace = await mkdtemp(join(tmpdir(), 'gloss-fusion-'))
  const embedder = options.embedder as EmbedderName
  const gloss = await openGloss(loadConfig({ workspace, embedder }, { GLOSS_MODELS: sharedPath('models') }))
  try {
    const folder = sharedPath('data', set)
    await importPath(gloss, { format: 'beir', path: folder }, new AbortController().signal)
    const { index, store, embedder: opened } = await gloss.session()
    const { documents, questions } = readBeir(folder)
    const places = new Map(documents.map(({ id }, place) => [id, place]))
    const placeOf = new Map<string, number>()
    for (const { id, document } of await store.papers()) placeOf.set(id, places.get(document ?? '') ?? -1)
    const found: Asked[] = []
    for (const { text, gains } of questions) {
      const [vector = null] = await opened.embed([text])
      const candidates = await index.candidates({ terms: words(text), vector, depth: DEPTH, filter: null })
      found.push({
        candidates,
        gains: candidates.papers.map((paper) => gains.get(placeOf.get(paper) ?? -1) ?? 0),
        ideal: [...gains.values()].sort((a, b) => b - a),
      })
    }
    return found
  } finally {
    await gloss.close()
    await rm(workspace, { recursive: true, force: true })
  }
}

function ndcg({ candidates, gains, ideal }: Asked, fusion: Fusion): number {
  const scores = fusion(candidates)
  const order = [...gains.keys()].sort((a, b) => scores[b]! - scores[a]!)
  const discounted = (values: readonly number[]) =>
    values.slice(0, RANKS).reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0)
  return discounted(order.map((i) => gains[i]!)) / discounted(ideal)
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Mean nDCG@10 of each set on the half that did not choose the weight. */
function byHalves(form: Form, sets: readonly Asked[][]) {
  const halfOf = (questions: readonly Asked[], half: number) => questions.filter((_, i) => i % 2 === half)
  const table = form.weights.map((weight) => {
    const fusion = form.fusion(weight)
    return sets.map((questions) =>
      [0, 1].map((half) => mean(halfOf(questions, half).map((one) => ndcg(one, fusion)))),
    )
  })
  const chosen = [0, 1].map((half) => {
    const means = table.map((row) => mean(row.map((halves) => halves[half]!)))
    return means.indexOf(Math.max(...means))
  })
  return {
    weights: chosen.map((i) => form.weights[i]!),
    figures: sets.map((_, set) => mean([table[chosen[0]!]![set]![1]!, table[chosen[1]!]![set]![0]!])),
  }
}

if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const sets: Asked[][] = []
  for (const set of SETS) sets.push(await asked(set))
  const named = (figures: readonly number[]) =>
    Object.fromEntries(SETS.map((set, i) => [set, Number(figures[i]!.toFixed(4))]))
  const result: Record<string, unknown> = {
    'convex .4': named(sets.map((questions) => mean(questions.map((one) => ndcg(one, convexFusion(0.4)))))),
    'coverage .6': named(sets.map((questions) => mean(questions.map((one) => ndcg(one, coverageFusion()))))),
  }
  for (const [name, form] of Object.entries(FORMS)) {
    const { weights, figures } = byHalves(form, sets)
    result[`${name}, by halves`] = { weights, ...named(figures) }
  }
  writeFigurePart('fusion', [options.embedder], result)
  console.dir(result)
}
