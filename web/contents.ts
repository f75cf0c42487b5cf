/** Lists the papers of a corpus, each a link to its view, with links to download all of them. */
import type { Corpus, ListedPaper } from './api.d.ts'
import { get } from './api-client.ts'
import { actionButton, element, noPapers } from './dom.ts'
import { fileLink } from './file-link.ts'

const LISTED_PAPERS = 30

type Download = { format: 'csv' | 'bibtex' | 'ris' | 'csl-json'; text: string; ending: string }
const DOWNLOADS: readonly Download[] = [
  { format: 'csv', text: 'units as CSV', ending: 'csv' },
  { format: 'bibtex', text: 'papers as BibTeX', ending: 'bib' },
  { format: 'ris', text: 'RIS', ending: 'ris' },
  { format: 'csl-json', text: 'CSL-JSON', ending: 'json' },
]
const YES = '1' as const

/** Returns the list of papers of one corpus, or of several: `main,other`. */
export async function contents({ name, isEmpty }: Corpus, signal: AbortSignal) {
  if (isEmpty) return [noPapers(), commandHint()]
  const parts = name.split(',').map((one) => contentsOf(one, name !== one, signal))
  return (await Promise.all(parts)).flat()
}

async function contentsOf(name: string, isNamed: boolean, signal: AbortSignal) {
  const first = await papersAfter(undefined, name, signal)
  if (first.papers.length === 0) return [noKeptPapers()]
  const list = element('ol.contents', ...first.papers.map((paper) => paperItem(paper, name)))
  return [
    element('h2.contents-heading', isNamed ? `Papers of ${name}` : 'Papers'),
    list,
    ...(first.next === null ? [] : [moreButton(list, first.next, name, signal)]),
    downloads(name),
  ]
}

async function papersAfter(after: string | undefined, corpus: string, signal: AbortSignal) {
  const query = { corpus, state: 'kept', limit: LISTED_PAPERS, ...(after === undefined ? {} : { after }) }
  const { papers, next } = await get('/papers', { query }, { signal })
  return { papers: papers.toSorted((one, other) => one.title.localeCompare(other.title)), next }
}

function paperItem({ id, title, year }: ListedPaper, corpus: string) {
  return element(
    'li',
    element('a', { href: paperAddress(id, corpus) }, title || 'Untitled'),
    element('span.leader', { 'aria-hidden': 'true' }),
    element('span.year', year ? String(year) : ''),
  )
}

function moreButton(list: HTMLElement, first: string, corpus: string, signal: AbortSignal) {
  let after = first
  const load = async () => {
    const { papers, next } = await papersAfter(after, corpus, signal)
    list.append(...papers.map((paper) => paperItem(paper, corpus)))
    if (next === null) button.remove()
    else after = next
  }
  const button = actionButton('button.more', load, 'Show more papers')
  return button
}

function downloads(corpus: string) {
  const links = DOWNLOADS.flatMap(({ format, text, ending }, at) => [
    at === 0 ? ' ' : ', ',
    fileLink(
      text,
      '/corpora/{name}/export',
      { path: { name: corpus }, query: { format, ...(format === 'csv' ? { bom: YES } : {}) } },
      { fileName: `${corpus}.${ending}` },
    ),
  ])
  return element('p.downloads', 'Download', ...links, '.')
}

/** Returns the address of a paper's view. `corpus`: its corpus, if that is not the open one. */
export const paperAddress = (id: string, corpus?: string) =>
  `#/paper?${new URLSearchParams({ id, ...(corpus === undefined ? {} : { corpus }) })}`

function commandHint() {
  const command = element('code', 'npx ingest ./papers')
  return element('p.empty', 'From the command line: ', command)
}

function noKeptPapers() {
  const gate = element('a', { href: '#/gate' }, 'See the gate’s decisions')
  return element('p.empty', 'The gate has not kept any paper in this corpus. ', gate, '.')
}
