/** Shows details of the selected node: a unit with its text and names, or a name with its facts, quotations and co-occurring names. */
import type { GraphAnswer, GraphNode, NameDetails } from './api.d.ts'
import { get } from './api-client.ts'
import { element, errorNotice, plural } from './dom.ts'

const MAX_OCCURRENCES = 3
const MAX_NEIGHBOURS = 12
const MAX_FACTS = 6
const CONTEXT_CHARACTERS = 90

/** `onSelect` is called with the id of another node. */
type Options = { corpus: string; onSelect: (id: string) => void }

export async function nodeDetails(
  node: GraphNode,
  answer: GraphAnswer,
  options: Options,
): Promise<HTMLElement[]> {
  try {
    return node.type === 'unit'
      ? unitDetails(node, answer, options)
      : await nameDetails(node, answer, options)
  } catch (error) {
    return [errorNotice(error)]
  }
}

function unitDetails(
  { id, unit, rank, label }: GraphNode,
  { edges, nodes, paths }: GraphAnswer,
  { onSelect }: Options,
) {
  const mentions = edges.filter(({ target, type }) => target === id && ['mention', 'subject'].includes(type))
  const sources = new Set(mentions.map(({ source }) => source))
  const names = nodes.filter((node) => sources.has(node.id))
  const shares = paths
    .filter((path) => `unit:${path.unit}` === id)
    .map(({ name, share }) => `${name} ${Math.round(share * 100)}%`)
  const places = [rank ? `result ${rank}` : '', unit?.page ? `p. ${unit.page}` : '']
  return [
    element('h2', { tabIndex: -1 }, unit?.title || 'Untitled'),
    element('p.locator', places.filter(Boolean).join(' · ')),
    element('blockquote', unit?.text || label),
    ...(shares.length === 0 ? [] : [element('p.help', `Found via ${shares.join(', ')}`)]),
    element('h3', 'Names in this unit'),
    buttons(
      names.map((node) => ({ id: node.id, text: node.label })),
      onSelect,
    ),
  ]
}

async function nameDetails(
  { label }: GraphNode,
  { nodes, name }: GraphAnswer,
  { corpus, onSelect }: Options,
) {
  const details = await get('/entities/{name}', { path: { name: label }, query: { corpus } })
  const drawn = new Set(nodes.map(({ id }) => id))
  const neighbours = details.neighbours
    .slice(0, MAX_NEIGHBOURS)
    .map((neighbour) => ({ id: `name:${neighbour.name}`, text: neighbour.name, count: neighbour.units }))
  return [
    element('h2', { tabIndex: -1 }, details.name),
    element('p.locator', countsLine(details)),
    spellings(details),
    ...factList(details),
    element('h3', 'Occurrences'),
    ...details.places.slice(0, MAX_OCCURRENCES).flatMap(occurrence),
    element('h3', 'Co-occurring names'),
    buttons(neighbours, (id) =>
      drawn.has(id) ? onSelect(id) : location.assign(graphAddress(id.slice('name:'.length))),
    ),
    ...(name === details.name
      ? []
      : [
          element('p', element('a', { href: graphAddress(details.name) }, 'Draw the graph around this name')),
        ]),
  ]
}

function graphAddress(name: string) {
  return `#/graph?${new URLSearchParams({ name })}`
}

function countsLine({ mentions, units, papers }: NameDetails) {
  return `${plural(mentions, 'mention')} in ${plural(units, 'unit')} of ${plural(papers, 'paper')}`
}

function spellings({ kinds, surfaces, aliases, synonyms }: NameDetails) {
  const rows = [
    { term: 'detected as', values: kinds.map(({ kind, mentions }) => `${kind} ${mentions}`) },
    { term: 'spellings', values: surfaces.map(({ text, mentions }) => `${text} ${mentions}`) },
    { term: 'aliases', values: aliases.map(({ alias, mentions }) => `${alias} ${mentions}`) },
    { term: 'synonyms', values: synonyms.map(({ name, cosine }) => `${name} ${cosine.toFixed(2)}`) },
  ]
  const filled = rows.filter(({ values }) => values.length > 0)
  return element(
    'dl.terms-list',
    ...filled.flatMap(({ term, values }) => [element('dt', term), element('dd', values.join(' · '))]),
  )
}

function factList({ facts }: NameDetails) {
  if (facts.length === 0) return []
  const items = facts
    .slice(0, MAX_FACTS)
    .map(({ text, subject, predicate, object }) =>
      element('li', { title: text }, `${subject} — ${predicate} — ${object}`),
    )
  return [element('h3', 'Facts'), element('ul.facts', ...items)]
}

/** Shows the text around the first mention, with all mentions marked. */
function occurrence({ text, marks, title, page }: NameDetails['places'][number]) {
  const quote = element('blockquote')
  const [start, end] = marks[0] ?? [0, 0]
  const last = Math.min(text.length, end + 2 * CONTEXT_CHARACTERS)
  let at = Math.max(0, start - CONTEXT_CHARACTERS)
  if (at > 0) quote.append('… ')
  for (const [from, to] of marks) {
    if (from < at || to > last) continue
    quote.append(text.slice(at, from), element('mark', text.slice(from, to)))
    at = to
  }
  quote.append(text.slice(at, last), last < text.length ? ' …' : '')
  return [quote, element('p.locator', [title, page ? `p. ${page}` : ''].filter(Boolean).join(', '))]
}

function buttons(
  items: readonly { id: string; text: string; count?: number }[],
  onSelect: (id: string) => void,
) {
  return element(
    'p.chips',
    ...items.map(({ id, text, count }) => {
      const note = count === undefined ? null : element('span.year', ` ${count}`)
      const button = element('button', text, note)
      button.onclick = () => onSelect(id)
      return button
    }),
  )
}
