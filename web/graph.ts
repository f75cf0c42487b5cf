/** The graph view: the names and units around a question's results or around a name, as a drawing and as lists. */
import type { Answer, Corpus, GraphAnswer, Parts } from './api.d.ts'
import { get } from './api-client.ts'
import { chosenBackend, fillBackends } from './backend-select.ts'
import {
  byId,
  createShowings,
  element,
  errorNotice,
  inputById,
  noPapers,
  onSubmit,
  plural,
  selectById,
} from './dom.ts'
import { type Drawing, drawGraph, hasWebGl } from './draw-graph.ts'
import { NAME_KINDS } from './graph-colours.ts'
import { kindHeading, nodeList, pathList } from './graph-lists.ts'
import { nodeDetails } from './node-details.ts'
import { mayAnswer, waitingNotice } from './own-address.ts'

const SUGGESTED_NAMES = 12
const LISTED_NAMES = 20
const LISTED_KINDS = ['disease', 'species', 'gene', 'chemical', 'other'] as const
const FIELDS = ['k', 'depth', 'limit']

const nextShowing = createShowings()
let drawing: Drawing | null = null

export function openGraph({
  onAsk,
  corpusName,
}: {
  onAsk: (parameters: Record<string, string>) => void
  corpusName: () => string
}) {
  const submit = () => inputById('graph-q').value.trim() !== '' && onAsk(readForm())
  onSubmit('graph-question', submit)
  selectById('graph-about').addEventListener('change', () => showFormFor(selectById('graph-about').value))
  for (const id of ['graph-backend', 'graph-k', 'graph-depth', 'graph-limit'])
    byId(id).addEventListener('change', submit)
  inputById('graph-q').addEventListener('input', () => suggestNames(corpusName()))
}

/** Stops requests and drawing, since a hidden view has no size to draw in. */
export function leaveGraph() {
  const signal = nextShowing()
  drawing?.destroy()
  drawing = null
  return signal
}

/** Returns the form as parameters of the address. */
function readForm(): Record<string, string> {
  const about = selectById('graph-about').value
  const subject = { [about]: inputById('graph-q').value.trim() }
  const size = { depth: selectById('graph-depth').value, limit: selectById('graph-limit').value }
  if (about === 'name') return { ...subject, ...size }
  return { ...subject, backend: selectById('graph-backend').value, k: selectById('graph-k').value, ...size }
}

/** Shows the form for `about`: `query` or `name`. */
function showFormFor(about: string) {
  selectById('graph-about').value = about
  inputById('graph-q').placeholder = about === 'name' ? 'Enter a name' : 'Ask a question'
  for (const label of document.querySelectorAll('#graph .of-question'))
    if (label instanceof HTMLElement) label.hidden = about === 'name'
}

export async function showGraph(parameters: URLSearchParams, corpus: Corpus) {
  const signal = leaveGraph()
  fillForm(parameters)
  byId('graph-summary').textContent = ''
  try {
    const view = await graphView(parameters, corpus, signal)
    if (signal.aborted) return
    byId('graph-answer').replaceChildren(...view.nodes)
    await view.draw?.()
  } catch (error) {
    if (!signal.aborted) byId('graph-answer').replaceChildren(errorNotice(error))
  }
}

function fillForm(parameters: URLSearchParams) {
  const name = parameters.get('name')
  fillBackends(selectById('graph-backend'), parameters.get('backend'), 'walk')
  showFormFor(name === null ? 'query' : 'name')
  inputById('graph-q').value = name ?? parameters.get('query') ?? ''
  for (const field of FIELDS) choose(selectById(`graph-${field}`), parameters.get(field))
}

/** Selects a value; leaves the select unchanged if it has no such option. */
function choose(select: HTMLSelectElement, value: string | null) {
  if (value !== null && [...select.options].some((option) => option.value === value)) select.value = value
}

interface View {
  nodes: HTMLElement[]
  /** Called once the nodes are on the page. */
  draw?: () => Promise<void>
}

async function graphView(
  parameters: URLSearchParams,
  { name: corpus, isEmpty }: Corpus,
  signal: AbortSignal,
): Promise<View> {
  if (isEmpty) return { nodes: [noPapers()] }
  if (!parameters.has('name') && !parameters.has('query')) return frequentNames(corpus, signal)
  const { backend = '' } = graphQuery()
  if (!mayAnswer(backend)) return { nodes: [waitingNotice('Draw graph')] }
  const answer = await get('/graph', { query: { ...graphQuery(), corpus } }, { signal })
  if (answer.nodes.length === 0) return { nodes: [noGraph()] }
  const names = answer.nodes.filter(({ type }) => type === 'name').length
  const left = answer.left > 0 ? `; ${answer.left} more not shown` : ''
  byId('graph-summary').textContent =
    `${plural(names, 'name')}, ${plural(answer.nodes.length - names, 'unit')}${left}`
  return drawableView(answer, corpus, signal)
}

