/** The graph around a question's hits or around a name: asked for, drawn, and told in lists. What is shown is in the address. */
import { offerBackends } from './backends.js'
import { byId, element, failure, plural } from './dom.js'
import { drawGraph, hasWebGl } from './graph-drawing.js'
import { nodeRoll, waysList } from './graph-lists.js'
import { nodeDetails } from './node-details.js'
import { get } from './service.js'

const SUGGESTED_NAMES = 12
const NAMES_TO_BEGIN_WITH = 40
const PLACEHOLDERS = { query: 'Ask something, and see how it is found', name: 'Name something' }

let asking = new AbortController()
let drawing = null

/** `onAsk` is told the parameters of a drawing that the reader asks for. */
export function openGraph({ onAsk, corpusOf }) {
  const submit = () => byId('graph-q').value.trim() !== '' && onAsk(parametersOf())
  byId('graph-question').addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  byId('graph-about').addEventListener('change', () => showAbout(byId('graph-about').value))
  for (const id of ['graph-backend', 'graph-k', 'graph-depth', 'graph-limit'])
    byId(id).addEventListener('change', submit)
  byId('graph-q').addEventListener('input', () => suggest(corpusOf()))
}

function parametersOf() {
  const about = byId('graph-about').value
  const asked = { [about]: byId('graph-q').value.trim() }
  const reach = { depth: byId('graph-depth').value, limit: byId('graph-limit').value }
  if (about === 'name') return { ...asked, ...reach }
  return { ...asked, backend: byId('graph-backend').value, k: byId('graph-k').value, ...reach }
}

function showAbout(about) {
  byId('graph-about').value = about
  byId('graph-q').placeholder = PLACEHOLDERS[about]
  for (const label of document.querySelectorAll('#graph .of-question')) label.hidden = about === 'name'
}

export async function showGraph(parameters, { corpus, isThere }) {
  asking.abort()
  asking = new AbortController()
  const { signal } = asking
  const name = parameters.get('name')
  const query = parameters.get('query')
  await offerBackends(byId('graph-backend'), parameters.get('backend'), 'walk')
  showAbout(name === null ? 'query' : 'name')
  byId('graph-q').value = name ?? query ?? ''
  for (const field of ['k', 'depth', 'limit']) choose(byId(`graph-${field}`), parameters.get(field))
  byId('graph-took').textContent = ''
  drawing?.destroy()
  drawing = null
  if (!isThere) return byId('graph-answer').replaceChildren(nothingYet())
  try {
    const nothing = name === null && query === null
    const nodes = nothing
      ? await frequentNames(corpus, signal)
      : await picture(parametersOf(), corpus, signal)
    if (!signal.aborted) byId('graph-answer').replaceChildren(...nodes.parts.filter((part) => part !== null))
    if (!signal.aborted) await nodes.draw?.()
  } catch (error) {
    if (!signal.aborted) byId('graph-answer').replaceChildren(failure(error))
  }
}

/** A number that the select does not offer is left as it is. */
function choose(select, value) {
  if ([...select.options].some((option) => option.value === value)) select.value = value
}

async function picture(asked, corpus, signal) {
  const found = await get('graph', { ...asked, corpus }, { signal })
  if (found.nodes.length === 0) return { parts: [nothingFound()] }
  const names = found.nodes.filter(({ type }) => type === 'name').length
  const left = found.left > 0 ? `; ${found.left} not drawn` : ''
  byId('graph-took').textContent =
    `${plural(names, 'name')}, ${plural(found.nodes.length - names, 'unit')}${left}`
  const stage = element('div', { className: 'stage' })
  const details = element('aside', {
    className: 'details',
    'aria-live': 'polite',
    'aria-label': 'What is selected',
  })
  const read = async (id) => {
    const node = found.nodes.find((one) => one.id === id)
    details.replaceChildren(
      ...(node ? await nodeDetails(node, found, { corpus, onSelect: show }) : [legend(found)]),
    )
  }
  const show = async (id) => {
    drawing?.select(id)
    await read(id)
  }
  /** From a list below, the reader is taken up to what is shown of the choice. */
  const goTo = async (id) => {
    await show(id)
    plate.scrollIntoView({ block: 'nearest' })
    details.querySelector('h2')?.focus({ preventScroll: true })
  }
  details.replaceChildren(legend(found))
  const plate = element(
    'div',
    { className: 'plate' },
    element('figure', { className: 'drawing' }, stage),
    details,
  )
  return {
    parts: [
      plate,
      waysList(found, { onSelect: goTo, onPoint: (ids) => drawing?.point(ids) }),
      nodeRoll(found, { onSelect: goTo, onPoint: (ids) => drawing?.point(ids) }),
    ],
    async draw() {
      if (!hasWebGl()) {
        byId('graph-answer').querySelector('.roll').open = true
        plate.dataset.state = 'undrawn'
        stage.replaceChildren(
          element('p', { className: 'empty' }, 'This browser draws no WebGL. The lists below say the same.'),
        )
        return
      }
      drawing = await drawGraph(stage, found, { onSelect: show })
      plate.dataset.state = 'drawn'
      if (found.name !== null) await read(`name:${found.name}`)
    },
  }
}

function legend({ query }) {
  const line = (mark, text) =>
    element('p', {}, element('span', { className: `key ${mark}`, 'aria-hidden': 'true' }), text)
  return element(
    'div',
    { className: 'legend' },
    line('round', 'a name; the more units it stands in, the larger'),
    line('square', 'a unit'),
    ...(query === null
      ? []
      : [
          line('ranked', 'a hit, with its rank'),
          line('way', 'the strongest way from a name of the question'),
        ]),
    line('asked', query === null ? 'what was named' : 'a name of the question'),
    element(
      'p',
      { className: 'help' },
      'Colours are communities: what is met together. Choose a node to read it.',
    ),
  )
}

async function suggest(corpus) {
  const part = byId('graph-q').value.trim()
  if (byId('graph-about').value !== 'name' || part === '') return
  const { names } = await get('entities', { q: part, limit: SUGGESTED_NAMES, corpus }).catch(() => ({
    names: [],
  }))
  byId('graph-names').replaceChildren(...names.map(({ name }) => element('option', { value: name })))
}

/** Before anything is asked: the names to begin with. */
async function frequentNames(corpus, signal) {
  const { names } = await get('entities', { limit: NAMES_TO_BEGIN_WITH, corpus }, { signal })
  if (names.length === 0) return { parts: [nothingFound()] }
  const items = names.map(({ name, units }) =>
    element(
      'li',
      {},
      element('a', { href: `#/graph?${new URLSearchParams({ name })}` }, name),
      element('span', { className: 'year' }, ` ${units}`),
    ),
  )
  return {
    parts: [
      element('h1', { className: 'contents-heading' }, 'Index of names'),
      element('ol', { className: 'names-index' }, ...items),
    ],
  }
}

function nothingFound() {
  return element(
    'p',
    { className: 'empty' },
    'There is nothing to draw. Where names were never looked for, type ',
    element('code', {}, 'gloss graph build'),
    '.',
  )
}

function nothingYet() {
  return element(
    'p',
    { className: 'empty' },
    'There are no papers yet. ',
    element('a', { href: '#/add' }, 'Add some'),
    '.',
  )
}
