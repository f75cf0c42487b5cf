/** Links injected units to the printed pages that they are from. */
import type { Evidence } from './api.d.ts'
import { get } from './api-client.ts'
import { element, errorNotice } from './dom.ts'
import { openPage, openPageDialog } from './page-image.ts'

/** Returns the papers of these units, with a button for each unit that opens its page with the sentence marked. */
export function createSourceLinks(units: readonly Evidence[], corpus: string) {
  const byPaper = Map.groupBy(units, ({ paper }) => paper)
  const papers = [...byPaper.values()].map((unitsOfPaper) => {
    const title = unitsOfPaper[0]?.title || 'Untitled'
    return element(
      'span.source',
      element('cite', { title }, title),
      ...unitsOfPaper.map((unit) => unitButton(unit, corpus)),
    )
  })
  return element('span.sources', ...papers)
}

function unitButton({ unit, title, page, locator }: Evidence, corpus: string) {
  const known = locator === 'N/A' ? '' : locator
  const place = known || (page === null ? 'text' : `p. ${page}`)
  const label = `Show ${place} of ${title || 'an untitled paper'}`
  const button = element('button', { 'aria-label': label }, place)
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

/** Shows the page of the unit, or only its text if the paper has no pages. */
async function showUnit(id: string, title: string, corpus: string) {
  const { paper, text, page, start, end } = await get('/units/{id}', { path: { id }, query: { corpus } })
  const span = start !== null && end !== null ? ([start, end] as const) : null
  await showPlace({ paper, title, page, span, text }, corpus)
}

/** Shows the page with this place marked, or only the text if the paper has no pages. */
export async function showPlace(
  {
    paper,
    title,
    page,
    span,
    text,
  }: {
    paper: string
    title: string
    page: number | null
    span: readonly [number, number] | null
    text: string
  },
  corpus: string,
) {
  if (page !== null && span !== null && (await openPage({ paper, title, span, sentence: { text } }, corpus)))
    return
  showInDialog(title, element('blockquote.statement', element('mark', text)))
}

function showInDialog(title: string, content: HTMLElement) {
  const caption = element('p.caption', element('cite', title || 'Untitled'))
  openPageDialog(caption, content)
}
