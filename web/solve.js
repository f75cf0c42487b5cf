/** The solve view: a form for a new run, one run with its progress, and the list of earlier runs. */
/** @import { ListedRun, Parts } from './api.js' */
/** @import { RunStatus } from './run-view.js' */
import { get, Problem, post, streamEvents } from './api-client.js'
import { chosenBackend, fillBackends } from './backend-select.js'
import { byId, element, errorNotice, formById, plural, selectById } from './dom.js'
import { openPatternForm, patternRequest } from './pattern-form.js'
import { createRunView } from './run-view.js'

const LISTED_RUNS = 30
const NO_LIMIT = { tokens: null, cost: null, steps: null, seconds: null }
/** @type {Readonly<Record<RunStatus, string>>} */
const STATES = {
  running: 'in progress',
  done: 'done',
  budget: 'budget used up',
  failed: 'failed',
  cancelled: 'stopped',
}
const SERVER_STOPPED = {
  detail: 'The server stopped.',
  help: 'Progress is saved; reopen this run when the server is back.',
}

let watching = new AbortController()

/** @param {{ onStart: (parameters: { run: string }) => void, corpusName: () => string }} options */
export function openSolve({ onStart, corpusName }) {
  const form = formById('solve-question')
  const question = questionField()
  /** @param {() => Promise<{ id: string }>} request */
  const start = async (request) => {
    const buttons = form.querySelectorAll('button')
    byId('solve-problem').replaceChildren()
    for (const button of buttons) button.disabled = true
    try {
      const { id } = await request()
      question.value = ''
      onStart({ run: id })
    } catch (error) {
      byId('solve-problem').replaceChildren(errorNotice(error))
    }
    for (const button of buttons) button.disabled = false
  }
  const options = { headers: { prefer: 'respond-async' } }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (question.value.trim() === '') return
    await start(() => post('/solve', { body: readForm(corpusName()) }, options))
  })
  question.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    form.requestSubmit()
  })
  byId('solve-demonstration').addEventListener('click', () =>
    start(() => post('/solve/demonstration', { body: demonstrationBody() }, options)),
  )
  addEventListener('hashchange', () => watching.abort())
}

/** @returns {Parts<'post', '/solve/demonstration'>['body']} */
function demonstrationBody() {
  const { pattern } = patternRequest()
  return pattern === undefined ? {} : { pattern }
}

function questionField() {
  const field = byId('solve-q')
  if (field instanceof HTMLTextAreaElement) return field
  throw new Error('solve-q is not a textarea')
}

/**
 * @param {string} corpus
 * @returns {Parts<'post', '/solve'>['body']}
 */
function readForm(corpus) {
  const tokens = selectById('solve-budget').value
  return {
    question: questionField().value.trim(),
    corpus,
    backend: chosenBackend(selectById('solve-backend')),
    ...patternRequest(),
    ...(tokens === '' ? {} : { budget: { tokens: Number(tokens) } }),
  }
}

/**
 * Shows the run that `parameters` name, or the list of earlier runs.
 * @param {URLSearchParams} parameters
 */
export async function showSolve(parameters) {
  watching.abort()
  watching = new AbortController()
  const { signal } = watching
  const run = parameters.get('run')
  formById('solve-question').hidden = run !== null
  if (run !== null) return await watchRun(run, signal)
  try {
    fillBackends(selectById('solve-backend'), selectById('solve-backend').value)
    await openPatternForm()
    const { runs } = await get('/runs', { query: { limit: LISTED_RUNS } }, { signal })
    byId('solve-runs').replaceChildren(...runList(runs))
  } catch (error) {
    if (!signal.aborted) byId('solve-runs').replaceChildren(errorNotice(error))
  }
}

/**
 * Shows the run's events until it ends or the view is left.
 * @param {string} id
 * @param {AbortSignal} signal
 */
async function watchRun(id, signal) {
  const place = element('div', { className: 'run' })
  const back = element('a', { href: '#/solve', className: 'back' }, 'Ask another question')
  byId('solve-runs').replaceChildren(back, place)
  const view = createRunView(place, (status) => runActions(id, status, signal))
  let lastType = ''
  try {
    for await (const event of streamEvents('/runs/{id}/events', { path: { id } }, signal)) {
      view.add(event)
      lastType = event.type
      if (event.type === 'run') document.title = `${event.data.question} · Gloss`
    }
    if (lastType !== 'answer') throw new Problem(SERVER_STOPPED)
  } catch (error) {
    if (!signal.aborted) place.prepend(errorNotice(error))
  }
}

/**
 * The buttons for a run with this status; null while it is in progress.
 * @param {string} id
 * @param {RunStatus | null} status
 * @param {AbortSignal} signal
 */
function runActions(id, status, signal) {
  /** @param {Parts<'post', '/runs/{id}/resume'>['body']} body */
  const resume = (body) => async () => {
    await post('/runs/{id}/resume', { path: { id }, body })
    if (!signal.aborted) await watchRun(id, signal)
  }
  const cancel = () => post('/runs/{id}/cancel', { path: { id } })
  if (status === null) return [actionButton('Stop', cancel)]
  if (status === 'done') return []
  if (status === 'budget') return [actionButton('Continue without a limit', resume({ budget: NO_LIMIT }))]
  if (status === 'failed') return [actionButton('Retry failed calls', resume({ again: true }))]
  return [actionButton('Resume', resume({}))]
}

/**
 * @param {string} text
 * @param {() => Promise<unknown>} act
 */
function actionButton(text, act) {
  const button = element('button', { type: 'button' }, text)
  button.onclick = async () => {
    button.disabled = true
    await act().catch((error) => button.after(errorNotice(error)))
    button.disabled = false
  }
  return button
}

/** @param {readonly ListedRun[]} runs */
function runList(runs) {
  if (runs.length === 0)
    return [
      element(
        'p',
        { className: 'empty' },
        'One or several agents work on the question, with evidence from the papers where their pattern uses it.',
      ),
    ]
  return [
    element('h2', { className: 'contents-heading' }, 'Earlier runs'),
    element('ol', { className: 'contents runs' }, ...runs.map(runItem)),
  ]
}

/** @param {ListedRun} run */
function runItem({ id, question, status, isUnderWay, tokens, startedAt }) {
  const state = status === 'running' && !isUnderWay ? 'interrupted' : STATES[status]
  const usage = tokens === null ? '' : plural(tokens, 'token')
  const started = startedAt.slice(0, 16).replace('T', ' ')
  const item = element(
    'li',
    {},
    element('a', { href: `#/solve?${new URLSearchParams({ run: id })}` }, question),
    element('span', { className: 'leader', 'aria-hidden': 'true' }),
    element('span', { className: 'year' }, [state, usage, started].filter(Boolean).join(' · ')),
  )
  item.dataset['status'] = status
  return item
}
