/**
 * The part of the graph that lies around a name, or around a question and its hits: small enough to be drawn. Which nodes are shown is
 * decided by where a walk from the middle arrives most; the hits and the ways to them are always among them.
 */
import { GlossError } from '../core/index.ts'
import type { Unit } from '../corpus/index.ts'
import { createMender, createPushRanker, mendsOf, type NameGraph, SUBJECT_WEIGHT } from '../graph/index.ts'
import { communitiesOf } from './graph-communities.ts'
import { knownName } from './graph-desk.ts'
import { nodesBeside } from './graph-neighbours.ts'
import { unitTexts } from './graph-places.ts'
import type { AnswerHit, BackendName, CorpusSession } from './session.ts'

export interface PictureRequest {
  readonly name?: string | undefined
  readonly query?: string | undefined
  /** Hits of a query. */
  readonly k: number
  readonly backend?: BackendName | undefined
  /** Steps from the middle: 1 a name's units, 2 their names, 3 the units of those. */
  readonly depth: number
  /** Nodes at the most; the hits and the ways to them come on top. */
  readonly limit: number
}

export interface PictureNode {
  /** `name:` and the name, or `unit:` and the unit's id. */
  readonly id: string
  readonly type: 'name' | 'unit'
  /** The name, or the beginning of the unit's text. */
  readonly label: string
  readonly community: number
  /** Edges in the whole graph. */
  readonly degree: number
  /** In the middle: the name asked for, or one that the question mentions. */
  readonly isAsked: boolean
  /** Of a hit, from 1. */
  readonly rank?: number
  readonly unit?: {
    readonly paper: string
    readonly title: string
    readonly page: number | null
    readonly text: string
  }
}

export interface PictureEdge {
  readonly source: string
  readonly target: string
  readonly type: 'mention' | 'subject' | 'fact' | 'synonym'
  /** What a fact says of its two names. */
  readonly label?: string
  /** The unit that states the fact. */
  readonly unit?: string
}

/** From a name of the question to a hit, by node ids. */
export interface PicturePath {
  readonly unit: string
  readonly rank: number
  readonly name: string
  readonly asked: string
  readonly share: number
  readonly nodes: readonly string[]
}

export interface GraphPicture {
  readonly corpus: string
  readonly name: string | null
  readonly query: string | null
  readonly backend: BackendName | null
  readonly nodes: readonly PictureNode[]
  readonly edges: readonly PictureEdge[]
  readonly paths: readonly PicturePath[]
  readonly hits: readonly Pick<AnswerHit, 'rank' | 'score' | 'unit' | 'why'>[]
  /** Nodes within reach that are not shown. */
  readonly left: number
}

/** Where a picture begins: what must be shown, and what the rest is near to. */
interface Middle {
  readonly asked: ReadonlySet<string>
  readonly needed: readonly string[]
  readonly hits: readonly AnswerHit[]
  readonly backend: BackendName | null
}

const LABEL_CHARACTERS = 60
export const PICTURE_BACKEND: BackendName = 'walk'

/** Throws `INPUT_INVALID` unless one of name and query is given, `NAME_NOT_FOUND`, and what the backend throws. */
export async function graphPicture(
  session: CorpusSession,
  request: PictureRequest,
  signal?: AbortSignal,
): Promise<GraphPicture> {
  const { name = null, query = null } = request
  if ((name === null) === (query === null))
    throw new GlossError('INPUT_INVALID', 'Give either a name or a query.', { field: 'name' })
  const middle =
    query === null
      ? await aroundName(session, name ?? '')
      : await aroundQuery(session, { ...request, query }, signal)
  const names = await session.names()
  const { shown, left, edges } = await names.whenCurrent(({ graph }) => chosen(graph, middle, request))
  const texts = await unitTexts(session.store, idsOf(shown, 'unit'))
  const facts = await factEdges(session, shown)
  const synonyms = await synonymEdges(session, shown)
  const all = [...edges, ...facts, ...synonyms]
  const communities = communitiesOf(
    [...shown.keys()],
    all.map(({ source, target }) => ({ source, target, weight: 1 })),
  )
  return {
    corpus: session.name,
    name: query === null ? [...middle.asked][0]! : null,
    query,
    backend: middle.backend,
    nodes: await nodesOf(session, { shown, texts, communities, middle }),
    edges: all,
    paths: pathsOf(middle.hits),
    hits: middle.hits.map(({ rank, score, unit, why }) => ({ rank, score, unit, why })),
    left,
  }
}

async function aroundName(session: CorpusSession, asked: string): Promise<Middle> {
  const { name } = await knownName(session, asked, createMender(await mendsOf(session.store)))
  return { asked: new Set([name]), needed: [nameId(name)], hits: [], backend: null }
}

async function aroundQuery(
  session: CorpusSession,
  { query, k, backend = PICTURE_BACKEND }: PictureRequest & { readonly query: string },
  signal?: AbortSignal,
): Promise<Middle> {
  const { hits } = await session.retrieve({ query, k, backend, explain: true }, signal)
  const names = await session.names()
  const linked = await names.whenCurrent(({ graph }) => graph.link(query))
  const asked = new Set(linked.map(({ name }) => name))
  const ways = pathsOf(hits).flatMap(({ nodes }) => nodes)
  const needed = [...asked].map(nameId).concat(
    ways,
    hits.map(({ unit }) => unitId(unit)),
  )
  return { asked, needed: [...new Set(needed)], hits, backend }
}

function pathsOf(hits: readonly AnswerHit[]): PicturePath[] {
  return hits.flatMap(({ unit, rank, why }) =>
    (why.walk?.names ?? []).map(({ name, asked, share, path }) => ({
      unit,
      rank,
      name,
      asked,
      share,
      nodes: path.map((label, step) => (step % 2 === 0 ? nameId(label) : unitId(label))),
    })),
  )
}

