/** The view of one paper: what it says of itself, how to cite it, its units in order, and its pages with the units marked. */
/** @import { Corpus, Paper } from './api.js' */
import { get } from './api-client.js'
import { citeBox } from './cite-paper.js'
import { byId, element, errorNotice, find } from './dom.js'
import { editBox } from './edit-paper.js'
import { fileLink } from './file-link.js'
import { stateLabel } from './gate.js'
import { openPage } from './page-image.js'
import { figureBox } from './paper-figures.js'
import { pageList } from './paper-pages.js'
import { referenceBox } from './paper-references.js'
import { unitList } from './paper-units.js'
import { removeButton } from './remove-paper.js'

// The service calls a title, author list or year doubtful below this confidence.
const DOUBTFUL_BELOW = 0.8

let pending = new AbortController()

/**
 * @param {URLSearchParams} parameters
 * @param {Corpus} open
 */
export async function showPaper(parameters, open) {
  const { name: corpus } = open
  pending.abort()
  pending = new AbortController()
  const { signal } = pending
  const place = byId('paper-view')
  place.replaceChildren(element('h1', { className: 'visually-hidden' }, 'Paper'))
  try {
    const id = parameters.get('id') ?? ''
    const paper = await get('/papers/{id}', { path: { id }, query: { corpus } }, { signal })
    const units = await unitList(paper, corpus, signal)
    if (signal.aborted) return
    document.title = `${paper.title || 'Untitled'} · Gloss`
    if (paper.format === 'pdf') units.append(figureBox(paper, corpus, signal))
    units.append(referenceBox(paper.id, corpus, signal))
    const pages = paper.format === 'pdf' ? [pageList(paper, corpus)] : []
    place.replaceChildren(
      ...head(paper, corpus, () => showPaper(parameters, open)),
      element('div', { className: 'paper-parts' }, units, ...pages),
    )
    await openNamedPlace(parameters, paper, corpus)
  } catch (error) {
    if (!signal.aborted) place.append(errorNotice(error))
  }
}

/**
 * A citation's address names a place of the paper too: `start` and `end`, in its text.
 * @param {URLSearchParams} parameters
 * @param {Paper} paper
 * @param {string} corpus
 */
async function openNamedPlace(parameters, { id, title }, corpus) {
  const [start, end] = ['start', 'end'].map((name) => Number(parameters.get(name) ?? Number.NaN))
  if (start === undefined || end === undefined || !(end > start)) return
  await openPage({ paper: id, title, sentence: { text: '' }, span: [start, end] }, corpus)
}

/**
 * @param {Paper} paper
 * @param {string} corpus
 * @param {() => void} onChange
 */
function head(paper, corpus, onChange) {
  const { id, title, authors, abstract, confidence, state, format } = paper
  const pdf = { path: { id }, query: { corpus } }
  return [
    element('h1', { className: 'paper-heading' }, title || 'Untitled', doubt(confidence.title, 'title')),
    ...(authors.length === 0
      ? []
      : [
          element(
            'p',
            { className: 'authors' },
            authors.join(authors.some((name) => name.includes(',')) ? '; ' : ', '),
            doubt(confidence.authors, 'authors'),
          ),
        ]),
    publicationLine(paper),
    correctedLine(paper),
    ...(state === 'kept' ? [] : [stateLine(state)]),
    element(
      'div',
      { className: 'paper-actions' },
      format === 'pdf' ? fileLink('Open the PDF', '/papers/{id}/file', pdf) : null,
      citeBox(paper, corpus),
      editBox(paper, corpus, onChange),
      removeButton(paper, corpus, () => {
        location.hash = '#/search'
      }),
      format === 'pdf' ? pagesButton() : null,
    ),
    ...(abstract === ''
      ? []
      : [
          element('h2', { className: 'contents-heading' }, 'Abstract'),
          element('p', { className: 'abstract' }, abstract),
        ]),
  ]
}

/** For windows in which the pages come below all units. */
function pagesButton() {
  const button = element('button', { type: 'button', className: 'more to-pages' }, 'Go to the pages')
  button.onclick = () => find(byId('paper-view'), '.paper-pages').scrollIntoView()
  return button
}

/**
 * A word behind what was read without certainty.
 * @param {number} confidence 0 to 1
 * @param {string} what
 */
function doubt(confidence, what) {
  if (confidence >= DOUBTFUL_BELOW) return null
  const why = `Gloss is not sure that it read the ${what} right (${Math.round(confidence * 100)}%). Compare it with the PDF.`
  return element('small', { className: 'doubtful', title: why }, ' uncertain')
}

/** @param {Paper} paper */
function publicationLine({ publication, year, doi, confidence, path }) {
  const { journal, volume, issue, pages } = publication
  const number = `${volume ?? ''}${issue === null ? '' : `(${issue})`}`
  const place = [journal, number].filter(Boolean).join(' ')
  const parts = [place, pages === null ? '' : `pp. ${pages}`].filter(Boolean)
  /** @type {(string | HTMLElement | null)[][]} */
  const items = [
    parts.length === 0 ? [] : [parts.join(', ')],
    year === null ? [] : [String(year), doubt(confidence.year, 'year')],
    doi === null ? [] : [doiLink(doi)],
    path === '' ? [] : [element('span', { className: 'file-name' }, fileName(path))],
  ]
  const shown = items.filter((item) => item.length > 0)
  return element(
    'p',
    { className: 'locator' },
    ...shown.flatMap((item, at) => (at === 0 ? item : [' · ', ...item])),
  )
}

/** @param {Paper} paper */
function correctedLine({ corrected }) {
  const fields = Object.entries(corrected).map(([field, { at }]) => `${field} (${at.slice(0, 10)})`)
  return element(
    'p',
    { className: 'locator', hidden: fields.length === 0 },
    `Corrected by hand: ${fields.join(', ')}`,
  )
}

/** @param {string} doi */
function doiLink(doi) {
  const href = `https://doi.org/${doi.split('/').map(encodeURIComponent).join('/')}`
  return element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, `doi:${doi}`)
}

/**
 * Without what an upload is stored behind.
 * @param {string} path
 */
function fileName(path) {
  return (path.split(/[\\/]/).at(-1) ?? '').replace(/^[0-9a-f]{16}-/, '')
}

/** @param {string} state */
function stateLine(state) {
  const gate = element('a', { href: '#/gate' }, 'See the gate’s decisions')
  return element(
    'p',
    { className: 'caution' },
    `This paper is not searched (${stateLabel(state)}). `,
    gate,
    '.',
  )
}
