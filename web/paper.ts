/** The view of one paper: its own description, how to cite it, its units in order, and its pages with the units marked. */
import type { Corpus, Paper } from './api.d.ts'
import { get } from './api-client.ts'
import { citeBox } from './cite-paper.ts'
import { byId, createShowings, element, errorNotice, find } from './dom.ts'
import { editBox } from './edit-paper.ts'
import { fileLink } from './file-link.ts'
import { stateLabel } from './gate.ts'
import { openPage } from './page-image.ts'
import { figureBox } from './paper-figures.ts'
import { pageList } from './paper-pages.ts'
import { referenceBox } from './paper-references.ts'
import { unitList } from './paper-units.ts'
import { removeButton } from './remove-paper.ts'

// The service calls a title, author list or year doubtful below this confidence.
const DOUBTFUL_BELOW = 0.8

const nextShowing = createShowings()

export async function showPaper(parameters: URLSearchParams, open: Corpus) {
  const { name: corpus } = open
  const signal = nextShowing()
  const place = byId('paper-view')
  place.replaceChildren(element('h1.visually-hidden', 'Paper'))
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
      ...head(paper, corpus, () => void showPaper(parameters, open)),
      element('div.paper-parts', units, ...pages),
    )
    await openNamedPlace(parameters, paper, corpus)
  } catch (error) {
    if (!signal.aborted) place.append(errorNotice(error))
  }
}

/** Opens the place of the paper that a citation's address names: `start` and `end`, offsets in its text. */
async function openNamedPlace(parameters: URLSearchParams, { id, title }: Paper, corpus: string) {
  const [start, end] = ['start', 'end'].map((name) => Number(parameters.get(name) ?? Number.NaN))
  if (start === undefined || end === undefined || !(end > start)) return
  await openPage({ paper: id, title, sentence: { text: '' }, span: [start, end] }, corpus)
}

function head(paper: Paper, corpus: string, onChange: () => void) {
  const { id, title, authors, abstract, confidence, state, format } = paper
  const pdf = { path: { id }, query: { corpus } }
  return [
    element('h1.paper-heading', title || 'Untitled', doubt(confidence.title, 'title')),
    ...(authors.length === 0
      ? []
      : [
          element(
            'p.authors',
            authors.join(authors.some((name) => name.includes(',')) ? '; ' : ', '),
            doubt(confidence.authors, 'authors'),
          ),
        ]),
    publicationLine(paper),
    correctedLine(paper),
    ...(state === 'kept' ? [] : [stateLine(state)]),
    element(
      'div.paper-actions',
      format === 'pdf' ? fileLink('Open the PDF', '/papers/{id}/file', pdf) : null,
      citeBox(paper, corpus),
      editBox(paper, corpus, onChange),
      removeButton(paper, corpus, () => {
        location.hash = '#/search'
      }),
      format === 'pdf' ? pagesButton() : null,
    ),
    ...(abstract === '' ? [] : [element('h2.contents-heading', 'Abstract'), element('p.abstract', abstract)]),
  ]
}

/** Creates a button for windows in which the pages are below all units. */
function pagesButton() {
  const button = element('button.more.to-pages', 'Go to the pages')
  button.onclick = () => find(byId('paper-view'), '.paper-pages').scrollIntoView()
  return button
}

/** Returns a word after uncertain metadata. `confidence`: 0 to 1. */
function doubt(confidence: number, what: string) {
  if (confidence >= DOUBTFUL_BELOW) return null
  const why = `Gloss is not sure that it read the ${what} right (${Math.round(confidence * 100)}%). Compare it with the PDF.`
  return element('small.doubtful', { title: why }, ' uncertain')
}

function publicationLine({ publication, year, doi, confidence, path }: Paper) {
  const { journal, volume, issue, pages } = publication
  const number = `${volume ?? ''}${issue === null ? '' : `(${issue})`}`
  const place = [journal, number].filter(Boolean).join(' ')
  const parts = [place, pages === null ? '' : `pp. ${pages}`].filter(Boolean)
  const items: (string | HTMLElement | null)[][] = [
    parts.length === 0 ? [] : [parts.join(', ')],
    year === null ? [] : [String(year), doubt(confidence.year, 'year')],
    doi === null ? [] : [doiLink(doi)],
    path === '' ? [] : [element('span.file-name', fileName(path))],
  ]
  const shown = items.filter((item) => item.length > 0)
  return element('p.locator', ...shown.flatMap((item, at) => (at === 0 ? item : [' · ', ...item])))
}

function correctedLine({ corrected }: Paper) {
  const fields = Object.entries(corrected).map(([field, { at }]) => `${field} (${at.slice(0, 10)})`)
  return element('p.locator', { hidden: fields.length === 0 }, `Corrected by hand: ${fields.join(', ')}`)
}

function doiLink(doi: string) {
  const href = `https://doi.org/${doi.split('/').map(encodeURIComponent).join('/')}`
  return element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, `doi:${doi}`)
}

/** Returns the name of a file without the prefix under which an upload is stored. */
function fileName(path: string) {
  return (path.split(/[\\/]/).at(-1) ?? '').replace(/^[0-9a-f]{16}-/, '')
}

function stateLine(state: string) {
  const gate = element('a', { href: '#/gate' }, 'See the gate’s decisions')
  return element('p.caution', `This paper is not searched (${stateLabel(state)}). `, gate, '.')
}
