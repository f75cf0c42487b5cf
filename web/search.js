/** The question and its answer. What was asked is in the address, so that it can be kept, shared and gone back to. */
import { offerBackends } from './backends.js'
import { byId, element, failure, plural } from './dom.js'
import { hitArticle } from './hit.js'
import { get } from './service.js'

let asking = new AbortController()

/** `onAsk` is told the parameters of a question that the reader asks. */
export function openSearch({ onAsk }) {
  const submit = () => onAsk(parametersOf())
  byId('question').addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  for (const id of ['backend', 'k', 'one'])
    byId(id).addEventListener('change', () => byId('q').value && submit())
}

function parametersOf() {
  const parameters = { q: byId('q').value.trim(), backend: byId('backend').value, k: byId('k').value }
  return { ...parameters, one: byId('one').checked ? '1' : '0' }
}

/** Shows the answer to the question in `parameters`, or what there is to ask about. */
export async function showSearch(parameters, { corpus, isThere }) {
  asking.abort()
  asking = new AbortController()
  const { signal } = asking
  const question = parameters.get('q') ?? ''
  byId('q').value = question
  await offerBackends(byId('backend'), parameters.get('backend'))
  byId('k').value = parameters.get('k') ?? '10'
  byId('one').checked = parameters.get('one') !== '0'
  byId('took').textContent = ''
  const shown = question === '' ? () => contents(corpus, signal) : () => answer(question, corpus, signal)
  const nodes = isThere ? await shown().catch((error) => [failure(error)]) : [nothingYet()]
  if (!signal.aborted) byId('answer').replaceChildren(...nodes)
}

async function answer(q, corpus, signal) {
  const { backend, k, one } = parametersOf()
  const asked = { q, corpus, backend, k, explain: '1', onePerPaper: one }
  const { hits, tookMs } = await get('retrieve', asked, { signal })
  byId('took').textContent =
    `${plural(hits.length, 'hit')} in ${tookMs < 10 ? tookMs.toFixed(1) : Math.round(tookMs)} ms`
  if (hits.length === 0) return [nothingFound()]
  const mostWords = Math.max(0, ...hits.map(({ why }) => why.words ?? 0))
  const articles = hits.map((hit) => hitArticle(hit, { corpus, mostWords }))
  return [...articles, otherViews(q, backend)]
}

/** The same question, seen in other ways. */
function otherViews(q, backend) {
  const graph = element(
    'a',
    { href: `#/graph?${new URLSearchParams({ query: q, backend: graphBackend(backend) })}` },
    'in the graph',
  )
  const compare = element(
    'a',
    { href: `#/compare?${new URLSearchParams({ q, one: backend })}` },
    'beside another way to find',
  )
  return element('p', { className: 'other-views' }, 'The same question ', graph, ', or ', compare, '.')
}

/** Only a walk says by which names it came; others are drawn with the walk's hits. */
function graphBackend(backend) {
  return ['words', 'vanilla', 'hybrid'].includes(backend) ? 'walk' : backend
}

function nothingFound() {
  const advice = 'Ask in other words, or by meaning: that always finds the nearest statements.'
  return element('p', { className: 'empty' }, 'No statement of these papers has any of these words. ', advice)
}

function nothingYet() {
  return element(
    'p',
    { className: 'empty' },
    'There are no papers yet. ',
    element('a', { href: '#/add' }, 'Add some'),
    ', or type ',
    element('code', {}, 'npx ingest ./papers'),
    ' where your papers are.',
  )
}

/** Before a question: the papers that can be asked, each a question by its title. */
async function contents(corpus, signal) {
  const { papers, next } = await get('papers', { corpus, state: 'kept', limit: 30 }, { signal })
  if (papers.length === 0) return [nothingYet()]
  const items = papers
    .toSorted((one, other) => one.title.localeCompare(other.title))
    .map(({ title, year }) =>
      element(
        'li',
        {},
        element('a', { href: `#/search?${new URLSearchParams({ q: title })}` }, title || 'Untitled'),
        element('span', { className: 'leader', 'aria-hidden': 'true' }),
        element('span', { className: 'year' }, year ? String(year) : ''),
      ),
    )
  return [
    element('h1', { className: 'contents-heading' }, 'Contents'),
    element('ol', { className: 'contents' }, ...items),
    ...(next === null ? [] : [element('p', { className: 'empty' }, 'and more: ask for them.')]),
  ]
}
