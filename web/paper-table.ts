/** The table view: a row for each paper, and in each cell what the paper says; a click opens its page with the place marked. */
import type { Answer, Corpus } from './api.d.ts'
import { get } from './api-client.ts'
import { paperAddress } from './contents.ts'
import {
  actionButton,
  byId,
  createShowings,
  element,
  errorNotice,
  headedTable,
  inputById,
  noPapers,
  onSubmit,
  plural,
} from './dom.ts'
import { fileLink } from './file-link.ts'
import { showPlace } from './source-links.ts'

type PaperTable = Answer<'get', '/table'>
type Cell = NonNullable<PaperTable['rows'][number]['cells'][number]>

const nextShowing = createShowings()

export function openPaperTable({ onAsk }: { onAsk: (parameters: Record<string, string>) => void }) {
  onSubmit('table-question', () => {
    const columns = inputById('table-columns').value.trim()
    if (columns !== '') onAsk({ columns })
  })
}

export async function showPaperTable(parameters: URLSearchParams, { name: corpus, isEmpty }: Corpus) {
  const signal = nextShowing()
  const columns = parameters.get('columns') ?? ''
  inputById('table-columns').value = columns
  byId('table-summary').textContent = ''
  byId('table-answer').replaceChildren(...(isEmpty ? [noPapers()] : []))
  if (columns === '' || isEmpty) return
  byId('table-summary').textContent = 'Reading …'
  try {
    const table = await get('/table', { query: { columns, corpus } }, { signal })
    if (signal.aborted) return
    byId('table-summary').textContent = plural(table.rows.length, 'paper')
    byId('table-answer').replaceChildren(tableOf(table), csvLink(columns, corpus))
  } catch (error) {
    if (signal.aborted) return
    byId('table-summary').textContent = ''
    byId('table-answer').replaceChildren(errorNotice(error))
  }
}

function tableOf({ columns, rows, corpus }: PaperTable) {
  const lines = rows.map(({ paper, title, cells }) =>
    element(
      'tr',
      element('th', { scope: 'row' }, element('a', { href: paperAddress(paper) }, title || 'Untitled')),
      ...cells.map((cell, at) =>
        element('td', { 'data-column': columns[at] ?? '' }, cell === null ? null : cellButton(cell, corpus)),
      ),
    ),
  )
  // Wider than a phone, so the keyboard must be able to scroll it.
  return element(
    'div.paper-table',
    { tabIndex: 0, role: 'region', 'aria-label': 'Table of the papers' },
    headedTable('table', ['Paper', ...columns], lines),
  )
}

function cellButton(cell: Cell, corpus: string) {
  const { paper, title, page, span, text, sentence, others } = cell
  const place = [page === null ? '' : `p. ${page}`, others > 0 ? `${others} more` : ''].filter(
    (part) => part !== '',
  )
  const marked = span === null ? null : ([span[0] ?? 0, span[1] ?? 0] as const)
  const open = () => showPlace({ paper, title, page, span: marked, text: sentence }, corpus)
  const note = element('small', place.length === 0 ? '' : ` ${place.join(', ')}`)
  return actionButton('button', open, { title: sentence }, text, note)
}

function csvLink(columns: string, corpus: string) {
  const parts = { query: { columns, corpus, format: 'csv' as const } }
  return element('p', fileLink('Save as CSV', '/table', parts, { fileName: 'papers.csv' }))
}
