/** Shows the printed page of a result: a preview of the part around the sentence, and the whole page on a click. */
import type { PagePlace } from './api.d.ts'
import { get, getBlob } from './api-client.ts'
import { dialogById, element, errorNotice, find, svgElement } from './dom.ts'

const PREVIEW_PIXELS = 1100
const WHOLE_PIXELS = 1600
// Width to height of the preview, the same as in search.css.
const PREVIEW_ASPECT = 16 / 10
const MAX_ZOOM = 1.9
// Share of the preview's width for the sentence. Chosen by eye.
const SENTENCE_SHARE = 0.86

type Span = readonly [start: number, end: number]
/** A sentence of a paper. */
interface Quoted {
  paper: string
  title: string
  sentence: { text: string; span?: Span | null }
}

/** Creates a preview that is loaded when it comes near the window. Null if the source has no pages. */
export function createPagePreview(hit: Quoted & { page: number | null; span: Span | null }, corpus: string) {
  const span = hit.sentence.span ?? hit.span
  if (span === null || hit.page === null) return null
  const preview = element('button.page-preview', {
    'aria-label': labelOf(hit, hit.page),
  })
  onceNearWindow(preview, () => fill(preview, hit, span, corpus).catch(() => preview.remove()))
  return preview
}

/** Calls `draw` once, when the element comes near the window. */
export function onceNearWindow(place: HTMLElement, draw: () => void) {
  const watcher = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      watcher.disconnect()
      draw()
    },
    { rootMargin: '400px' },
  )
  watcher.observe(place)
}

/** Opens the whole page. Returns false if the paper has no image of it. */
export async function openPage(quoted: Quoted & { span: Span }, corpus: string): Promise<boolean> {
  const place = await findPlace(quoted.paper, quoted.span, corpus)
  if (place === null) return false
  await enlarge(quoted, place, corpus)
  return true
}

/** Returns where a span is printed; null if the paper has no image of it. */
async function findPlace(id: string, [start, end]: Span, corpus: string) {
  const { pages } = await get('/papers/{id}/spans', { path: { id }, query: { corpus, start, end } })
  const [place] = pages
  return place === undefined || place.boxes.length === 0 ? null : place
}

async function fill(preview: HTMLButtonElement, hit: Quoted, span: Span, corpus: string) {
  const place = await findPlace(hit.paper, span, corpus)
  if (place === null) return preview.remove()
  const source = await imageUrl(hit.paper, place.page, PREVIEW_PIXELS, corpus)
  const sheet = markedPage(place, source, '')
  moveToSentence(sheet, place)
  preview.append(sheet, element('span.page-number', `p. ${place.page}`))
  preview.ariaLabel = labelOf(hit, place.page)
  preview.onclick = () => enlarge(hit, place, corpus)
  preview.dataset['state'] = 'drawn'
}

/** Returns a label with the page number that the picture shows, for voice control; a sentence may be a page after its unit's beginning. */
function labelOf({ title }: Quoted, page: number) {
  return `Enlarge p. ${page} of “${title}”`
}

/** Shows the page with these places marked. */
export function markedPage(
  { width, height, boxes }: Pick<PagePlace, 'width' | 'height' | 'boxes'>,
  source: string,
  alternative: string,
) {
  const marks = boxes.map(({ left, top, right, bottom }) =>
    svgElement('rect', {
      x: left - 1,
      y: top - 1,
      width: right - left + 2,
      height: bottom - top + 2,
      rx: 1.5,
    }),
  )
  const overlay = svgElement(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, class: 'marks', 'aria-hidden': 'true' },
    ...marks,
  )
  return element('span.sheet', element('img', { src: source, alt: alternative }), overlay)
}

/** Zooms until the sentence fills the preview's width, and centres it as far as the edges of the page allow. */
function moveToSentence(sheet: HTMLElement, { width, height, boxes }: PagePlace) {
  const left = Math.min(...boxes.map((box) => box.left)) / width
  const right = Math.max(...boxes.map((box) => box.right)) / width
  const middle =
    (Math.min(...boxes.map((box) => box.top)) + Math.max(...boxes.map((box) => box.bottom))) / 2 / height
  const zoom = Math.min(MAX_ZOOM, Math.max(1, SENTENCE_SHARE / (right - left)))
  const tall = zoom * (height / width) * PREVIEW_ASPECT
  sheet.style.width = `${zoom * 100}%`
  sheet.style.left = `${clamp(0.5 - ((left + right) / 2) * zoom, 1 - zoom) * 100}%`
  sheet.style.top = `${clamp(0.5 - middle * tall, 1 - tall) * 100}%`
}

/** Limits an offset to the range from `min` to 0. */
function clamp(offset: number, min: number) {
  return Math.min(0, Math.max(min, offset))
}

async function enlarge({ paper, title, sentence }: Quoted, place: PagePlace, corpus: string) {
  const marked = sentence.text ? `this sentence marked: ${sentence.text}` : 'the cited place marked'
  await enlargePage({ id: paper, title }, place, marked, corpus, async (sheet) => {
    const image = find(sheet, 'img')
    if (image instanceof HTMLImageElement) await image.decode()
    find(sheet, 'rect').scrollIntoView({ block: 'center' })
  })
}

/** Shows the whole page in the dialog, and says what is `marked` on it. */
export async function enlargePage(
  { id, title }: { id: string; title: string },
  place: PagePlace,
  marked: string,
  corpus: string,
  onShown: (sheet: HTMLElement) => Promise<void> = async () => {},
) {
  const caption = element('p.caption', element('cite', title), `, page ${place.page}`)
  openPageDialog(caption)
  try {
    const source = await imageUrl(id, place.page, WHOLE_PIXELS, corpus)
    const sheet = markedPage(place, source, `Page ${place.page}, with ${marked}`)
    openPageDialog(caption, sheet)
    await onShown(sheet)
  } catch (error) {
    openPageDialog(caption, errorNotice(error))
  }
}

/** Opens the dialog, or replaces its contents. */
export function openPageDialog(caption: HTMLElement, ...content: HTMLElement[]) {
  const dialog = dialogById('page-dialog')
  const close = element('button.close', { onclick: () => dialog.close() }, 'Close')
  dialog.replaceChildren(element('div.bar', caption, close), ...content)
  dialog.onclick = (event) => event.target === dialog && dialog.close()
  if (!dialog.open) dialog.showModal()
}

/** Returns a blob's address, since that of an image cannot carry an API key. `width`: pixels. `box`: the part of the page to draw. */
export async function imageUrl(
  id: string,
  number: number,
  width: number,
  corpus: string,
  box?: import('./api.d.ts').PageBox,
) {
  const part = box === undefined ? {} : { box: [box.left, box.top, box.right, box.bottom].join(',') }
  const blob = await getBlob('/papers/{id}/pages/{number}/image', {
    path: { id, number },
    query: { width, corpus, ...part },
  })
  return URL.createObjectURL(blob)
}
