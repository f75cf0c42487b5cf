/**
 * Returns the part of the graph around a name, or around a question and its hits, small enough to be drawn. It shows the nodes that a
 * walk from the centre reaches most, and always the hits and the paths to them.
 */
import { invalidInput } from '../../core/index.ts'
import type { Unit } from '../../corpus/index.ts'
import { communitiesOf } from '../../graph/adapters/louvain-communities.ts'
import {
  correctionsOf,
  createNameCorrector,
  isNameId,
  isUnitId,
  nameId,
  shownUnits,
  unitId,
  withoutPrefix,
} from '../../graph/index.ts'
import {
  edgesOnPaths,
  factEdges,
  kindOfName,
  resolveName,
  selectNodes,
  statedFacts,
  synonymEdges,
  synonymsOf,
  unitTexts,
} from '../../graph/view/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { BackendName } from '../wiring/retrieval-backends.ts'
import type { AnswerHit } from '../wiring/retrieve-shapes.ts'
import type { Subgraph } from './subgraph-shape.ts'

export interface SubgraphRequest {
  readonly name?: string | undefined
  readonly query?: string | undefined
  /** Number of hits of a query. */
  readonly k: number
  readonly backend?: BackendName | undefined
  /** Steps from the centre: 1 a name's units, 2 their names, 3 the units of those. */
  readonly depth: number
  /** Maximum number of nodes, besides the hits and the paths to them. */
  readonly limit: number
}

type SubgraphNode = Subgraph['nodes'][number]
type SubgraphPath = Subgraph['paths'][number]

/** The centre of a picture: what must be shown, and what the other nodes are near to. */
interface Middle {
  readonly asked: ReadonlySet<string>
  readonly needed: readonly string[]
  readonly hits: readonly AnswerHit[]
  readonly backend: BackendName | null
}

const LABEL_CHARACTERS = 60
// Chosen, not measured: the other places show where the name occurs.
const SHARE_OF_FACTS = 0.4
export const SUBGRAPH_BACKEND: BackendName = 'walk'

/** Throws `INPUT_INVALID` unless exactly one of name and query is given, `NAME_NOT_FOUND`, and the backend's errors. */
export async function subgraph(
  session: CorpusSession,
  request: SubgraphRequest,
  signal?: AbortSignal,
): Promise<Subgraph> {
  const { name = null, query = null } = request
  if ((name === null) === (query === null)) throw invalidInput('name', 'Give either a name or a query.')
  const middle =
    query === null
      ? await aroundName(session, request)
      : await aroundQuery(session, { ...request, query }, signal)
  const names = await session.names()
  const { shown, degrees, edges, left } = await names.whenCurrent(({ graph }) =>
    selectNodes(graph, middle.needed, request),
  )
  const texts = await unitTexts(session.store, shownUnits(shown))
  const corrector = createNameCorrector(await correctionsOf(session.store))
  const stated = await factEdges(session, shown, corrector)
  const drawn = [...edges, ...stated, ...(await synonymEdges(session, shown))]
  const paths = pathsOf(middle.hits)
  const all = [...drawn, ...(await edgesOnPaths(session, paths, drawn, corrector))]
  const communities = communitiesOf(
    [...shown.keys()],
    all.map(({ source, target }) => ({ source, target, weight: 1 })),
  )
  const nodes = await nodesOf(session, { degrees, texts, communities, middle })
  // A unit may have been removed in the meantime.
  const isThere = new Set(nodes.map(({ id }) => id))
  return {
    corpus: session.name,
    name: query === null ? [...middle.asked][0]! : null,
    query,
    backend: middle.backend,
    nodes,
    edges: all.filter(({ source, target }) => isThere.has(source) && isThere.has(target)),
    paths,
    hits: middle.hits.map(({ rank, score, unit, why }) => ({ rank, score, unit, why })),
    left,
  }
}

/** Returns the name with the facts about it and its synonyms, up to a share of the nodes. */
async function aroundName(
  session: CorpusSession,
  { name: asked = '', limit }: SubgraphRequest,
): Promise<Middle> {
  const corrector = createNameCorrector(await correctionsOf(session.store))
  const { name } = await resolveName(session, asked, corrector)
  const places = Math.ceil(limit * SHARE_OF_FACTS)
  const needed = [nameId(name)]
  for (const { subject, object, unit } of await statedFacts(session, name, corrector, places))
    needed.push(unitId(unit), nameId(subject === name ? object : subject))
  for (const synonym of await synonymsOf(session, name)) needed.push(nameId(synonym.name))
  return {
    asked: new Set([name]),
    needed: [...new Set(needed)].slice(0, places + 1),
    hits: [],
    backend: null,
  }
}

async function aroundQuery(
  session: CorpusSession,
  { query, k, backend = SUBGRAPH_BACKEND }: SubgraphRequest & { readonly query: string },
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

function pathsOf(hits: readonly AnswerHit[]): SubgraphPath[] {
  return hits.flatMap(({ unit, rank, why }) =>
    (why.walk?.names ?? []).map(({ name, asked, share, path }) => ({
      unit,
      rank,
      name,
      asked,
      share,
      nodes: path.map((label) => (isUnitId(label) ? unitId(label) : nameId(label))),
    })),
  )
}

interface Drawing {
  readonly degrees: ReadonlyMap<string, number>
  readonly texts: ReadonlyMap<string, Unit>
  readonly communities: ReadonlyMap<string, number>
  readonly middle: Middle
}

async function nodesOf(
  session: CorpusSession,
  { degrees, texts, communities, middle }: Drawing,
): Promise<SubgraphNode[]> {
  const ranks = new Map(middle.hits.map(({ unit, rank }) => [unit, rank]))
  const nodes: SubgraphNode[] = []
  for (const [id, degree] of degrees) {
    const common = { id, community: communities.get(id) ?? 0, degree }
    const own = withoutPrefix(id)
    if (isNameId(id)) {
      const kind = (await kindOfName(session.store, own)) ?? 'other'
      nodes.push({ ...common, type: 'name', label: own, kind, isAsked: middle.asked.has(own) })
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
