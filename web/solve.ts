/** The solve view: a form for a new run, one run with its progress, and the list of earlier runs. */
import type { ListedRun, Parts } from './api.d.ts'
import { get, Problem, post, streamEvents } from './api-client.ts'
import { chosenBackend, fillBackends } from './backend-select.ts'
import {
  actionButton,
  byId,
  createShowings,
  element,
  errorNotice,
  formById,
  onSubmit,
  plural,
  selectById,
  showLoaded,
} from './dom.ts'
import { openPatternForm, patternRequest } from './pattern-form.ts'
import { createRunView, type RunStatus } from './run-view.ts'

const LISTED_RUNS = 30
const NO_LIMIT = { tokens: null, cost: null, steps: null, seconds: null }
const STATES: Readonly<Record<RunStatus, string>> = {
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

const nextShowing = createShowings()

export function openSolve({
  onStart,
  corpusName,
}: {
  onStart: (parameters: { run: string }) => void
  corpusName: () => string
}) {
  const form = formById('solve-question')
  const question = questionField()
  const start = async (request: () => Promise<{ id: string }>) => {
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
  onSubmit('solve-question', async () => {
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
  addEventListener('hashchange', nextShowing)
}

function demonstrationBody(): Parts<'post', '/solve/demonstration'>['body'] {
  const { pattern } = patternRequest()
  return pattern === undefined ? {} : { pattern }
}

function questionField() {
  const field = byId('solve-q')
  if (field instanceof HTMLTextAreaElement) return field
  throw new Error('solve-q is not a textarea')
}

function readForm(corpus: string): Parts<'post', '/solve'>['body'] {
  const tokens = selectById('solve-budget').value
  return {
    question: questionField().value.trim(),
    corpus,
    backend: chosenBackend(selectById('solve-backend')),
    ...patternRequest(),
    ...(tokens === '' ? {} : { budget: { tokens: Number(tokens) } }),
  }
}

/** Shows the run that `parameters` name, or the list of earlier runs. */
export async function showSolve(parameters: URLSearchParams) {
  const signal = nextShowing()
  const run = parameters.get('run')
  formById('solve-question').hidden = run !== null
  if (run !== null) return await watchRun(run, signal)
  fillBackends(selectById('solve-backend'), selectById('solve-backend').value)
  await showLoaded(byId('solve-runs'), signal, async () => {
    await openPatternForm()
    return runList((await get('/runs', { query: { limit: LISTED_RUNS } }, { signal })).runs)
  })
}

/** Shows the run's events until it ends or the view is left. */
async function watchRun(id: string, signal: AbortSignal) {
  const place = element('div.run')
  const back = element('a.back', { href: '#/solve' }, 'Ask another question')
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

/** Creates the buttons for a run with this status, null while it is in progress. */
function runActions(id: string, status: RunStatus | null, signal: AbortSignal) {
  const resume = (body: Parts<'post', '/runs/{id}/resume'>['body']) => async () => {
    await post('/runs/{id}/resume', { path: { id }, body })
    if (!signal.aborted) await watchRun(id, signal)
  }
  const cancel = () => post('/runs/{id}/cancel', { path: { id } })
  if (status === null) return [actionButton('button', cancel, 'Stop')]
  if (status === 'done') return []
  if (status === 'budget')
    return [actionButton('button', resume({ budget: NO_LIMIT }), 'Continue without a limit')]
  if (status === 'failed') return [actionButton('button', resume({ again: true }), 'Retry failed calls')]
  return [actionButton('button', resume({}), 'Resume')]
}

function runList(runs: readonly ListedRun[]) {
  if (runs.length === 0)
    return [
      element(
        'p.empty',
        'One or several agents work on the question, with evidence from the papers if the pattern uses it.',
      ),
    ]
  return [element('h2.contents-heading', 'Earlier runs'), element('ol.contents.runs', ...runs.map(runItem))]
}

function runItem({ id, question, status, isUnderWay, tokens, startedAt }: ListedRun) {
  const state = status === 'running' && !isUnderWay ? 'interrupted' : STATES[status]
  const usage = tokens === null ? '' : plural(tokens, 'token')
  const started = startedAt.slice(0, 16).replace('T', ' ')
  const item = element(
    'li',
    element('a', { href: `#/solve?${new URLSearchParams({ run: id })}` }, question),
    element('span.leader', { 'aria-hidden': 'true' }),
    element('span.year', [state, usage, started].filter(Boolean).join(' · ')),
  )
  item.dataset['status'] = status
  return item
}
