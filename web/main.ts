/** Selects the view and the corpus. The view and its parameters are in the address: `#/ask?q=…`, `#/paper?id=…`, `#/gate`. */
import { openAddPapers } from './add-papers.ts'
import type { Answer } from './api.d.ts'
import { get } from './api-client.ts'
import { leaveAsk, openAsk, showAsk } from './ask.ts'
import { openCheck, showCheck } from './check.ts'
import { openCompare, showCompare } from './compare.ts'
import { openCorpora } from './corpora.ts'
import { byId, dialogById, element, plural, selectById } from './dom.ts'
import { showGate } from './gate.ts'
import { leaveGraph, openGraph, showGraph } from './graph.ts'
import { corporaOfKey, explainView, loadAccess, mayDo, openableView } from './key-access.ts'
import { goTo, noteLinks } from './own-address.ts'
import { showPaper } from './paper.ts'
import { openPaperTable, showPaperTable } from './paper-table.ts'
import { openSearch, showSearch } from './search.ts'
import { openSolve, showSolve } from './solve.ts'

const VIEWS = ['ask', 'search', 'paper', 'solve', 'graph', 'table', 'check', 'compare', 'gate', 'add']

function currentPlace() {
  const [view = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  const parameters = new URLSearchParams(query)
  if (VIEWS.includes(view)) return { view, parameters }
  // Older addresses of a search may name no view.
  return { view: parameters.has('q') ? 'search' : openableView('ask', view !== ''), parameters }
}

/** Views that show several corpora at once: `corpusName` is then `main,other`. */
const VIEWS_OF_SEVERAL = ['ask', 'search']

const corpusName = () => selectById('corpus').value

function currentCorpus() {
  return { name: corpusName(), isEmpty: selectById('corpus').dataset['empty'] === 'true' }
}

/** Loads what every view needs: the rights of the key, and the corpora. */
async function start() {
  for (const load of [loadAccess, () => showCorpora()]) await load().catch(showFailure)
}

/** Loads the corpora again, which another tab or process may have changed since they were shown. */
async function refreshCorpora() {
  await started
  await showCorpora().catch(showFailure)
}

function showFailure({ message }: Error) {
  byId('counts').textContent = message
}

async function navigate(view: string, parameters: Record<string, string>) {
  const hash = `#/${view}?${new URLSearchParams(parameters)}`
  if (hash === location.hash) {
    goTo(hash)
    await showCurrent()
  } else goTo(hash)
}

async function showCurrent() {
  await started
  const { view, parameters } = currentPlace()
  // Open if the person went back in the browser.
  dialogById('page-dialog').close()
  if (view !== 'ask') leaveAsk()
  if (view !== 'graph') leaveGraph()
  const isOpen = explainView(view)
  for (const name of VIEWS) byId(name).hidden = name !== view || !isOpen
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === `#/${view}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  const subject = parameters.get('q') ?? parameters.get('query') ?? parameters.get('name')
  document.title = subject ? `${subject} · Gloss` : 'Gloss'
  if (isOpen) await showView(view, parameters)
}

async function showView(view: string, parameters: URLSearchParams) {
  await chooseNamedCorpus(parameters)
  if (!VIEWS_OF_SEVERAL.includes(view) && corpusName().includes(',')) await showCorpora('')
  const corpus = currentCorpus()
  if (view === 'ask') await showAsk(parameters, corpus)
  if (view === 'paper') await showPaper(parameters, corpus)
  if (view === 'search') await showSearch(parameters, corpus)
  if (view === 'solve') await showSolve(parameters)
  if (view === 'graph') await showGraph(parameters, corpus)
  if (view === 'table') await showPaperTable(parameters, corpus)
  if (view === 'check') showCheck(corpus)
  if (view === 'compare') await showCompare(parameters, corpus)
  if (view === 'gate') await showGate(corpus, () => void showCorpora())
}

/** Chooses the corpus that a citation's address names. */
async function chooseNamedCorpus(parameters: URLSearchParams) {
  const select = selectById('corpus')
  const named = parameters.get('corpus')
  if (named === null || named === select.value) return
  if (![...select.options].some(({ value }) => value === named)) return
  select.value = named
  await showCorpora()
}

/** Fills the list of corpora, selects `named` (or the present choice) if it exists, and shows its counts. */
async function showCorpora(named?: string) {
  if (!mayDo('read')) {
    const choices = corporaOfKey().map((name) => element('option', { value: name }, name))
    selectById('corpus').replaceChildren(...choices)
    return
  }
  const { default: first, corpora } = await get('/corpora', {})
  // Read after the answer: of two concurrent calls the older may be answered last, and must not undo the choice.
  const wanted = named ?? corpusName()
  const names = corpora.length === 0 ? [first] : corpora.map(({ name }) => name)
  const whole = corpora.filter((corpus) => 'states' in corpus).map(({ name }) => name)
  const choices = names.map((name) => ({ value: name, text: name }))
  if (whole.length > 1) choices.push({ value: whole.join(','), text: 'All corpora' })
  const chosen = choices.some(({ value }) => value === wanted) ? wanted : first
  const options = choices.map(({ value, text }) =>
    element('option', { value, selected: value === chosen }, text),
  )
  const select = selectById('corpus')
  const isSame =
    options.map(({ value }) => value).join() === [...select.options].map(({ value }) => value).join()
  // An unchanged list stays, so that an open one keeps the option pointed at.
  if (isSame) select.value = chosen
  else select.replaceChildren(...options)
  select.dataset['empty'] = String(corpora.length === 0)
  const shown = corpora.find(({ name }) => name === corpusName())
  byId('counts').textContent = corpusName().includes(',') ? `${whole.length} corpora` : shownCounts(shown)
}

function shownCounts(corpus: Answer<'get', '/corpora'>['corpora'][number] | undefined) {
  if (corpus === undefined) return 'no papers yet'
  return 'states' in corpus ? countsLine(corpus) : `cannot be opened (${corpus.problem})`
}

function countsLine({ states, units, passages }: Answer<'get', '/corpora/{name}'>) {
  const kept = states['kept'] ?? 0
  const failed = sum(Object.entries(states).filter(([state]) => state.startsWith('failed')))
  const dropped = sum(Object.entries(states)) - kept - failed
  const papers = [plural(kept, 'paper'), `${dropped} dropped`, ...(failed > 0 ? [`${failed} failed`] : [])]
  return `${papers.join(', ')} · ${plural(units, 'unit')}, ${plural(passages, 'passage')}`
}

function sum(counts: [string, number][]) {
  return counts.reduce((total, [, count]) => total + count, 0)
}

noteLinks()
openAsk({ onAsk: (parameters) => navigate('ask', parameters) })
openSearch({ onAsk: (parameters) => navigate('search', parameters) })
openGraph({ onAsk: (parameters) => navigate('graph', parameters), corpusName })
openPaperTable({ onAsk: (parameters) => navigate('table', parameters) })
openCheck({ corpusName })
openCompare({ onAsk: (parameters) => navigate('compare', parameters) })
openSolve({ onStart: (parameters) => navigate('solve', parameters), corpusName })
openAddPapers({ corpusName, onChange: () => showCorpora() })
openCorpora({ corpusName, onChange: showCorpora })
selectById('corpus').addEventListener('change', async () => {
  await showCorpora()
  // A paper belongs to one corpus.
  if (currentPlace().view === 'paper') await navigate('ask', {})
  else await showCurrent()
})
addEventListener('hashchange', async () => {
  await showCurrent()
  await refreshCorpora()
})
addEventListener('focus', refreshCorpora)
document.addEventListener('visibilitychange', () => document.hidden || refreshCorpora())
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea')
  if (event.key !== '/' || isTyping) return
  event.preventDefault()
  const field = document.querySelector('section:not([hidden]) .query-field')
  if (field instanceof HTMLElement) field.focus()
})
const started = start()
await showCurrent()
