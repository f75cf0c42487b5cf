/** Finds how two names are connected: shortest walks between them over the units that mention names, each step with its unit. */
import type { Unit } from '../../corpus/index.ts'
import { correctionsOf, createNameCorrector, type NameGraph } from '../../graph/index.ts'
import { adjacentNodes, resolveName, unitTexts } from '../../graph/view/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'

export interface ConnectionStep {
  readonly from: string
  readonly to: string
  /** A unit that mentions both names. */
  readonly unit: Unit
}

export interface Connection {
  readonly corpus: string
  /** Names in the form that the graph has. */
  readonly from: string
  readonly to: string
  /** Shortest walks, which share no unit or name in between. Empty if all are too long. */
  readonly walks: readonly (readonly ConnectionStep[])[]
}

// Four units: at greater distances everything in a corpus is connected. Chosen, not measured.
const MAX_STEPS = 8

/**
 * Returns up to `limit` walks. Of equally short ones those over rarer names come first: a name that few units mention says more than a
 * common one. Throws `NAME_NOT_FOUND`, and `GRAPH_MISSING` if names have not been extracted yet.
 */
export async function connectNames(
  session: CorpusSession,
  { from, to, limit }: { readonly from: string; readonly to: string; readonly limit: number },
): Promise<Connection> {
  const corrector = createNameCorrector(await correctionsOf(session.store))
  const [one, other] = [
    (await resolveName(session, from, corrector)).name,
    (await resolveName(session, to, corrector)).name,
  ]
  const names = await session.names()
  const paths = await names.whenCurrent(({ graph }) => shortestPaths(graph, [one, other], limit))
  const texts = await unitTexts(session.store, [...new Set(paths.flatMap((path) => unitsOn(path)))])
  const walks = paths.map((path) => stepsOf(path, texts)).filter((steps) => steps.length > 0)
  return { corpus: session.name, from: one, to: other, walks }
}

/** Labels in turn: a name, a unit, a name, and so on. */
type Path = readonly string[]

/** Searches breadth first from `from`, then back from `to`, each time over nodes that no earlier path used. */
function shortestPaths(graph: NameGraph, [from, to]: readonly [string, string], limit: number): Path[] {
  const [start, end] = [graph.nameNode(from), graph.nameNode(to)]
  // A name that occurs only in facts is mentioned by no unit.
  if (start === undefined || end === undefined || start === end) return []
  const steps = stepsFrom(graph, start, end)
  const used = new Set<number>()
  const paths: Path[] = []
  while (paths.length < limit) {
    const path = pathBack(graph, { steps, used, end })
    if (path === null) break
    for (const node of path.slice(1, -1)) used.add(node)
    paths.push(path.map((node) => graph.nameAt(node) ?? graph.unitAt(node) ?? ''))
  }
  return paths
}

/** Returns the number of steps from `start` by node, as far as the distance of `end`. */
function stepsFrom(graph: NameGraph, start: number, end: number): Map<number, number> {
  const steps = new Map([[start, 0]])
  let edge = [start]
  for (let step = 1; step <= MAX_STEPS && edge.length > 0 && !steps.has(end); step++) {
    const next: number[] = []
    for (const node of edge)
      for (const neighbour of adjacentNodes(graph, node)) {
        if (steps.has(neighbour)) continue
        steps.set(neighbour, step)
        next.push(neighbour)
      }
    edge = next
  }
  return steps
}

interface Search {
  readonly steps: ReadonlyMap<number, number>
  readonly used: ReadonlySet<number>
  readonly end: number
}

/** Returns a path from the first node to `end`; null if every path is used. A node that leads nowhere is not tried again. */
function pathBack(graph: NameGraph, { steps, used, end }: Search): number[] | null {
  const dead = new Set(used)
  const path = [end]
  while (path.length > 0) {
    const node = path[0]!
    const step = steps.get(node)
    if (step === 0) return path
    const before =
      step === undefined
        ? undefined
        : rarest(
            graph,
            adjacentNodes(graph, node).filter((one) => steps.get(one) === step - 1 && !dead.has(one)),
          )
    if (before !== undefined) path.unshift(before)
    else dead.add(path.shift()!)
  }
  return null
}

/** Returns the node with the fewest edges; ties are broken by label, since node numbers depend on the corpus's history. */
function rarest(graph: NameGraph, nodes: Uint32Array): number | undefined {
  const { degrees } = graph.view()
  const labelOf = (node: number) => graph.nameAt(node) ?? graph.unitAt(node) ?? ''
  let best: number | undefined
  for (const node of nodes) {
    const difference = best === undefined ? -1 : degrees[node]! - degrees[best]!
    if (difference < 0 || (difference === 0 && best !== undefined && labelOf(node) < labelOf(best)))
      best = node
  }
  return best
}

function unitsOn(path: Path): string[] {
  return path.filter((_, at) => at % 2 === 1)
}

/** Returns the steps of a path; empty if a unit was removed in the meantime. */
function stepsOf(path: Path, texts: ReadonlyMap<string, Unit>): ConnectionStep[] {
  const steps = unitsOn(path).map((id, at) => {
    const unit = texts.get(id)
    return unit === undefined ? null : { from: path[2 * at]!, to: path[2 * at + 2]!, unit }
  })
  return steps.every((step) => step !== null) ? steps : []
}
