/**
 * Explains why the walk ranked a unit where it did. The walk is linear in its seeds, so a walk from one seed alone gives that seed's part
 * of the score. Each name of the question is therefore walked from once more, and so is the prior.
 */
import { compareText } from '../core/index.ts'
import type { GraphView, PushRanker, UnitGraph } from '../graph/index.ts'
import { DAMPING, type Seeds, type Start, seedsOf } from './walk-from.ts'
import type { NameShare, WalkWhy } from './why.ts'

// Shares are rounded, so that the order in which doubles were added does not show.
const SHARE_STEPS = 1e9
// Name, unit, name, unit: a longer path says little to a person.
const MAX_STEPS = 3

export interface ExplainedSeeds {
  readonly units: readonly string[]
  /** The first seeds are those of `names`, in the same order. */
  readonly seeds: Pick<Seeds, 'nodes' | 'weights'>
  /** Damping of the walk to explain; the ranker's default if absent. */
  readonly damping?: number
  readonly names: readonly { readonly node: number; readonly name: string; readonly asked: string }[]
}

/** Returns the explanation of each of `units`, in order. */
export function explainWalk(
  graph: UnitGraph,
  ranker: PushRanker,
  { units, ...start }: Start & { readonly units: readonly string[] },
): WalkWhy[] {
  return explainSeeds(graph, ranker, {
    units,
    seeds: seedsOf(graph, start),
    names: start.linked,
    damping: DAMPING,
  })
}

export function explainSeeds(
  graph: UnitGraph,
  ranker: PushRanker,
  { units, seeds: { nodes, weights }, names, damping }: ExplainedSeeds,
): WalkWhy[] {
  const at = units.map((unit) => graph.unitNode(unit))
  const partsFrom = (seeds: readonly number[], seedWeights: readonly number[]): number[] => {
    const whole = seedWeights.reduce((sum, weight) => sum + weight, 0)
    if (whole === 0) return at.map(() => 0)
    const { scores } = ranker.rank(
      graph.view(),
      { nodes: seeds, weights: seedWeights },
      damping === undefined ? {} : { damping },
    )
    return at.map((node) => (node === undefined ? 0 : scores[node]! * whole))
  }
  const byName = names.map(({ node }, i) => partsFrom([node], [weights[i]!]))
  const prior = partsFrom(nodes.slice(names.length), weights.slice(names.length))
  const paths = names.map(({ node }) => pathsFrom(graph, node, at))
  return at.map((node, unit) => {
    if (node === undefined) return { prior: 1, names: [] }
    const whole = byName.reduce((sum, parts) => sum + parts[unit]!, prior[unit]!)
    const shareOf = (part: number) =>
      whole === 0 ? 0 : Math.round((SHARE_STEPS * part) / whole) / SHARE_STEPS
    const shares = names.map(
      ({ name, asked }, i): NameShare => ({
        name,
        asked,
        share: shareOf(byName[i]![unit]!),
        path: paths[i]![unit]!,
      }),
    )
    return { prior: shareOf(prior[unit]!), names: strongestFirst(shares) }
  })
}

function strongestFirst(shares: readonly NameShare[]): NameShare[] {
  return shares
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || compareText(a.name, b.name))
}

/** Returns the shortest paths from a name to each of the nodes, as labels. Searches breadth first and stops when the last node is found. */
function pathsFrom(graph: UnitGraph, from: number, to: readonly (number | undefined)[]): string[][] {
  const steps = new Map([[from, 0]])
  const missing = new Set(to.filter((node) => node !== undefined))
  missing.delete(from)
  const view = graph.view()
  let edge = [from]
  for (let step = 1; step <= MAX_STEPS && missing.size > 0; step++) {
    const next: number[] = []
    for (const node of edge)
      for (const neighbour of neighboursOf(view, node)) {
        if (steps.has(neighbour)) continue
        steps.set(neighbour, step)
        missing.delete(neighbour)
        next.push(neighbour)
      }
    edge = next
  }
  return to.map((node) => (node !== undefined && steps.has(node) ? labels(graph, steps, node) : []))
}

function neighboursOf({ starts, degrees, targets }: GraphView, node: number): Uint32Array {
  return targets.subarray(starts[node]!, starts[node]! + degrees[node]!)
}

/** Returns a shortest path as labels. Ties: labels compared from the end, as node numbers depend on the corpus's history. */
function labels(graph: UnitGraph, steps: ReadonlyMap<number, number>, to: number): string[] {
  const labelOf = (node: number) => graph.nameAt(node) ?? graph.unitAt(node) ?? ''
  const view = graph.view()
  const path = [labelOf(to)]
  for (let node = to, step = steps.get(to)!; step > 0; step--) {
    const before = [...neighboursOf(view, node)].filter((neighbour) => steps.get(neighbour) === step - 1)
    const [first] = before.sort((a, b) => compareText(labelOf(a), labelOf(b)))
    if (first === undefined) return []
    node = first
    path.unshift(labelOf(node))
  }
  return path
}
