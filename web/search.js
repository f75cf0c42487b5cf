/** The search view. The question and its settings are in the address, so that a search can be bookmarked and shared. */
/** @import { Corpus } from './api.js' */
import { get } from './api-client.js'
import { chosenBackend, fillBackends } from './backend-select.js'
import { contents } from './contents.js'
import { byId, element, errorNotice, formById, inputById, plural, selectById } from './dom.js'
import { createHitArticle } from './hit.js'
import { mayAnswer, waitingNotice } from './own-address.js'
import { DEFAULT_HITS } from './vendor/defaults.js'

const YES = /** @type {const} */ ('1')
const NO = /** @type {const} */ ('0')

let pending = new AbortController()

/** @param {{ onSubmit: (parameters: Record<string, string>) => void }} options */
export function openSearch({ onSubmit }) {
  const submit = () => onSubmit(readForm())
  formById('question').addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
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

/** Empty where they let everything through. */
function readFilters() {
  const kind = selectById('filter-kind').value
  return {
    years: inputById('filter-years').value.trim(),
    kind: kind === 'unit' || kind === 'passage' ? kind : /** @type {const} */ (''),
    paper: inputById('filter-paper').value.trim(),
    topic: inputById('filter-topic').value.trim(),
  }
}

/** @param {URLSearchParams} parameters */
function showFilters(parameters) {
  for (const name of ['years', 'paper', 'topic'])
    inputById(`filter-${name}`).value = parameters.get(name) ?? ''
  selectById('filter-kind').value = parameters.get('kind') ?? ''
  const details = byId('filters')
  if (Object.values(readFilters()).some((value) => value !== '')) details.setAttribute('open', '')
}

/**
 * Shows the results for the question in `parameters`, or the papers where there is no question.
 * @param {URLSearchParams} parameters
 * @param {Corpus} corpus
 */
export async function showSearch(parameters, corpus) {
  pending.abort()
  pending = new AbortController()
  const { signal } = pending
  const question = parameters.get('q') ?? ''
  inputById('q').value = question
  fillBackends(selectById('backend'), parameters.get('backend'))
  selectById('k').value = parameters.get('k') ?? DEFAULT_HITS
  inputById('one-per-paper').checked = parameters.get('one') === '1'
  showFilters(parameters)
  byId('search-summary').textContent = ''
  const nodes = await searchNodes(question, corpus, signal).catch((error) => [errorNotice(error)])
  if (!signal.aborted) byId('answer').replaceChildren(...nodes)
}

/**
 * @param {string} question
 * @param {Corpus} corpus
 * @param {AbortSignal} signal
 */
async function searchNodes(question, corpus, signal) {
  if (corpus.isEmpty || question === '') return await contents(corpus, signal)
  return await results(question, corpus.name, signal)
}

/**
 * @param {string} q
 * @param {string} corpus
 * @param {AbortSignal} signal
 */
async function results(q, corpus, signal) {
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
  const remark = note === undefined ? [] : [element('p', { className: 'caution' }, note)]
  return [...(answerable ? [] : [notAnswerable()]), ...remark, ...articles, otherViews(q, backend)]
}

/**
 * @param {string} q
 * @param {string} backend
 */
function otherViews(q, backend) {
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
  return element('p', { className: 'other-views' }, graph, ', or ', compare, '.')
}

/**
 * Backends without names in their scores have no paths to draw.
 * @param {string} backend
 */
function graphBackend(backend) {
  return ['words', 'vanilla', 'hybrid'].includes(backend) ? 'walk' : backend
}

function notAnswerable() {
  return element(
    'p',
    { className: 'caution' },
    'Your papers may not say anything about this. These are the closest places.',
  )
}

function noResults() {
  return element(
    'p',
    { className: 'empty' },
    'No results for these words. Rephrase, or switch to semantic search, which always returns the closest matches.',
  )
}
