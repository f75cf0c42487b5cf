/** A paper as an entry for a reference manager, to copy or to save. */
/** @import { Paper } from './api.js' */
import { getBlob } from './api-client.js'
import { element, errorNotice } from './dom.js'
import { saveText } from './file-link.js'

/** @typedef {'bibtex' | 'ris' | 'csl-json'} Format */
/** @type {Readonly<Record<Format, { label: string, ending: string }>>} */
const FORMATS = {
  bibtex: { label: 'BibTeX', ending: 'bib' },
  ris: { label: 'RIS', ending: 'ris' },
  'csl-json': { label: 'CSL-JSON', ending: 'json' },
}
const MOST_NAME_CHARACTERS = 60

/**
 * @param {Paper} paper
 * @param {string} corpus
 */
export function citeBox(paper, corpus) {
  const entry = element('pre', { className: 'entry', tabIndex: 0, 'aria-label': 'Entry' })
  const copied = element('span', { role: 'status' })
  /** @type {Format} */
  let shown = 'bibtex'
  /** @param {Format} format */
  const show = async (format) => {
    shown = format
    copied.textContent = ''
    for (const [name, button] of buttons) button.setAttribute('aria-pressed', String(name === format))
    try {
      const parts = { path: { id: paper.id }, query: { corpus, format } }
      entry.textContent = await (await getBlob('/papers/{id}/citation', parts)).text()
    } catch (error) {
      entry.replaceChildren(errorNotice(error))
    }
  }
  const buttons = formats().map((format) => {
    const button = element('button', { type: 'button', 'aria-pressed': 'false' }, FORMATS[format].label)
    button.onclick = () => show(format)
    return /** @type {const} */ ([format, button])
  })
  const copy = element('button', { type: 'button' }, 'Copy')
  copy.onclick = async () => {
    copied.textContent = await copyText(entry).then(
      () => 'Copied.',
      () => 'The browser does not allow copying; the entry is selected.',
    )
  }
  const save = element('button', { type: 'button' }, 'Save as a file')
  save.onclick = () => saveText(entry.textContent, `${fileTitle(paper)}.${FORMATS[shown].ending}`)
  const box = element(
    'details',
    { className: 'cite' },
    element('summary', {}, 'Cite this paper'),
    element('p', { className: 'row' }, ...buttons.map(([, button]) => button)),
    entry,
    element('p', { className: 'row' }, copy, save, copied),
  )
  box.ontoggle = () => box.open && entry.textContent === '' && show(shown)
  return box
}

function formats() {
  return /** @type {Format[]} */ (Object.keys(FORMATS))
}

/**
 * Selects the text where the clipboard is closed, as it is to pages without TLS.
 * @param {HTMLElement} entry
 */
async function copyText(entry) {
  getSelection()?.selectAllChildren(entry)
  await navigator.clipboard.writeText(entry.textContent ?? '')
}

/** @param {Paper} paper */
function fileTitle({ title, id }) {
  const words = title
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
  return words.slice(0, MOST_NAME_CHARACTERS).replace(/-$/, '') || id.slice(0, 12)
}
