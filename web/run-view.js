/** One run on the page, drawn from its events alone, so that a finished run looks like one that is watched. */
/** @import { Evidence, Ledgers, ListedRun } from './api.js' */
/** @import { InjectionEvent, RunEnd, RunEvent, RunFailure, Score, StartedRun, TurnEvent } from './events.js' */
/** @import { RunLayout } from './run-layout.js' */
import { agentText, withoutBox } from './agent-text.js'
import { markNotices } from './answer.js'
import { element, errorNotice, plural } from './dom.js'
import { ledgerTable, scoreCard } from './run-cards.js'
import { createRunLayout } from './run-layout.js'
import { addReportRow, columnName, stageHeading, stageStatus } from './run-shape.js'

/** @typedef {ListedRun['status']} RunStatus */
/** @typedef {Extract<RunEvent, { type: 'selection' }>['data']} Choice */

/** @type {Readonly<Record<RunStatus, string>>} */
const ENDINGS = {
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

/**
 * @param {HTMLElement} place
 * @param {(status: RunStatus | null) => HTMLElement[]} createActions makes the buttons for a status; null while the run is in progress
 */
export function createRunView(place, createActions) {
  /** @type {RunLayout | null} */
  let layout = null

  /** @param {StartedRun} run */
  function start(run) {
    delete place.dataset['status']
    layout = createRunLayout(place, run)
    layout.actions.append(...createActions(null))
  }

  return {
    /** @param {RunEvent} event */
    add(event) {
      if (event.type === 'run') return start(event.data)
      if (layout === null) return
      update(layout, event)
      if (event.type !== 'answer') return
      place.dataset['status'] = event.data.status
      layout.actions.replaceChildren(...createActions(event.data.status))
    },
  }
}

/**
 * @param {RunLayout} layout
 * @param {Exclude<RunEvent, { type: 'run' }>} event
 */
function update(layout, event) {
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

/**
 * @param {RunLayout} layout
 * @param {string} text
 */
function setStatus({ status }, text) {
  status.textContent = text
}

/**
 * @param {RunLayout} layout
 * @param {InjectionEvent} event
 */
function addInjection(layout, event) {
  layout.cardOf(event).add({ ...event, by: 'injection' })
}

/**
 * A question that was answered whole.
 * @param {RunLayout} layout
 * @param {TurnEvent} turn
 */
function addTurn(layout, { text, ...agent }) {
  const segments = [{ channel: /** @type {const} */ ('text'), by: /** @type {const} */ ('model'), text }]
  layout.cardOf(agent).end({ ...agent, segments, steps: 1, hasAnswer: null })
}

/**
 * @param {RunLayout} layout
 * @param {Score} score
 */
function addScore(layout, score) {
  const heading = stageHeading(layout.shape, score.path.split('/')[0] ?? '')
  layout.addCard(scoreCard(score, heading), score)
  setStatus(layout, `${columnName(layout.shape, score.candidate)} ${score.passes ? 'passed' : 'failed'}`)
}

/**
 * @param {RunLayout} layout
 * @param {RunFailure} failure
 */
function addFailure(layout, { path, candidate, ...failure }) {
  if (path !== undefined && candidate != null) layout.cardOf({ path, candidate }).fail(failure)
  else layout.candidates.before(errorNotice(failure))
}

/**
 * @param {RunLayout} layout
 * @param {Choice} choice
 */
function select(layout, { candidate, by = '', decided = '' }) {
  if (candidate === null) return
  const column = layout.columnOf(candidate)
  const reason = SELECTED_BY.get(by) ?? DECIDED.get(decided) ?? 'chosen'
  column.dataset['chosen'] = 'true'
  column.querySelector('h2')?.append(element('span', { className: 'chosen' }, reason))
}

/**
 * @param {RunLayout} layout
 * @param {Ledgers} ledgers
 */
function usage({ shape }, { byRole, byStage, total, steps }) {
  const stages = byStage.map((row) => ({ ...row, role: stageHeading(shape, row.role) }))
  return [
    ledgerTable('role', [...byRole, { ...total, role: 'total' }]),
    ledgerTable('stage', [...stages, { ...total, role: 'total' }]),
    ...(steps === 0 ? [] : [element('p', { className: 'help' }, plural(steps, 'agent step'))]),
  ]
}

/**
 * @param {RunLayout} layout
 * @param {RunEnd} end
 */
function end(layout, { status, answer, candidate, seconds, evidence, watch, ...marked }) {
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
    element('h2', {}, `${heading}${source}`),
    element('div', { className: 'written' }, text),
    ...markNotices(marked),
    ...evidenceList(evidence, layout),
  )
}

/**
 * @param {readonly Evidence[]} evidence
 * @param {RunLayout} layout
 */
function evidenceList(evidence, { linkSources }) {
  const units = [...new Map(evidence.map((unit) => [unit.unit, unit])).values()]
  return units.length === 0 ? [] : [element('h3', {}, 'Evidence injected'), linkSources(units)]
}
