/** Shows one run, drawn only from its events, so that a finished run looks like one that is watched. */
import { agentText, withoutBox } from './agent-text.ts'
import { markNotices } from './answer.ts'
import type { Evidence, Ledgers, ListedRun } from './api.d.ts'
import { element, errorNotice, plural } from './dom.ts'
import type {
  InjectionEvent,
  RunEnd,
  RunEvent,
  RunFailure,
  Score,
  StartedRun,
  TurnEvent,
} from './events.d.ts'
import { ledgerTable, scoreCard } from './run-cards.ts'
import { createRunLayout, type RunLayout } from './run-layout.ts'
import { addReportRow, columnName, stageHeading, stageStatus } from './run-shape.ts'

export type RunStatus = ListedRun['status']
type Choice = Extract<RunEvent, { type: 'selection' }>['data']

const ENDINGS: Readonly<Record<RunStatus, string>> = {
  running: 'Interrupted: its process has exited',
  done: 'Done',
  budget: 'Budget used up; this is the best answer so far',
  failed: 'Failed',
  cancelled: 'Stopped',
}
const SELECTED_BY = new Map([
  ['ranker', 'chosen by the ranker'],
  ['repair', 'chosen by the ranker'],
  ['fallback', 'chosen by score'],
  ['alone', 'only candidate'],
])
const DECIDED = new Map([
  ['unanimous', 'chosen in every round'],
  ['adjudicated', 'chosen in the final adjudication'],
  ['single', 'the only response'],
])

/** Creates the view. `createActions` makes the buttons for a status, null while the run is in progress. */
export function createRunView(
  place: HTMLElement,
  createActions: (status: RunStatus | null) => HTMLElement[],
) {
  let layout: RunLayout | null = null

  function start(run: StartedRun) {
    delete place.dataset['status']
    layout = createRunLayout(place, run)
    layout.actions.append(...createActions(null))
  }

  return {
    add(event: RunEvent) {
      if (event.type === 'run') return start(event.data)
      if (layout === null) return
      update(layout, event)
      if (event.type !== 'answer') return
      place.dataset['status'] = event.data.status
      layout.actions.replaceChildren(...createActions(event.data.status))
    },
  }
}

function update(layout: RunLayout, event: Exclude<RunEvent, { type: 'run' }>) {
  switch (event.type) {
    case 'stage':
      return setStatus(layout, stageStatus(layout.shape, event.data.stage))
    case 'text':
      return layout.cardOf(event.data).add(event.data)
    case 'injection':
      return addInjection(layout, event.data)
    case 'agent':
      return layout.cardOf(event.data).end(event.data)
    case 'score':
      return addScore(layout, event.data)
    case 'turn':
      return addTurn(layout, event.data)
    case 'failure':
      return addFailure(layout, event.data)
    case 'selection':
      return select(layout, event.data)
    case 'ledger':
      return layout.ledger.replaceChildren(...usage(layout, event.data))
    case 'answer':
      return end(layout, event.data)
    default:
      addReportRow(layout.tables, layout.shape, event)
  }
}

function setStatus({ status }: RunLayout, text: string) {
  status.textContent = text
}

function addInjection(layout: RunLayout, event: InjectionEvent) {
  layout.cardOf(event).add({ ...event, by: 'injection' })
}

/** Adds a question with its whole answer. */
function addTurn(layout: RunLayout, { text, ...agent }: TurnEvent) {
  const segments = [{ channel: 'text' as const, by: 'model' as const, text }]
  layout.cardOf(agent).end({ ...agent, segments, steps: 1, hasAnswer: null })
}

function addScore(layout: RunLayout, score: Score) {
  const heading = stageHeading(layout.shape, score.path.split('/')[0] ?? '')
  layout.addCard(scoreCard(score, heading), score)
  setStatus(layout, `${columnName(layout.shape, score.candidate)} ${score.passes ? 'passed' : 'failed'}`)
}

function addFailure(layout: RunLayout, { path, candidate, ...failure }: RunFailure) {
  if (path !== undefined && candidate != null) layout.cardOf({ path, candidate }).fail(failure)
  else layout.candidates.before(errorNotice(failure))
}

function select(layout: RunLayout, { candidate, by = '', decided = '' }: Choice) {
  if (candidate === null) return
  const column = layout.columnOf(candidate)
  const reason = SELECTED_BY.get(by) ?? DECIDED.get(decided) ?? 'chosen'
  column.dataset['chosen'] = 'true'
  column.querySelector('h2')?.append(element('span.chosen', reason))
}

function usage({ shape }: RunLayout, { byRole, byStage, total, steps }: Ledgers) {
  const stages = byStage.map((row) => ({ ...row, role: stageHeading(shape, row.role) }))
  return [
    ledgerTable('role', [...byRole, { ...total, role: 'total' }]),
    ledgerTable('stage', [...stages, { ...total, role: 'total' }]),
    ...(steps === 0 ? [] : [element('p.help', plural(steps, 'agent step'))]),
  ]
}

function end(layout: RunLayout, { status, answer, candidate, seconds, evidence, watch, ...marked }: RunEnd) {
  for (const card of layout.cards()) card.stop()
  const duration = seconds > 0 ? `${seconds.toFixed(1)} s` : ''
  setStatus(layout, [ENDINGS[status], duration].filter(Boolean).join(', '))
  layout.answer.before(...(watch?.problems ?? []).map((message) => errorNotice({ message })))
  if (answer === null) return
  const text = agentText([{ channel: 'text', by: 'model', text: withoutBox(answer) }], layout.linkSources)
  const source = candidate === null ? '' : ` from ${columnName(layout.shape, candidate).toLowerCase()}`
  const heading = status === 'done' ? 'Answer' : 'Best answer so far'
  layout.answer.hidden = false
  layout.answer.replaceChildren(
    element('h2', `${heading}${source}`),
    element('div.written', text),
    ...markNotices(marked),
    ...evidenceList(evidence, layout),
  )
}

function evidenceList(evidence: readonly Evidence[], { linkSources }: RunLayout) {
  const units = [...new Map(evidence.map((unit) => [unit.unit, unit])).values()]
  return units.length === 0 ? [] : [element('h3', 'Evidence injected'), linkSources(units)]
}
