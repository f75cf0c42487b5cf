/** The drawing told in words: the ways to each hit, and all names and units by community. For reading, keyboards and ears. */
import { element, plural } from './dom.js'

// A name with less of the score has not brought the hit here: its share is shown as 0 %.
export const LEAST_SHARE = 0.005
const MOST_WAYS_A_HIT = 4

/** `onPoint` is told the nodes that the reader's pointer or focus is on, `null` when it leaves. */
export function waysList(picture, { onSelect, onPoint }) {
  const { hits, paths, nodes } = picture
  if (hits.length === 0) return null
  const labels = new Map(nodes.map((node) => [node.id, node]))
  const items = hits.map((hit) => {
    const own = paths.filter(({ unit, share }) => unit === hit.unit && share >= LEAST_SHARE)
    const node = labels.get(`unit:${hit.unit}`)
    const choose = element('button', { type: 'button', className: 'plain' }, node?.label ?? hit.unit)
    choose.onclick = () => onSelect(`unit:${hit.unit}`)
    const item = element(
      'li',
      {},
      element('span', { className: 'rank', 'aria-hidden': 'true' }, String(hit.rank)),
      element(
        'div',
        {},
        choose,
        node?.unit?.title ? element('p', { className: 'locator' }, node.unit.title) : null,
        ...own.slice(0, MOST_WAYS_A_HIT).map((path) => way(path, labels)),
        prior(hit),
      ),
    )
    const all = [...own.flatMap((path) => path.nodes), `unit:${hit.unit}`]
    return pointing(item, all, onPoint)
  })
  return element(
    'section',
    { className: 'ways', 'aria-labelledby': 'ways-heading' },
    element('h2', { id: 'ways-heading' }, 'How each hit is reached'),
    element('ol', {}, ...items),
  )
}

function way({ share, nodes, name, asked }, labels) {
  const steps = nodes.slice(1, -1).map((id) => {
    const node = labels.get(id)
    return element('span', { className: node?.type === 'unit' ? 'by-unit' : 'by-name' }, node?.label ?? id)
  })
  const from = asked === name ? name : `${asked} = ${name}`
  const bar = element('span', { className: 'bar', 'aria-hidden': 'true' })
  bar.style.setProperty('--share', share)
  return element(
    'p',
    { className: 'way-line' },
    bar,
    element('span', { className: 'figure' }, `${Math.round(share * 100)} %`),
    element('span', { className: 'by-name' }, from),
    ...steps.flatMap((step) => [' → ', step]),
    nodes.length === 0 ? ' … from afar' : ' → here',
  )
}

function prior({ why }) {
  const parts = [
    ...(why.walk?.prior >= LEAST_SHARE
      ? [`${Math.round(why.walk.prior * 100)} % from units like the question`]
      : []),
    ...(why.words === undefined ? [] : [`words ${why.words.toFixed(1)}`]),
    ...(why.cosine === undefined ? [] : [`meaning ${why.cosine.toFixed(2)}`]),
  ]
  return parts.length === 0 ? null : element('p', { className: 'way-line help' }, parts.join(' · '))
}

/** All nodes, community by community. */
export function nodeRoll({ nodes }, { onSelect, onPoint }) {
  const groups = Map.groupBy(nodes, ({ community }) => community)
  const numbers = [...groups.keys()].sort((a, b) => a - b)
  const shown = numbers.map((community) => {
    const members = groups.get(community).toSorted((a, b) => b.degree - a.degree)
    const items = members.map((node) => {
      const text = node.type === 'unit' && node.rank ? `${node.rank}. ${node.label}` : node.label
      const button = element('button', { type: 'button', className: `plain ${node.type}` }, text)
      button.onclick = () => onSelect(node.id)
      return pointing(element('li', {}, button), [node.id], onPoint)
    })
    const names = members.filter(({ type }) => type === 'name')
    const heading = element('h3', {}, names[0]?.label ?? 'units alone')
    const group = element('div', { className: 'community' }, heading, element('ul', {}, ...items))
    group.dataset.community = String(community % 8)
    return group
  })
  return element(
    'details',
    { className: 'roll' },
    element('summary', {}, `All ${plural(nodes.length, 'name and unit', 'names and units')}, by community`),
    element('div', { className: 'communities' }, ...shown),
  )
}

function pointing(item, ids, onPoint) {
  for (const type of ['mouseenter', 'focusin']) item.addEventListener(type, () => onPoint(ids))
  for (const type of ['mouseleave', 'focusout']) item.addEventListener(type, () => onPoint(null))
  return item
}
