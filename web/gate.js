/** What the topic filter decided, drawn and listed, with a reader's word over it. */
import { byId, element, failure, plural } from './dom.js'
import { get, post } from './service.js'

/** `onChange` is told when a paper came in or went out. */
export async function showGate(place) {
  if (!place.isThere) return byId('decisions').replaceChildren(nothingYet())
  try {
    const overview = await get('gate', { corpus: place.corpus })
    byId('decisions').replaceChildren(...drawn(overview, place))
  } catch (error) {
    byId('decisions').replaceChildren(failure(error))
  }
}

function drawn({ rows, topic, svg }, place) {
  if (rows.length === 0) return [nothingYet()]
  const kept = rows.filter(({ state }) => state === 'kept').length
  const said = `Topic ${topic}: ${plural(kept, 'paper')} kept, ${rows.length - kept} dropped. Your word goes over the gate’s.`
  const decide = async (row, decision, button) => {
    button.disabled = true
    try {
      await post(`gate/${row.paper}`, { corpus: place.corpus, decision })
      await showGate(place)
      byId(`paper-${row.paper}`)?.querySelector('button')?.focus()
      place.onChange()
    } catch (error) {
      button.disabled = false
      button.closest('td').append(failure(error))
    }
  }
  return [
    element('p', { className: 'lead' }, said),
    element('figure', { className: 'histogram' }, document.importNode(parsedSvg(svg), true)),
    element(
      'table',
      {},
      element('caption', { className: 'unseen' }, 'Papers, lowest score first'),
      element('thead', {}, element('tr', {}, ...['Paper', 'Score', 'State', 'Your word'].map(heading))),
      element('tbody', {}, ...rows.map((row) => tableRow(row, decide))),
    ),
  ]
}

function nothingYet() {
  const add = element('a', { href: '#/add' }, 'Add some')
  return element('p', { className: 'empty' }, 'The gate has judged no paper yet. ', add, '.')
}

function parsedSvg(text) {
  return new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
}

function heading(text) {
  return element('th', { scope: 'col' }, text)
}

function tableRow(row, decide) {
  const { paper, title, state, score, overruled, nearest, explanation } = row
  const isKept = state === 'kept'
  const decision = isKept ? 'drop' : 'keep'
  const act = element('button', { type: 'button' }, overruled ? 'Undo' : isKept ? 'Drop' : 'Keep')
  act.setAttribute('aria-label', `${act.textContent}: ${title}`)
  act.onclick = () => decide(row, overruled ? null : decision, act)
  const details = element(
    'details',
    {},
    element('summary', {}, nearest[0] ? `nearest to ${nearest[0].keyword}` : 'why'),
    ...explanation.map((sentence) => element('p', {}, sentence)),
  )
  return element(
    'tr',
    { id: `paper-${paper}`, className: isKept ? 'kept' : 'dropped' },
    element('td', {}, element('span', { className: 'paper-title' }, title || 'Untitled'), details),
    element('td', { className: 'figure' }, score.toFixed(2).replace('-', '−')),
    element(
      'td',
      { className: 'state' },
      overruled ? `${isKept ? 'kept' : 'dropped'} by hand` : stateName(state),
    ),
    element('td', {}, act),
  )
}

export function stateName(state) {
  const [kind, reason = ''] = state.split(':')
  return reason === '' ? kind : `${kind}: ${reason.replaceAll('_', ' ')}`
}
