/** Shows the data of the drawing as lists, for keyboards and screen readers: the paths to each result, and all nodes by kind. */
import type { GraphAnswer } from './api.d.ts'
import { barOf, element, plural } from './dom.ts'
import { NAME_KINDS } from './graph-colours.ts'

/** Minimum share of the score that is shown: a smaller one would be 0%. */
export const MIN_SHARE = 0.005
const MAX_PATHS_PER_HIT = 4

interface Listeners {
  onSelect: (id: string) => void
  /** Called with the nodes under the pointer or focus, and with null when it leaves. */
  onPoint: (ids: readonly string[] | null) => void
}
type NodesById = ReadonlyMap<string, GraphAnswer['nodes'][number]>

export function pathList({ hits, paths, nodes }: GraphAnswer, { onSelect, onPoint }: Listeners) {
  if (hits.length === 0) return null
  const nodesById = new Map(nodes.map((node) => [node.id, node]))
  const items = hits.map((hit) => {
    const id = `unit:${hit.unit}`
    const ownPaths = paths.filter(({ unit, share }) => unit === hit.unit && share >= MIN_SHARE)
    const node = nodesById.get(id)
    const button = element('button.plain', node?.label ?? hit.unit)
    button.onclick = () => onSelect(id)
    const item = element(
      'li',
      element('span.rank', { 'aria-hidden': 'true' }, String(hit.rank)),
      element(
        'div',
        button,
        node?.unit?.title ? element('p.locator', node.unit.title) : null,
        ...ownPaths.slice(0, MAX_PATHS_PER_HIT).map((path) => pathLine(path, nodesById)),
        scoreLine(hit.why),
      ),
    )
    return withPointing(item, [...ownPaths.flatMap((path) => path.nodes), id], onPoint)
  })
  return element(
    'section.paths',
    { 'aria-labelledby': 'paths-heading' },
    element('h2', { id: 'paths-heading' }, 'Paths to each result'),
    element('ol', ...items),
  )
}

function pathLine({ share, nodes, name, asked }: GraphAnswer['paths'][number], nodesById: NodesById) {
  const steps = nodes.slice(1, -1).map((id) => {
    const node = nodesById.get(id)
    return element('span', { className: node?.type === 'unit' ? 'by-unit' : 'by-name' }, node?.label ?? id)
  })
  const start = asked === name ? name : `${asked} = ${name}`
  return element(
    'p.path-line',
    barOf(share),
    element('span.figure', `${Math.round(share * 100)}%`),
    element('span.by-name', start),
    ...steps.flatMap((step) => [' → ', step]),
    nodes.length === 0 ? ' → … → this result' : ' → this result',
  )
}

function scoreLine({ walk, words, cosine }: GraphAnswer['hits'][number]['why']) {
  const prior = walk?.prior ?? 0
  const parts = [
    ...(prior >= MIN_SHARE ? [`${Math.round(prior * 100)}% from units similar to the question`] : []),
    ...(words === undefined ? [] : [`BM25 ${words.toFixed(1)}`]),
    ...(cosine === undefined ? [] : [`cosine ${cosine.toFixed(2)}`]),
  ]
  return parts.length === 0 ? null : element('p.path-line.help', parts.join(' · '))
}

const HEADINGS: Readonly<Record<string, string>> = {
  disease: 'Diseases',
  species: 'Species',
  gene: 'Genes and proteins',
  chemical: 'Chemicals',
  quantity: 'Quantities',
  other: 'Other names',
  unit: 'Units',
}

export function kindHeading(kind: string) {
  return HEADINGS[kind] ?? kind
}

/** Returns the list of all nodes: names by kind, then the units. */
export function nodeList({ nodes }: GraphAnswer, { onSelect, onPoint }: Listeners) {
  const byKind = Map.groupBy(nodes, ({ kind = 'unit' }) => kind)
  const groups = [...NAME_KINDS, 'unit'].flatMap((kind) => {
    const members = (byKind.get(kind as 'other') ?? []).toSorted((a, b) => b.degree - a.degree)
    if (members.length === 0) return []
    const items = members.map((node) => {
      const text = node.type === 'unit' && node.rank ? `${node.rank}. ${node.label}` : node.label
      const button = element('button', { className: `plain ${node.type}` }, text)
      button.onclick = () => onSelect(node.id)
      return withPointing(element('li', button), [node.id], onPoint)
    })
    const group = element('div.of-kind', element('h3', kindHeading(kind)), element('ul', ...items))
    group.dataset['kind'] = kind
    return [group]
  })
  return element(
    'details.node-list',
    element('summary', `All ${plural(nodes.length, 'node')} by kind`),
    element('div.kinds', ...groups),
  )
}

function withPointing(item: HTMLLIElement, ids: readonly string[], onPoint: Listeners['onPoint']) {
  for (const type of ['mouseenter', 'focusin']) item.addEventListener(type, () => onPoint(ids))
  for (const type of ['mouseleave', 'focusout']) item.addEventListener(type, () => onPoint(null))
  return item
}
