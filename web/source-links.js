/** Links from injected units to the printed pages that they come from. */
/** @import { Evidence } from './api.js' */
import { get } from './api-client.js'
import { element, errorNotice } from './dom.js'
import { openPage, openPageDialog } from './page-image.js'

/**
 * The papers of these units; each unit is a button that opens its page with the sentence marked.
 * @param {readonly Evidence[]} units
 * @param {string} corpus
 */
export function createSourceLinks(units, corpus) {
  const byPaper = Map.groupBy(units, ({ paper }) => paper)
  const papers = [...byPaper.values()].map((unitsOfPaper) => {
    const title = unitsOfPaper[0]?.title || 'Untitled'
    return element(
      'span',
      { className: 'source' },
      element('cite', { title }, title),
      ...unitsOfPaper.map((unit) => unitButton(unit, corpus)),
    )
  })
  return element('span', { className: 'sources' }, ...papers)
}

/**
 * @param {Evidence} unit
 * @param {string} corpus
 */
function unitButton({ unit, title, page, locator }, corpus) {
  const known = locator === 'N/A' ? '' : locator
  const place = known || (page === null ? 'text' : `p. ${page}`)
  const label = `Show ${place} of ${title || 'an untitled paper'}`
  const button = element('button', { type: 'button', 'aria-label': label }, place)
  button.onclick = async () => {
    button.disabled = true
    try {
      await showUnit(unit, title, corpus)
    } catch (error) {
      showInDialog(title, errorNotice(error))
    }
    button.disabled = false
  }
  return button
}

/**
 * The page of the unit; its text alone where the paper has no pages.
 * @param {string} id
 * @param {string} title
 * @param {string} corpus
 */
async function showUnit(id, title, corpus) {
  const { paper, text, page, start, end } = await get('/units/{id}', { path: { id }, query: { corpus } })
  const span = start !== null && end !== null ? /** @type {const} */ ([start, end]) : null
  await showPlace({ paper, title, page, span, text }, corpus)
}

/**
 * The page with this place marked; the text alone where the paper has no pages.
 * @param {{ paper: string, title: string, page: number | null, span: readonly [number, number] | null, text: string }} place
 * @param {string} corpus
 */
export async function showPlace({ paper, title, page, span, text }, corpus) {
  if (page !== null && span !== null && (await openPage({ paper, title, span, sentence: { text } }, corpus)))
    return
  showInDialog(title, element('blockquote', { className: 'statement' }, element('mark', {}, text)))
}

/**
 * @param {string} title
 * @param {HTMLElement} content
 */
function showInDialog(title, content) {
  const caption = element('p', { className: 'caption' }, element('cite', {}, title || 'Untitled'))
  openPageDialog(caption, content)
}
