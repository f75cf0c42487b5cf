/** The papers of a corpus, each a link to its view, and what can be taken away of all of them. */
/** @import { Corpus, ListedPaper } from './api.js' */
import { get } from './api-client.js'
import { element, errorNotice, noPapers } from './dom.js'
import { fileLink } from './file-link.js'

const LISTED_PAPERS = 30

/** @typedef {{ format: 'csv' | 'bibtex' | 'ris' | 'csl-json', text: string, ending: string }} Download */
/** @type {readonly Download[]} */
const DOWNLOADS = [
  { format: 'csv', text: 'units as CSV', ending: 'csv' },
  { format: 'bibtex', text: 'papers as BibTeX', ending: 'bib' },
  { format: 'ris', text: 'RIS', ending: 'ris' },
  { format: 'csl-json', text: 'CSL-JSON', ending: 'json' },
]
const YES = /** @type {const} */ ('1')

/**
 * The papers of one corpus, or of several: `main,other`.
 * @param {Corpus} corpus
 * @param {AbortSignal} signal
 */
export async function contents({ name, isEmpty }, signal) {
  if (isEmpty) return [noPapers(), commandHint()]
  const parts = name.split(',').map((one) => contentsOf(one, name !== one, signal))
  return (await Promise.all(parts)).flat()
}

/**
 * @param {string} name
 * @param {boolean} isNamed
 * @param {AbortSignal} signal
 */
async function contentsOf(name, isNamed, signal) {
  const first = await papersAfter(undefined, name, signal)
  if (first.papers.length === 0) return [noKeptPapers()]
  const list = element(
    'ol',
    { className: 'contents' },
    ...first.papers.map((paper) => paperItem(paper, name)),
  )
  return [
    element('h2', { className: 'contents-heading' }, isNamed ? `Papers of ${name}` : 'Papers'),
    list,
    ...(first.next === null ? [] : [moreButton(list, first.next, name, signal)]),
    downloads(name),
  ]
}

/**
 * @param {string | undefined} after
 * @param {string} corpus
 * @param {AbortSignal} signal
 */
async function papersAfter(after, corpus, signal) {
  const query = { corpus, state: 'kept', limit: LISTED_PAPERS, ...(after === undefined ? {} : { after }) }
  const { papers, next } = await get('/papers', { query }, { signal })
  return { papers: papers.toSorted((one, other) => one.title.localeCompare(other.title)), next }
}

/**
 * @param {ListedPaper} paper
 * @param {string} corpus
 */
function paperItem({ id, title, year }, corpus) {
  return element(
    'li',
    {},
    element('a', { href: paperAddress(id, corpus) }, title || 'Untitled'),
    element('span', { className: 'leader', 'aria-hidden': 'true' }),
    element('span', { className: 'year' }, year ? String(year) : ''),
  )
}

/**
 * @param {HTMLElement} list
 * @param {string} first
 * @param {string} corpus
 * @param {AbortSignal} signal
 */
function moreButton(list, first, corpus, signal) {
  let after = first
  const button = element('button', { type: 'button', className: 'more' }, 'Show more papers')
  const load = async () => {
    const { papers, next } = await papersAfter(after, corpus, signal)
    list.append(...papers.map((paper) => paperItem(paper, corpus)))
    if (next === null) button.remove()
    else after = next
  }
  button.onclick = () => load().catch((error) => signal.aborted || button.after(errorNotice(error)))
  return button
}

/** @param {string} corpus */
function downloads(corpus) {
  const links = DOWNLOADS.flatMap(({ format, text, ending }, at) => [
    at === 0 ? ' ' : ', ',
    fileLink(
      text,
      '/corpora/{name}/export',
      { path: { name: corpus }, query: { format, ...(format === 'csv' ? { bom: YES } : {}) } },
      { fileName: `${corpus}.${ending}` },
    ),
  ])
  return element('p', { className: 'downloads' }, 'Download', ...links, '.')
}

/**
 * @param {string} id
 * @param {string} [corpus] where it is not the one that is open
 */
export const paperAddress = (id, corpus) =>
  `#/paper?${new URLSearchParams({ id, ...(corpus === undefined ? {} : { corpus }) })}`

function commandHint() {
  const command = element('code', {}, 'npx ingest ./papers')
  return element('p', { className: 'empty' }, 'From the command line: ', command)
}

function noKeptPapers() {
  const gate = element('a', { href: '#/gate' }, 'See the gate’s decisions')
  return element('p', { className: 'empty' }, 'The gate has not kept any paper in this corpus. ', gate, '.')
}
