/** The printed page of a result: a preview of the part around the sentence, and the whole page on a click. */
/** @import { PagePlace } from './api.js' */
import { get, getBlob } from './api-client.js'
import { dialogById, element, errorNotice, find, svgElement } from './dom.js'

const PREVIEW_PIXELS = 1100
const WHOLE_PIXELS = 1600
// Width to height of the preview; search.css has the same.
const PREVIEW_ASPECT = 16 / 10
const MAX_ZOOM = 1.9
// Share of the preview's width that the sentence takes. Chosen by eye.
const SENTENCE_SHARE = 0.86

/** @typedef {readonly [start: number, end: number]} Span */
/**
 * @typedef {object} Quoted a sentence of a paper
 * @property {string} paper
 * @property {string} title
 * @property {{ text: string, span?: Span | null }} sentence
 */

/**
 * Nothing is fetched before the preview comes near the window. Null where the source has no pages.
 * @param {Quoted & { page: number | null, span: Span | null }} hit
 * @param {string} corpus
 */
export function createPagePreview(hit, corpus) {
  const span = hit.sentence.span ?? hit.span
  if (span === null || hit.page === null) return null
  const preview = element('button', {
    className: 'page-preview',
    type: 'button',
    'aria-label': labelOf(hit, hit.page),
  })
  whenNear(preview, () => fill(preview, hit, span, corpus).catch(() => preview.remove()))
  return preview
}

/**
 * Calls back once, when the element comes near the window.
 * @param {HTMLElement} place
 * @param {() => void} draw
 */
export function whenNear(place, draw) {
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

/**
 * Opens the whole page.
 * @param {Quoted & { span: Span }} quoted
 * @param {string} corpus
 * @returns {Promise<boolean>} false where the paper has no image of it
 */
export async function openPage(quoted, corpus) {
  const place = await findPlace(quoted.paper, quoted.span, corpus)
  if (place === null) return false
  await enlarge(quoted, place, corpus)
  return true
}

/**
 * Where a span is printed; null where the paper has no image of it.
 * @param {string} id
 * @param {Span} span
 * @param {string} corpus
 */
async function findPlace(id, [start, end], corpus) {
  const { pages } = await get('/papers/{id}/spans', { path: { id }, query: { corpus, start, end } })
  const [place] = pages
  return place === undefined || place.boxes.length === 0 ? null : place
}

/**
 * @param {HTMLButtonElement} preview
 * @param {Quoted} hit
 * @param {Span} span
 * @param {string} corpus
 */
async function fill(preview, hit, span, corpus) {
  const place = await findPlace(hit.paper, span, corpus)
  if (place === null) return preview.remove()
  const source = await imageUrl(hit.paper, place.page, PREVIEW_PIXELS, corpus)
  const sheet = markedPage(place, source, '')
  moveToSentence(sheet, place)
  preview.append(sheet, element('span', { className: 'page-number' }, `p. ${place.page}`))
  preview.ariaLabel = labelOf(hit, place.page)
  preview.onclick = () => enlarge(hit, place, corpus)
  preview.dataset['state'] = 'drawn'
}

/**
 * The number as it stands on the picture, for those who say what they see; a sentence may be a page later than its unit begins.
 * @param {Quoted} quoted
 * @param {number} page
 */
function labelOf({ title }, page) {
  return `Enlarge p. ${page} of “${title}”`
}

/**
 * The page with these places marked.
 * @param {Pick<PagePlace, 'width' | 'height' | 'boxes'>} place
 * @param {string} source
 * @param {string} alternative
 */
export function markedPage({ width, height, boxes }, source, alternative) {
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
  return element('span', { className: 'sheet' }, element('img', { src: source, alt: alternative }), overlay)
}

/**
 * Zooms until the sentence fills the preview's width, and centres it as far as the page's edges allow.
 * @param {HTMLElement} sheet
 * @param {PagePlace} place
 */
function moveToSentence(sheet, { width, height, boxes }) {
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

/**
 * To the range from `min` to 0.
 * @param {number} offset
 * @param {number} min
 */
function clamp(offset, min) {
  return Math.min(0, Math.max(min, offset))
}

/**
 * @param {Quoted} quoted
 * @param {PagePlace} place
 * @param {string} corpus
 */
async function enlarge({ paper, title, sentence }, place, corpus) {
  const caption = element('p', { className: 'caption' }, element('cite', {}, title), `, page ${place.page}`)
  openPageDialog(caption)
  try {
    const source = await imageUrl(paper, place.page, WHOLE_PIXELS, corpus)
    const sheet = markedPage(
      place,
      source,
      `Page ${place.page}, with ${sentence.text ? `this sentence marked: ${sentence.text}` : 'the cited place marked'}`,
    )
    openPageDialog(caption, sheet)
    const image = find(sheet, 'img')
    if (image instanceof HTMLImageElement) await image.decode()
    find(sheet, 'rect').scrollIntoView({ block: 'center' })
  } catch (error) {
    openPageDialog(caption, errorNotice(error))
  }
}

/**
 * Opens the dialog, or replaces what it shows.
 * @param {HTMLElement} caption
 * @param {...HTMLElement} content
 */
export function openPageDialog(caption, ...content) {
  const dialog = dialogById('page-dialog')
  const close = element(
    'button',
    { type: 'button', className: 'close', onclick: () => dialog.close() },
    'Close',
  )
  dialog.replaceChildren(element('div', { className: 'bar' }, caption, close), ...content)
  dialog.onclick = (event) => event.target === dialog && dialog.close()
  if (!dialog.open) dialog.showModal()
}

/**
 * As a blob, because the address of an image cannot carry an API key.
 * @param {string} id
 * @param {number} number
 * @param {number} width pixels
 * @param {string} corpus
 * @param {import('./api.js').PageBox} [box] the part of the page that is drawn
 */
export async function imageUrl(id, number, width, corpus, box) {
  const part = box === undefined ? {} : { box: [box.left, box.top, box.right, box.bottom].join(',') }
  const blob = await getBlob('/papers/{id}/pages/{number}/image', {
    path: { id, number },
    query: { width, corpus, ...part },
  })
  return URL.createObjectURL(blob)
}
