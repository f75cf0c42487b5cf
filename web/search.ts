/** The search view. The question and its settings are in the address, so that a search can be bookmarked and shared. */
import type { Corpus } from './api.d.ts'
import { get } from './api-client.ts'
import { chosenBackend, fillBackends } from './backend-select.ts'
import { contents } from './contents.ts'
import { byId, createShowings, element, inputById, onSubmit, plural, selectById, showLoaded } from './dom.ts'
import { createHitArticle } from './hit.ts'
import { mayAnswer, waitingNotice } from './own-address.ts'
import { DEFAULT_HITS } from './vendor/defaults.js'

const YES = '1' as const
const NO = '0' as const

const nextShowing = createShowings()

export function openSearch({ onAsk }: { onAsk: (parameters: Record<string, string>) => void }) {
  const submit = () => onAsk(readForm())
  onSubmit('question', submit)
  for (const id of [
    'backend',
    'k',
    'one-per-paper',
    'filter-years',
    'filter-kind',
    'filter-paper',
    'filter-topic',
  ])
    byId(id).addEventListener('change', () => inputById('q').value !== '' && submit())
}

function readForm() {
  return {
    q: inputById('q').value.trim(),
    backend: chosenBackend(selectById('backend')),
    k: selectById('k').value,
    one: inputById('one-per-paper').checked ? YES : NO,
    ...Object.fromEntries(Object.entries(readFilters()).filter(([, value]) => value !== '')),
  }
}

/** Returns the filters; empty if they let everything through. */
function readFilters() {
  const kind = selectById('filter-kind').value
  return {
    years: inputById('filter-years').value.trim(),
    kind: kind === 'unit' || kind === 'passage' ? kind : ('' as const),
    paper: inputById('filter-paper').value.trim(),
    topic: inputById('filter-topic').value.trim(),
  }
}

function showFilters(parameters: URLSearchParams) {
  for (const name of ['years', 'paper', 'topic'])
    inputById(`filter-${name}`).value = parameters.get(name) ?? ''
  selectById('filter-kind').value = parameters.get('kind') ?? ''
  const details = byId('filters')
  if (Object.values(readFilters()).some((value) => value !== '')) details.setAttribute('open', '')
}

/** Shows the results for the question in `parameters`, or the papers if there is no question. */
export async function showSearch(parameters: URLSearchParams, corpus: Corpus) {
  const signal = nextShowing()
  const question = parameters.get('q') ?? ''
  inputById('q').value = question
  fillBackends(selectById('backend'), parameters.get('backend'))
  selectById('k').value = parameters.get('k') ?? DEFAULT_HITS
  inputById('one-per-paper').checked = parameters.get('one') === '1'
  showFilters(parameters)
  byId('search-summary').textContent = ''
  const isAsked = !corpus.isEmpty && question !== ''
  await showLoaded(byId('answer'), signal, () =>
    isAsked ? results(question, corpus.name, signal) : contents(corpus, signal),
  )
}

async function results(q: string, corpus: string, signal: AbortSignal) {
  const { backend, k, one } = readForm()
  if (!mayAnswer(backend)) return [waitingNotice('Search')]
  const { years, kind, paper, topic } = readFilters()
  const query = {
    ...{ q, corpus, backend, k: Number(k), explain: YES, onePerPaper: one },
    ...(years === '' ? {} : { years }),
    ...(kind === '' ? {} : { kinds: kind }),
    ...(paper === '' ? {} : { papers: paper }),
    ...(topic === '' ? {} : { topics: [topic] }),
  }
  const { hits, answerable, note, tookMs } = await get('/retrieve', { query }, { signal })
  const milliseconds = tookMs < 10 ? tookMs.toFixed(1) : Math.round(tookMs)
  byId('search-summary').textContent = `${plural(hits.length, 'result')} in ${milliseconds} ms`
  if (hits.length === 0) return [noResults()]
  const bestWordScore = Math.max(0, ...hits.map(({ why }) => why.words ?? 0))
  const articles = hits.map((hit) => createHitArticle(hit, { corpus, bestWordScore }))
  const remark = note === undefined ? [] : [element('p.caution', note)]
  return [...(answerable ? [] : [notAnswerable()]), ...remark, ...articles, otherViews(q, backend)]
}

function otherViews(q: string, backend: string) {
  const graph = element(
    'a',
    { href: `#/graph?${new URLSearchParams({ query: q, backend: graphBackend(backend) })}` },
    'See this question in the graph',
  )
  const compare = element(
    'a',
    { href: `#/compare?${new URLSearchParams({ q, one: backend })}` },
    'compare backends',
  )
  return element('p.other-views', graph, ', or ', compare, '.')
}

/** Returns the backend for the graph view: those without names in their scores have no paths to draw. */
function graphBackend(backend: string) {
  return ['words', 'vanilla', 'hybrid'].includes(backend) ? 'walk' : backend
}

function notAnswerable() {
  return element('p.caution', 'Your papers may not say anything about this. These are the closest places.')
}

function noResults() {
  return element(
    'p.empty',
    'No results for these words. Rephrase, or switch to semantic search, which always returns the closest matches.',
  )
}
