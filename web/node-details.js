/** What is known of the node that a reader chose: a unit with its text and names, or a name as `gloss graph show` has it. */
import { element, failure, plural } from './dom.js'
import { get } from './service.js'

const PLACES_SHOWN = 3
const NEIGHBOURS_SHOWN = 12
const FACTS_SHOWN = 6
const AROUND_CHARACTERS = 90

/** `onSelect` is told the id of a node that the reader goes on to. */
export async function nodeDetails(node, picture, options) {
  try {
    return node.type === 'unit'
      ? unitDetails(node, picture, options)
      : await nameDetails(node, picture, options)
  } catch (error) {
    return [failure(error)]
  }
}

function unitDetails({ id, unit, rank, label }, { edges, nodes, paths }, { onSelect }) {
  const beside = edges.filter(({ target, type }) => target === id && ['mention', 'subject'].includes(type))
  const names = beside.map(({ source }) => nodes.find((node) => node.id === source)).filter(Boolean)
  const ways = paths.filter((path) => `unit:${path.unit}` === id)
  return [
    element('h2', { tabIndex: -1 }, unit.title || 'Untitled'),
    element(
      'p',
      { className: 'locator' },
      [rank ? `hit ${rank}` : '', unit.page ? `p. ${unit.page}` : ''].filter(Boolean).join(' · '),
    ),
    element('blockquote', {}, unit.text || label),
    ...(ways.length === 0
      ? []
      : [
          element(
            'p',
            { className: 'help' },
            `Here by ${ways.map(({ name, share }) => `${name} ${Math.round(share * 100)} %`).join(', ')}`,
          ),
        ]),
    element('h3', {}, 'Names in it'),
    buttons(
      names.map((node) => ({ id: node.id, text: node.label })),
      onSelect,
    ),
  ]
}

async function nameDetails({ label }, { nodes, name }, { corpus, onSelect }) {
  const sheet = await get(`entities/${encodeURIComponent(label)}`, { corpus })
  const drawn = new Set(nodes.map(({ id }) => id))
  const counts = (list, key) => list.map((item) => `${item[key]} ${item.mentions}`).join(' · ')
  const around = element(
    'a',
    { href: `#/graph?${new URLSearchParams({ name: sheet.name })}` },
    'Draw the graph around it',
  )
  return [
    element('h2', { tabIndex: -1 }, sheet.name),
    element(
      'p',
      { className: 'locator' },
      `${plural(sheet.mentions, 'mention')} in ${plural(sheet.units, 'unit')} of ${plural(sheet.papers, 'paper')}`,
    ),
    terms([
      ['found as', counts(sheet.kinds, 'kind')],
      ['written', counts(sheet.surfaces, 'text')],
      ['aliases', counts(sheet.aliases, 'alias')],
      [
        'synonyms',
        sheet.synonyms.map((synonym) => `${synonym.name} ${synonym.cosine.toFixed(2)}`).join(' · '),
      ],
    ]),
    ...(sheet.facts.length === 0
      ? []
      : [
          element('h3', {}, 'Said of it'),
          element(
            'ul',
            { className: 'facts' },
            ...sheet.facts
              .slice(0, FACTS_SHOWN)
              .map((fact) =>
                element('li', { title: fact.text }, `${fact.subject} — ${fact.predicate} — ${fact.object}`),
              ),
          ),
        ]),
    element('h3', {}, 'Where'),
    ...sheet.places.slice(0, PLACES_SHOWN).flatMap(placeQuote),
    element('h3', {}, 'Met in the same units'),
    buttons(
      sheet.neighbours
        .slice(0, NEIGHBOURS_SHOWN)
        .map((near) => ({ id: `name:${near.name}`, text: near.name, note: String(near.units) })),
      (id) =>
        drawn.has(id)
          ? onSelect(id)
          : location.assign(`#/graph?${new URLSearchParams({ name: id.slice(5) })}`),
    ),
    ...(name === sheet.name ? [] : [element('p', {}, around)]),
  ]
}

function terms(pairs) {
  const rows = pairs
    .filter(([, text]) => text !== '')
    .flatMap(([term, text]) => [element('dt', {}, term), element('dd', {}, text)])
  return element('dl', { className: 'terms-list' }, ...rows)
}

function placeQuote({ text, marks, title, page }) {
  const quote = element('blockquote', {})
  const first = marks[0]?.[0] ?? 0
  const last = Math.min(text.length, (marks[0]?.[1] ?? 0) + 2 * AROUND_CHARACTERS)
  let at = Math.max(0, first - AROUND_CHARACTERS)
  if (at > 0) quote.append('… ')
  for (const [start, end] of marks) {
    if (start < at || end > last) continue
    quote.append(text.slice(at, start), element('mark', {}, text.slice(start, end)))
    at = end
  }
  quote.append(text.slice(at, last), last < text.length ? ' …' : '')
  return [
    quote,
    element('p', { className: 'locator' }, [title, page ? `p. ${page}` : ''].filter(Boolean).join(', ')),
  ]
}

function buttons(items, onSelect) {
  return element(
    'p',
    { className: 'chips' },
    ...items.map(({ id, text, note }) => {
      const button = element(
        'button',
        { type: 'button' },
        text,
        note ? element('span', { className: 'year' }, ` ${note}`) : null,
      )
      button.onclick = () => onSelect(id)
      return button
    }),
  )
}
