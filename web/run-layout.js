/** The layout of a run: its heading, a column for each candidate with a row for each stage, and what concerns all candidates. */
/** @import { Evidence } from './api.js' */
/** @import { AgentPlace, StartedRun } from './events.js' */
/** @import { AgentCard } from './run-cards.js' */
import { element } from './dom.js'
import { createAgentCard } from './run-cards.js'
import { columnName, isBeforeColumns, stageHeading } from './run-shape.js'
import { createSourceLinks } from './source-links.js'

// Longer questions are set in smaller type. Chosen by eye.
const LONG_CHARACTERS = 120

/** @typedef {ReturnType<typeof createRunLayout>} RunLayout */

/**
 * @param {HTMLElement} place
 * @param {StartedRun} run
 */
export function createRunLayout(place, run) {
  /** @type {Map<string, AgentCard>} */
  const cards = new Map()
  /** @type {Map<number, HTMLElement>} */
  const columns = new Map()
  /** @type {Map<string, number>} */
  const rows = new Map()
  const parts = createParts(place, run)
  const { candidates, beforeColumns, forAll } = parts
  const linkSources = (/** @type {readonly Evidence[]} */ units) => createSourceLinks(units, run.corpus)

  /** @param {number} candidate */
  function columnOf(candidate) {
    const known = columns.get(candidate)
    if (known !== undefined) return known
    const column = columnElement(run, candidate)
    columns.set(candidate, column)
    candidates.append(column)
    return column
  }

  /**
   * In the column of its candidate, and in the row of its stage, which is the same in all columns.
   * @param {HTMLElement} card
   * @param {AgentPlace} agent
   */
  function addCard(card, { path, candidate }) {
    const stage = path.split('/')[0] ?? ''
    if (candidate === null) return (isBeforeColumns(run.shape, stage) ? beforeColumns : forAll).append(card)
    // The first row has the headings.
    const row = rows.get(stage) ?? rows.size + 2
    rows.set(stage, row)
    card.style.gridRow = String(row)
    columnOf(candidate).append(card)
    candidates.style.setProperty('--rows', String(rows.size + 1))
  }

  /** @param {AgentPlace} agent */
  function cardOf(agent) {
    const known = cards.get(agent.path)
    if (known !== undefined) return known
    const made = createAgentCard(nameOf(run, agent), linkSources)
    cards.set(agent.path, made)
    addCard(made.card, agent)
    return made
  }

  for (let at = 0; at < columnCount(run); at++) columnOf(at)
  return {
    ...parts,
    shape: run.shape,
    linkSources,
    columnOf,
    addCard,
    cardOf,
    cards: () => [...cards.values()],
  }
}

/**
 * What a run is shown in, in its order on the page.
 * @param {HTMLElement} place
 * @param {StartedRun} run
 */
function createParts(place, run) {
  const status = element('p', { className: 'run-status', role: 'status' }, 'Starting')
  const actions = element('p', { className: 'run-actions' })
  const answer = element('section', { className: 'run-answer', 'aria-label': 'Answer', hidden: true })
  const candidates = element('div', {
    className: 'candidates',
    role: 'region',
    'aria-label': `${run.shape.column ?? 'Candidate'}s`,
    tabIndex: 0,
  })
  const beforeColumns = element('div', { className: 'for-all' })
  const forAll = element('div', { className: 'for-all' })
  const tables = element('div', { className: 'report-tables' })
  const ledger = element('section', { className: 'run-ledger', 'aria-label': 'Model usage' })
  place.replaceChildren(
    ...(run.notice ? [element('p', { className: 'notice' }, run.notice)] : []),
    element('h1', { className: run.question.length > LONG_CHARACTERS ? 'long' : '' }, run.question),
    element('p', { className: 'locator' }, settingsLine(run)),
    element('div', { className: 'run-bar' }, status, actions),
    answer,
    beforeColumns,
    candidates,
    forAll,
    tables,
    ledger,
  )
  return { status, actions, answer, beforeColumns, candidates, forAll, tables, ledger }
}

/**
 * @param {StartedRun} run
 * @param {number} candidate
 */
function columnElement({ shape }, candidate) {
  const name = columnName(shape, candidate)
  return element('section', { className: 'candidate', 'aria-label': name }, element('h2', {}, name))
}

/**
 * Columns that are known before anything was written.
 * @param {StartedRun} run
 */
function columnCount({ shape: { columnSetting }, settings }) {
  return columnSetting === null ? 0 : Number(settings[columnSetting] ?? 0)
}

/**
 * @param {StartedRun} run
 * @param {AgentPlace} agent
 */
function nameOf({ shape }, { path, candidate }) {
  const heading = stageHeading(shape, path.split('/')[0] ?? '')
  return { heading, column: candidate === null ? null : columnName(shape, candidate) }
}

/** @param {StartedRun} run */
function settingsLine({ pattern, corpus, backend, settings, shape, budget }) {
  const limits = Object.entries(budget).map(([name, limit]) =>
    limit === null ? '' : `budget ${limit.toLocaleString('en')} ${name}`,
  )
  const parts = [
    pattern,
    ...shape.fields.map(({ setting, label, choices }) => {
      const value = settings[setting]
      const choice = choices.find((one) => one.value === value)
      return value === undefined ? '' : `${label.toLowerCase()} ${choice?.label.toLowerCase() ?? value}`
    }),
    `corpus ${corpus}`,
    `backend ${backend}`,
    ...limits,
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
