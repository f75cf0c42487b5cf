/** Shows the tables, figures and formulas of a paper as printed, and tables also as rows. */
import type { Paper, PaperFigure } from './api.d.ts'
import { get } from './api-client.ts'
import { actionButton, element, errorNotice, loadedBox, plural } from './dom.ts'
import { fileLink } from './file-link.ts'
import { imageUrl, onceNearWindow, openPage } from './page-image.ts'

const WIDTH_PIXELS = 900
/** Margin around the drawn part, so that no line of its frame is cut. */
const MARGIN_POINTS = 3

/** Creates a box that loads the figures when it is opened. */
export function figureBox(paper: Paper, corpus: string, signal: AbortSignal) {
  return loadedBox('details.paper-figures', 'Tables, figures and formulas', signal, async () => {
    const asked = { path: { id: paper.id }, query: { corpus } }
    const { figures } = await get('/papers/{id}/figures', asked, { signal })
    if (figures.length === 0) return [element('p', 'None were found on its pages.')]
    return figures.map((figure, at) => figureItem(figure, at, paper, corpus))
  })
}

/** Shows a figure. `at`: its index among those of the paper. */
function figureItem(figure: PaperFigure, at: number, paper: Paper, corpus: string) {
  const { kind, number, caption, page, box, rows, notes, mentions } = figure
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${number}`.trim()
  const image = element('img', { alt: `${name}, as printed` })
  const part = {
    left: Math.max(0, box.left - MARGIN_POINTS),
    top: Math.max(0, box.top - MARGIN_POINTS),
    right: box.right + MARGIN_POINTS,
    bottom: box.bottom + MARGIN_POINTS,
  }
  const item = element(
    'figure',
    image,
    element('figcaption', caption || name, element('small', ` p. ${page}`)),
    notes === '' ? null : element('p.help', notes),
    rows.length === 0 ? null : cells(figure, at, paper.id, corpus),
    mentions.length === 0 ? null : mentionList(mentions, paper, corpus),
  )
  onceNearWindow(item, () =>
    imageUrl(paper.id, page, WIDTH_PIXELS, corpus, part)
      .then((source) => Reflect.set(image, 'src', source))
      .catch((error) => image.replaceWith(errorNotice(error))),
  )
  return item
}

function cells({ rows, header }: PaperFigure, at: number, id: string, corpus: string) {
  const lines = rows.map((row, line) =>
    element('tr', ...row.map((text) => element(line < header ? 'th' : 'td', {}, text))),
  )
  const csv = { path: { id }, query: { corpus, at, format: 'csv' as const } }
  return element(
    'details',
    element('summary', `As ${plural(rows.length, 'row')}`),
    element('div.paper-table', { tabIndex: 0 }, element('table', ...lines)),
    element('p', fileLink('Save as CSV', '/papers/{id}/figures', csv, { fileName: 'table.csv' })),
  )
}

function mentionList(mentions: PaperFigure['mentions'], { id, title }: Paper, corpus: string) {
  const items = mentions.map(({ text, start, end }) => {
    const open = () => openPage({ paper: id, title, sentence: { text }, span: [start, end] }, corpus)
    return element('li', actionButton('button.more', open, text))
  })
  return element(
    'details',
    element('summary', `Mentioned in ${plural(mentions.length, 'sentence')}`),
    element('ul', ...items),
  )
}
