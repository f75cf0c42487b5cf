/** Shows the units of a paper in the order of its text: the paper's words, letter by letter, and how Gloss reads them. */
import type { Paper, Unit } from './api.d.ts'
import { get } from './api-client.ts'
import { actionButton, element, placeLine, plural } from './dom.ts'
import { readingNote } from './reading-note.ts'
import { showPlace } from './source-links.ts'

const UNITS_AT_ONCE = 50

export async function unitList(paper: Paper, corpus: string, signal: AbortSignal) {
  const list = element('ol.units')
  let after = ''
  const load = async () => {
    const query = { corpus, paper: paper.id, kind: 'unit' as const, limit: UNITS_AT_ONCE }
    const place = after === '' ? query : { ...query, after }
    const { units, next } = await get('/units', { query: place }, { signal })
    list.append(...units.map((unit) => unitItem(unit, paper, corpus)))
    after = next ?? ''
    more.hidden = next === null
  }
  const more = actionButton('button.more', load, 'Show more units')
  await load()
  return element(
    'section',
    { 'aria-label': 'Units' },
    element('h2.contents-heading', plural(paper.units, 'unit')),
    list,
    more,
  )
}

function unitItem(unit: Unit, paper: Paper, corpus: string) {
  const { text, reading, locator, topic } = unit
  const notes = placeLine(topic, locator)
  return element(
    'li',
    element('blockquote', text),
    readingNote(reading),
    element('p.locator', notes, notes === '' ? '' : ' ', pageButton(unit, paper, corpus)),
  )
}

function pageButton({ page, start, end, text, locator }: Unit, { id, title }: Paper, corpus: string) {
  if (page === null || start === null || end === null) return null
  const open = () => showPlace({ paper: id, title, page, span: [start, end], text }, corpus)
  const label = `Show on the page: ${locator}`
  return actionButton('button.more', open, { 'aria-label': label }, 'Show on the page')
}