function graphQuery(): NonNullable<Parts<'get', '/graph'>['query']> {
  const subject = inputById('graph-q').value.trim()
  const size = {
    depth: Number(selectById('graph-depth').value),
    limit: Number(selectById('graph-limit').value),
  }
  if (selectById('graph-about').value === 'name') return { name: subject, ...size }
  const backend = chosenBackend(selectById('graph-backend'))
  return { query: subject, backend, k: Number(selectById('graph-k').value), ...size }
}

function drawableView(answer: GraphAnswer, corpus: string, signal: AbortSignal): View {
  const stage = element('div.stage')
  const details = element('aside.details', {
    'aria-live': 'polite',
    'aria-label': 'Selected node',
  })
  const plate = element('div.plate', element('figure.drawing', stage), details)
  const showDetails = async (id: string | null) => {
    const node = answer.nodes.find((one) => one.id === id)
    details.replaceChildren(
      ...(node ? await nodeDetails(node, answer, { corpus, onSelect: select }) : [legend(answer)]),
    )
  }
  const select = async (id: string | null) => {
    drawing?.select(id)
    await showDetails(id)
  }
  const listeners = {
    async onSelect(id: string) {
      await select(id)
      // The lists are below the drawing, so the page scrolls up to the details.
      plate.scrollIntoView({ block: 'nearest' })
      details.querySelector('h2')?.focus({ preventScroll: true })
    },
    onPoint: (ids: readonly string[] | null) => drawing?.point(ids),
  }
  details.replaceChildren(legend(answer))
  const paths = pathList(answer, listeners)
  const all = nodeList(answer, listeners)
  return {
    nodes: [plate, ...(paths === null ? [] : [paths]), all],
    async draw() {
      if (hasWebGl()) {
        const drawn = await drawGraph(stage, answer, { onSelect: select, signal })
        if (drawn === null) return
        drawing = drawn
        plate.dataset['state'] = 'drawn'
        if (answer.name !== null) await showDetails(`name:${answer.name}`)
        return
      }
      all.open = true
      plate.dataset['state'] = 'undrawn'
      const notice = 'WebGL is not available. The same data is listed below.'
      stage.replaceChildren(element('p.empty', notice))
    },
  }
}

function legend({ query }: GraphAnswer) {
  const line = (mark: string, text: string) =>
    element('p', element('span', { className: `key ${mark}`, 'aria-hidden': 'true' }), text)
  const ofQuestion = [
    line('ranked', 'a result, with its rank'),
    line('path', 'the strongest path from a name in the question'),
  ]
  return element(
    'div.legend',
    line('round', 'a name; larger if it occurs in more units. Its colour shows its kind:'),
    element('p.kinds-key', ...NAME_KINDS.map(kindKey)),
    line('square', 'a unit'),
    ...(query === null ? [] : ofQuestion),
    line('query', query === null ? 'the name you entered' : 'a name in the question'),
    element('p.help', 'Names that occur together are drawn close together. Select a node for details.'),
  )
}

function kindKey(kind: string) {
  const mark = element('span.key.round', { 'aria-hidden': 'true' })
  mark.dataset['kind'] = kind
  return element('span', mark, `${kindHeading(kind)} `)
}

async function suggestNames(corpus: string) {
  const part = inputById('graph-q').value.trim()
  if (selectById('graph-about').value !== 'name' || part === '') return
  const query = { q: part, limit: SUGGESTED_NAMES, corpus }
  // The field also works without suggestions.
  const { names } = await get('/entities', { query }).catch(() => NO_NAMES)
  byId('graph-names').replaceChildren(...names.map(({ name }) => element('option', { value: name })))
}

const NO_NAMES: Pick<Answer<'get', '/entities'>, 'names'> = { names: [] }

/** Returns what is shown before a question or name is entered. */
async function frequentNames(corpus: string, signal: AbortSignal): Promise<View> {
  const asked = LISTED_KINDS.map((kind) =>
    get('/entities', { query: { kind, limit: LISTED_NAMES, corpus } }, { signal }),
  )
  const lists = (await Promise.all(asked)).map(({ names }) => names)
  const groups = lists.flatMap((names, at) =>
    names.length === 0 ? [] : [nameGroup(LISTED_KINDS[at], names)],
  )
  if (groups.length === 0) return { nodes: [noGraph()] }
  return {
    nodes: [
      element('h2.contents-heading', 'Most frequent names, with the number of units'),
      element('div.kinds', ...groups),
    ],
  }
}

function nameGroup(kind: string = 'other', names: Answer<'get', '/entities'>['names']) {
  const items = names.map(({ name, units }) =>
    element(
      'li',
      element('a', { href: `#/graph?${new URLSearchParams({ name })}` }, name),
      element('span.year', ` ${units}`),
    ),
  )
  const group = element(
    'section.of-kind',
    element('h3', kindHeading(kind)),
    element('ol.names-index', ...items),
  )
  group.dataset['kind'] = kind
  return group
}

function noGraph() {
  const command = element('code', 'gloss graph build')
  return element('p.empty', 'No graph yet. To extract names, run ', command, '.')
}
