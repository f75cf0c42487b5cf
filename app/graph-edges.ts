/** The edges between nodes that are shown: mentions from the graph, facts and synonyms from the corpus. */
import { type Mender, type NameGraph, SUBJECT_WEIGHT } from '../graph/index.ts'
import { idOf, isNameId, nameId, type ShownNodes, shownNames, shownUnits } from './graph-node-ids.ts'
import type { CorpusSession } from './session.ts'

export interface PictureEdge {
  readonly source: string
  readonly target: string
  readonly type: 'mention' | 'subject' | 'fact' | 'synonym'
  /** What a fact says of its two names. */
  readonly label?: string
  /** The unit that states the fact. */
  readonly unit?: string
}

export function mentionEdges(graph: NameGraph, shown: ShownNodes): PictureEdge[] {
  const { starts, degrees, targets, weights } = graph.view()
  const edges: PictureEdge[] = []
  for (const [id, node] of shown) {
    if (node === null || !isNameId(id)) continue
    for (let at = starts[node]!; at < starts[node]! + degrees[node]!; at++) {
      const target = idOf(graph, targets[at]!)
      const type = weights[at]! >= SUBJECT_WEIGHT ? 'subject' : 'mention'
      if (shown.has(target)) edges.push({ source: id, target, type })
    }
  }
  return edges
}

export async function factEdges(
  { store }: CorpusSession,
  shown: ShownNodes,
  mender: Mender,
): Promise<PictureEdge[]> {
  const edges: PictureEdge[] = []
  for (const unit of shownUnits(shown)) {
    const extraction = await store.extraction(unit)
    for (const { subject, predicate, object } of mender.facts(extraction?.facts ?? [])) {
      const [source, target] = [nameId(subject), nameId(object)]
      if (source !== target && shown.has(source) && shown.has(target))
        edges.push({ source, target, type: 'fact', label: predicate, unit })
    }
  }
  return edges
}

export async function synonymEdges(
  { store, embedder }: CorpusSession,
  shown: ShownNodes,
): Promise<PictureEdge[]> {
  const edges: PictureEdge[] = []
  for (const name of shownNames(shown))
    for (const { one, other } of await store.synonymsOf(name, embedder.id))
      if (one === name && shown.has(nameId(other)))
        edges.push({ source: nameId(one), target: nameId(other), type: 'synonym' })
  return edges
}
