/** Shows what a paper cites and what cites it, below its units. */
import type { PaperReferences, Reference } from './api.d.ts'
import { get } from './api-client.ts'
import { paperAddress } from './contents.ts'
import { element, loadedBox, plural } from './dom.ts'

/** Creates a box that loads the references when it is opened. */
export function referenceBox(id: string, corpus: string, signal: AbortSignal) {
  return loadedBox('details.references', 'References', signal, async () =>
    contents(await get('/papers/{id}/references', { path: { id }, query: { corpus } }, { signal })),
  )
}

function contents({ references, citedBy, versions, retraction }: PaperReferences) {
  return [
    retraction === null ? null : retractionMark(retraction),
    ...paperList('Other versions in this corpus', versions),
    ...paperList('Cited by', citedBy),
    element('h3', `Cites ${plural(references.length, 'work')}`),
    element('ol', ...references.map((reference) => referenceItem(reference))),
  ].filter((part) => part !== null)
}

function paperList(label: string, papers: PaperReferences['citedBy']) {
  if (papers.length === 0) return []
  const items = papers.map(({ id, title, year, retraction }) =>
    element(
      'li',
      element('a', { href: paperAddress(id) }, `${title || 'Untitled'}${year === null ? '' : ` (${year})`}`),
      retraction === null ? null : retractionMark(retraction),
    ),
  )
  return [element('h3', label), element('ul', ...items)]
}

function referenceItem({ number, raw, paper, retraction, cited }: Reference) {
  const notes = cited.length === 0 ? '' : ` Cited ${plural(cited.length, 'time')}.`
  const item = element(
    'li',
    paper === null ? raw : element('a', { href: paperAddress(paper) }, raw),
    retraction === null ? null : retractionMark(retraction),
    element('small', notes),
  )
  if (number !== null) item.value = number
  return item
}

function retractionMark({ nature, date, reason }: NonNullable<Reference['retraction']>) {
  return element('strong.doubtful', { title: [date, reason].filter(Boolean).join(' · ') }, ` ${nature} `)
}
