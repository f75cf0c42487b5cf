/** What a paper cites and what cites it, below its units. */
/** @import { PaperReferences, Reference } from './api.js' */
import { get } from './api-client.js'
import { paperAddress } from './contents.js'
import { element, errorNotice, plural } from './dom.js'

/**
 * Asked for when it is opened.
 * @param {string} id
 * @param {string} corpus
 * @param {AbortSignal} signal
 */
export function referenceBox(id, corpus, signal) {
  const box = element('details', { className: 'references' }, element('summary', {}, 'References'))
  box.addEventListener(
    'toggle',
    () =>
      get('/papers/{id}/references', { path: { id }, query: { corpus } }, { signal })
        .then((found) => box.append(...contents(found)))
        .catch((error) => signal.aborted || box.append(errorNotice(error))),
    { once: true },
  )
  return box
}

/** @param {PaperReferences} found */
function contents({ references, citedBy, versions, retraction }) {
  return [
    retraction === null ? null : retractionMark(retraction),
    ...paperList('Also here as', versions),
    ...paperList('Cited by', citedBy),
    element('h3', {}, `Cites ${plural(references.length, 'work')}`),
    element('ol', {}, ...references.map((reference) => referenceItem(reference))),
  ].filter((part) => part !== null)
}

/**
 * @param {string} label
 * @param {PaperReferences['citedBy']} papers
 */
function paperList(label, papers) {
  if (papers.length === 0) return []
  const items = papers.map(({ id, title, year, retraction }) =>
    element(
      'li',
      {},
      element('a', { href: paperAddress(id) }, `${title || 'Untitled'}${year === null ? '' : ` (${year})`}`),
      retraction === null ? null : retractionMark(retraction),
    ),
  )
  return [element('h3', {}, label), element('ul', {}, ...items)]
}

/** @param {Reference} reference */
function referenceItem({ number, raw, paper, retraction, cited }) {
  const notes = cited.length === 0 ? '' : ` Cited ${plural(cited.length, 'time')}.`
  const item = element(
    'li',
    {},
    paper === null ? raw : element('a', { href: paperAddress(paper) }, raw),
    retraction === null ? null : retractionMark(retraction),
    element('small', {}, notes),
  )
  if (number !== null) item.value = number
  return item
}

/** @param {NonNullable<Reference['retraction']>} retraction */
function retractionMark({ nature, date, reason }) {
  return element(
    'strong',
    { className: 'doubtful', title: [date, reason].filter(Boolean).join(' · ') },
    ` ${nature} `,
  )
}
