/** Recall@5 of the walk on one set under one choice of settings. */
import { canonical, canonicalWords, createPushRanker, type PushRanker } from '../../../graph/index.ts'
import { findNames } from '../../../graph/names/find-names.ts'
import type { JudgedSet } from './judged-set.ts'
import type { WalkSettings } from './settings.ts'
import { type VariantGraph, variantGraph } from './variant-graph.ts'

const RANKS = 5
// As in the product: the order of a sum of doubles is no reason for a rank.
const SCORE_STEPS = 1e12

interface Linked {
  readonly node: number
  readonly weight: number
}

/** By question: the share of its documents among the first five. */
export function recallsOf(set: JudgedSet, settings: WalkSettings): Float64Array {
  const graph = variantGraph(set, settings)
  const ranker = createPushRanker()
  return Float64Array.from(set.questions, (question) => {
    const scores = scoresOf(set, { graph, ranker }, question, settings)
    const top = firstOf(scores)
    return top.filter((document) => question.relevant.has(document)).length / question.relevant.size
  })
}

function scoresOf(
  set: JudgedSet,
  { graph, ranker }: { readonly graph: VariantGraph; readonly ranker: PushRanker },
  { text, vector }: JudgedSet['questions'][number],
  settings: WalkSettings,
): Float64Array {
  const { view } = graph
  const similarities = similaritiesOf(set, vector)
  const linked = settings.linksNames ? linkedNames(text, graph, settings) : []
  const prior = priorOf(similarities, settings)
  const inGraph = [...linked, ...prior.filter(({ node }) => view.degrees[node]! > 0)]
  const whole = sumOf([...linked, ...prior])
  const scores = new Float64Array(set.documents.length)
  for (const { node, weight } of prior) if (view.degrees[node] === 0) scores[node] = weight / whole
  if (inGraph.length > 0) {
    const reset = { nodes: inGraph.map(({ node }) => node), weights: inGraph.map(({ weight }) => weight) }
    const { damping, epsilon, tail } = settings
    const ranks = ranker.rank(view, reset, { damping, epsilon, tail }).scores
    const share = sumOf(inGraph) / whole
    for (let unit = 0; unit < scores.length; unit++)
      if (view.degrees[unit]! > 0) scores[unit] = Math.round(ranks[unit]! * share * SCORE_STEPS) / SCORE_STEPS
  }
  return scores.map((score, unit) => score * similarities[unit]! ** settings.similarityExponent)
}

function sumOf(seeds: readonly Linked[]): number {
  return seeds.reduce((sum, { weight }) => sum + weight, 0)
}

function linkedNames(
  question: string,
  graph: VariantGraph,
  { linksTerms, linksAliases, phraseWeight, seedExponent }: WalkSettings,
): Linked[] {
  const found = findNames(question, graph.dictionary, { mode: 'question' }).filter(
    ({ name, start, end, isKnown }) =>
      isKnown && (linksAliases || canonical(question.slice(start, end)) === name),
  )
  const weights = new Map<number, number>()
  const add = (form: string, factor: number) => {
    for (const [name, share] of meaningsOf(form, graph)) {
      const node = graph.nodeOfName.get(name)!
      const kind = graph.proper.has(name) ? factor : phraseWeight
      if (!weights.has(node)) weights.set(node, (kind * share) / graph.view.degrees[node]! ** seedExponent)
    }
  }
  for (const { name } of found) add(name, 1)
  if (linksTerms)
    for (const { form, start, end } of canonicalWords(question))
      if (graph.terms.has(form) && found.every((name) => end <= name.start || start >= name.end))
        add(form, phraseWeight)
  return [...weights].map(([node, weight]) => ({ node, weight }))
}

function meaningsOf(form: string, { nodeOfName, aliases }: VariantGraph): [name: string, share: number][] {
  if (nodeOfName.has(form)) return [[form, 1]]
  const meant = [...(aliases.get(form) ?? [])]
  const all = meant.reduce((sum, [, units]) => sum + units, 0)
  return meant.map(([name, units]) => [name, units / all])
}

interface NearUnits {
  readonly count: number
  readonly nodes: readonly number[]
}

const nearest = new WeakMap<Float64Array, NearUnits>()

/** The units most like the question. */
function priorOf(similarities: Float64Array, { priorWeight, priorUnits }: WalkSettings): Linked[] {
  if (priorWeight === 0) return []
  const known = nearest.get(similarities)
  const near = known?.count === priorUnits ? known : nearUnits(similarities, priorUnits)
  nearest.set(similarities, near)
  return near.nodes.map((node) => ({ node, weight: priorWeight * similarities[node]! }))
}

function nearUnits(similarities: Float64Array, count: number): NearUnits {
  const bar = count >= similarities.length ? 0 : similarities.toSorted().at(-count)!
  const nodes = [...similarities.keys()].filter(
    (node) => similarities[node]! > 0 && similarities[node]! >= bar,
  )
  return { count, nodes }
}

const remembered = new WeakMap<Float32Array, Float64Array>()

/** Cosines with the question, from 0 for the least of the set to 1 for the greatest. */
function similaritiesOf({ vectors }: JudgedSet, question: Float32Array): Float64Array {
  const known = remembered.get(question)
  if (known !== undefined) return known
  const cosines = Float64Array.from(vectors, (vector) => {
    let sum = 0
    for (let i = 0; i < vector.length; i++) sum += vector[i]! * question[i]!
    return sum
  })
  const lowest = cosines.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const highest = cosines.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const similarities = cosines.map((cosine) =>
    highest > lowest ? (cosine - lowest) / (highest - lowest) : 1,
  )
  remembered.set(question, similarities)
  return similarities
}

/** The five best; ties go to the smaller id. */
function firstOf(scores: Float64Array): number[] {
  const top: number[] = []
  for (let unit = 0; unit < scores.length; unit++) {
    let at = top.length
    while (at > 0 && scores[unit]! > scores[top[at - 1]!]!) at--
    if (at >= RANKS) continue
    top.splice(at, 0, unit)
    top.length = Math.min(top.length, RANKS)
  }
  return top
}
