/** Shows the pages of a paper as pictures, with all of its units marked. */
import type { Paper } from './api.d.ts'
import { get } from './api-client.ts'
import { element, errorNotice, plural } from './dom.ts'
import { enlargePage, imageUrl, markedPage, onceNearWindow } from './page-image.ts'

const SMALL_PIXELS = 700

/** Creates the list. A page is loaded when it comes near the window. */
export function pageList(paper: Paper, corpus: string) {
  const items = Array.from({ length: paper.pages }, (_, at) => {
    const item = element('li.paper-page')
    onceNearWindow(item, () =>
      drawPage(item, paper, at + 1, corpus).catch((error) => item.append(errorNotice(error))),
    )
    return item
  })
  return element(
    'section',
    { 'aria-label': 'Pages' },
    element('h2.contents-heading', plural(paper.pages, 'page')),
    element('ol.paper-pages', ...items),
  )
}

async function drawPage(item: HTMLElement, { id, title }: Paper, number: number, corpus: string) {
  const path = { id, number }
  const { width, height, units } = await get('/papers/{id}/pages/{number}/units', { path, query: { corpus } })
  const place = { page: number, width, height, boxes: units.flatMap(({ boxes }) => boxes) }
  const label = `Enlarge p. ${number}`
  const button = element(
    'button',
    { 'aria-label': label },
    markedPage(place, await imageUrl(id, number, SMALL_PIXELS, corpus), ''),
    element('span.page-number', `p. ${number}`),
  )
  button.onclick = () => enlargePage({ id, title }, place, `${plural(units.length, 'unit')} marked`, corpus)
  item.append(button)
  item.dataset['state'] = 'drawn'
}