/** Node ids with their numbers in the graph; null for a unit that has no names. */
type Shown = ReadonlyMap<string, number | null>

function chosen(graph: NameGraph, { needed }: Middle, { depth, limit }: PictureRequest) {
  const view = graph.view()
  const shown = new Map<string, number | null>()
  for (const id of needed) {
    const node = nodeOf(graph, id)
    if (node !== null || id.startsWith('unit:')) shown.set(id, node)
  }
  const seeds = [...shown.values()].filter((node) => node !== null)
  const reach = within(graph, seeds, depth)
  if (seeds.length > 0) {
    const { scores } = createPushRanker().rank(view, { nodes: seeds, weights: seeds.map(() => 1) })
    const others = [...reach]
      .filter((node) => !seeds.includes(node))
      .sort((a, b) => scores[b]! - scores[a]! || a - b)
    for (const node of others) {
      if (shown.size >= limit) break
      // A node that nothing shown leads to says nothing.
      if (nodesBeside(graph, node).some((beside) => shown.has(idOf(graph, beside))))
        shown.set(idOf(graph, node), node)
    }
  }
  return { shown, left: Math.max(0, reach.size - shown.size), edges: mentionEdges(graph, shown) }
}

function within(graph: NameGraph, from: readonly number[], depth: number): Set<number> {
  const reached = new Set(from)
  let edge = [...from]
  for (let step = 0; step < depth; step++) {
    const next = new Set<number>()
    for (const node of edge)
      for (const beside of nodesBeside(graph, node)) if (!reached.has(beside)) next.add(beside)
    for (const node of next) reached.add(node)
    edge = [...next]
  }
  return reached
}

function mentionEdges(graph: NameGraph, shown: Shown): PictureEdge[] {
  const { starts, degrees, targets, weights } = graph.view()
  const edges: PictureEdge[] = []
  for (const [id, node] of shown) {
    if (node === null || !id.startsWith('name:')) continue
    for (let at = starts[node]!; at < starts[node]! + degrees[node]!; at++) {
      const target = idOf(graph, targets[at]!)
      if (shown.has(target))
        edges.push({ source: id, target, type: weights[at]! >= SUBJECT_WEIGHT ? 'subject' : 'mention' })
    }
  }
  return edges
}

async function factEdges({ store }: CorpusSession, shown: Shown): Promise<PictureEdge[]> {
  const mender = createMender(await mendsOf(store))
  const edges: PictureEdge[] = []
  for (const unit of idsOf(shown, 'unit')) {
    const extraction = await store.extraction(unit)
    for (const { subject, predicate, object } of mender.facts(extraction?.facts ?? [])) {
      const [source, target] = [nameId(subject), nameId(object)]
      if (source !== target && shown.has(source) && shown.has(target))
        edges.push({ source, target, type: 'fact', label: predicate, unit })
    }
  }
  return edges
}

async function synonymEdges({ store, embedder }: CorpusSession, shown: Shown): Promise<PictureEdge[]> {
  const edges: PictureEdge[] = []
  for (const name of idsOf(shown, 'name'))
    for (const { one, other } of await store.synonymsOf(name, embedder.id))
      if (one === name && shown.has(nameId(other)))
        edges.push({ source: nameId(one), target: nameId(other), type: 'synonym' })
  return edges
}

interface Drawing {
  readonly shown: Shown
  readonly texts: ReadonlyMap<string, Unit>
  readonly communities: ReadonlyMap<string, number>
  readonly middle: Middle
}

async function nodesOf(
  session: CorpusSession,
  { shown, texts, communities, middle }: Drawing,
): Promise<PictureNode[]> {
  const names = await session.names()
  const degrees = await names.whenCurrent(({ graph }) => graph.view().degrees)
  const ranks = new Map(middle.hits.map(({ unit, rank }) => [unit, rank]))
  const nodes: PictureNode[] = []
  for (const [id, node] of shown) {
    const common = {
      id,
      community: communities.get(id) ?? 0,
      degree: node === null ? 0 : (degrees[node] ?? 0),
    }
    const own = id.slice(id.indexOf(':') + 1)
    if (id.startsWith('name:')) {
      nodes.push({ ...common, type: 'name', label: own, isAsked: middle.asked.has(own) })
      continue
    }
    const unit = texts.get(own)
    if (unit === undefined) continue
    const rank = ranks.get(own)
    const { paper, page, text } = unit
    const title = (await session.store.paper(paper))?.title ?? ''
    nodes.push({
      ...common,
      type: 'unit',
      label: beginning(text),
      isAsked: false,
      ...(rank === undefined ? {} : { rank }),
      unit: { paper, title, page, text },
    })
  }
  return nodes
}

function beginning(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= LABEL_CHARACTERS ? line : `${line.slice(0, LABEL_CHARACTERS - 1)}…`
}

const nameId = (name: string) => `name:${name}`
const unitId = (unit: string) => `unit:${unit}`

function idOf(graph: NameGraph, node: number): string {
  const name = graph.nameAt(node)
  return name === null ? unitId(graph.unitAt(node) ?? '') : nameId(name)
}

function nodeOf(graph: NameGraph, id: string): number | null {
  const own = id.slice(id.indexOf(':') + 1)
  return (id.startsWith('name:') ? graph.nameNode(own) : graph.unitNode(own)) ?? null
}

function idsOf(shown: Shown, type: 'name' | 'unit'): string[] {
  return [...shown.keys()].flatMap((id) => (id.startsWith(`${type}:`) ? [id.slice(type.length + 1)] : []))
}
