/** The gate view: the topic gate's scores and decisions, which a person can override. */
import type { Answer, Corpus, GateRow, ListedPaper } from './api.d.ts'
import { get, post } from './api-client.ts'
import { byId, element, errorNotice, headedTable, noPapers, plural } from './dom.ts'
import { removeButton } from './remove-paper.ts'

const FAILED_SHOWN = 100

type Decide = (row: GateRow, decision: 'keep' | 'drop' | null, button: HTMLButtonElement) => Promise<void>

/** Shows the view. `onChange` is called when a decision has changed the corpus. */
export async function showGate(corpus: Corpus, onChange: () => void) {
  if (corpus.isEmpty) return byId('decisions').replaceChildren(noPapers())
  try {
    const query = { corpus: corpus.name }
    const [overview, failed] = await Promise.all([
      get('/gate', { query }),
      get('/papers', { query: { ...query, state: 'failed', limit: FAILED_SHOWN } }),
    ])
    const removed = () => {
      void showGate(corpus, onChange)
      onChange()
    }
    byId('decisions').replaceChildren(
      ...failedNodes(failed.papers, (paper) => removeButton(paper, corpus.name, removed)),
      ...overviewNodes(overview, createDecide(corpus, onChange)),
    )
  } catch (error) {
    byId('decisions').replaceChildren(errorNotice(error))
  }
}

function createDecide(corpus: Corpus, onChange: () => void): Decide {
  return async ({ paper }, decision, button) => {
    button.disabled = true
    try {
      await post('/gate/{paper}', { path: { paper }, body: { corpus: corpus.name, decision } })
      await showGate(corpus, onChange)
      document.getElementById(`paper-${paper}`)?.querySelector('button')?.focus()
      onChange()
    } catch (error) {
      button.disabled = false
      button.closest('td')?.append(errorNotice(error))
    }
  }
}

/** Shows files that could not be read, why, and what to do. */
function failedNodes(
  papers: readonly ListedPaper[],
  buttonOf: (paper: { id: string; title: string }) => HTMLElement,
) {
  if (papers.length === 0) return []
  const rows = papers.map(({ id, path, title, state, detail }) => {
    const name = title || path.split(/[/\\]/).at(-1) || 'Untitled'
    const said = element('details', element('summary', stateLabel(state)), element('p', detail))
    return element(
      'tr.dropped',
      element('td', element('span.paper-title', name), said),
      element('td', buttonOf({ id, title: name })),
    )
  })
  return [
    element('h2.contents-heading', 'Could not be read'),
    headedTable('table', ['Paper', 'Your decision'], rows),
    element('h2.contents-heading', 'What the gate decided'),
  ]
}

function overviewNodes({ rows, topic, svg }: Answer<'get', '/gate'>, decide: Decide) {
  if (rows.length === 0) return [element('p.empty', 'The gate has not evaluated any papers yet.')]
  const kept = rows.filter(({ state }) => state === 'kept').length
  const lead = `Topic ${topic}: ${plural(kept, 'paper')} kept, ${rows.length - kept} dropped. Your decisions override the gate.`
  return [
    element('p.lead', lead),
    element('p', { 'data-lacks': 'admin' }, 'Overriding needs a key with the right “admin”.'),
    element('figure.histogram', document.importNode(parseSvg(svg), true)),
    headedTable(
      'table',
      ['Paper', 'Score', 'State', 'Your decision'],
      rows.map((row) => tableRow(row, decide)),
      element('caption.visually-hidden', 'Papers by score, close calls first'),
    ),
  ]
}

function parseSvg(text: string) {
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  // The plotting library labels its groups "dot" and "rule", which tells a reader nothing; the drawing has a label already.
  for (const group of svg.querySelectorAll('g[aria-label]')) group.removeAttribute('aria-label')
  return svg
}

function tableRow(row: GateRow, decide: Decide) {
  const { paper, title, state, score, overruled, isClose, nearest, explanation } = row
  const isKept = state === 'kept'
  const opposite = isKept ? 'drop' : 'keep'
  const label = overruled ? 'Undo' : isKept ? 'Drop' : 'Keep'
  const button = element('button', { 'aria-label': `${label}: ${title}`, 'data-right': 'admin' }, label)
  button.onclick = () => decide(row, overruled ? null : opposite, button)
  const details = element(
    'details',
    element('summary', nearest[0] ? `closest keyword: ${nearest[0].keyword}` : 'reason'),
    ...explanation.map((sentence) => element('p', sentence)),
  )
  return element(
    'tr',
    { id: `paper-${paper}`, className: isKept ? 'kept' : 'dropped' },
    element('td', element('span.paper-title', title || 'Untitled'), details),
    element('td.figure', score.toFixed(2).replace('-', '−')),
    element(
      'td.state',
      overruled
        ? `${isKept ? 'kept' : 'dropped'} by you`
        : `${stateLabel(state)}${isClose ? ' (close call)' : ''}`,
    ),
    element('td', button),
  )
}

/** Returns `dropped: off topic` for `dropped:off_topic`. */
export function stateLabel(state: string) {
  const [kind = '', reason = ''] = state.split(':')
  return reason === '' ? kind : `${kind}: ${reason.replaceAll('_', ' ')}`
}
