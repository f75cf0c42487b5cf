/** The pages of a paper as pictures, with all of its units marked. */
import type { Paper } from './api.d.ts'
import { get } from './api-client.ts'
import { element, errorNotice, plural } from './dom.ts'
import { imageUrl, markedPage, openPageDialog, whenNear } from './page-image.ts'

const SMALL_PIXELS = 700
const WHOLE_PIXELS = 1600

/** Nothing is fetched before a page comes near the window. */
export function pageList(paper: Paper, corpus: string) {
  const items = Array.from({ length: paper.pages }, (_, at) => {
    const item = element('li.paper-page')
    whenNear(item, () =>
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
  const place = { width, height, boxes: units.flatMap(({ boxes }) => boxes) }
  const label = `Enlarge p. ${number}`
  const button = element(
    'button',
    { 'aria-label': label },
    markedPage(place, await imageUrl(id, number, SMALL_PIXELS, corpus), ''),
    element('span.page-number', `p. ${number}`),
  )
  button.onclick = async () => {
    const caption = element('p.caption', element('cite', title), `, page ${number}`)
    openPageDialog(caption)
    try {
      const source = await imageUrl(id, number, WHOLE_PIXELS, corpus)
      openPageDialog(
        caption,
        markedPage(place, source, `Page ${number}, with ${plural(units.length, 'unit')} marked`),
      )
    } catch (error) {
      openPageDialog(caption, errorNotice(error))
    }
  }
  item.append(button)
  item.dataset['state'] = 'drawn'
}
