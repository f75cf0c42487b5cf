/** Lays out a run: its heading, a column for each candidate with a row for each stage, and parts about all candidates. */
import type { Evidence } from './api.d.ts'
import { element } from './dom.ts'
import type { AgentPlace, StartedRun } from './events.d.ts'
import { type AgentCard, createAgentCard } from './run-cards.ts'
import { columnName, isBeforeColumns, stageHeading } from './run-shape.ts'
import { createSourceLinks } from './source-links.ts'

// Longer questions are set in smaller type. Chosen by eye.
const LONG_CHARACTERS = 120

export type RunLayout = ReturnType<typeof createRunLayout>

export function createRunLayout(place: HTMLElement, run: StartedRun) {
  const cards: Map<string, AgentCard> = new Map()
  const columns: Map<number, HTMLElement> = new Map()
  const rows: Map<string, number> = new Map()
  const parts = createParts(place, run)
  const { candidates, beforeColumns, forAll } = parts
  const linkSources = (units: readonly Evidence[]) => createSourceLinks(units, run.corpus)

  function columnOf(candidate: number) {
    const known = columns.get(candidate)
    if (known !== undefined) return known
    const column = columnElement(run, candidate)
    columns.set(candidate, column)
    candidates.append(column)
    return column
  }

  /** Adds a card to the column of its candidate, and the row of its stage, which is the same in all columns. */
  function addCard(card: HTMLElement, { path, candidate }: AgentPlace) {
    const stage = path.split('/')[0] ?? ''
    if (candidate === null) return (isBeforeColumns(run.shape, stage) ? beforeColumns : forAll).append(card)
    // The first row contains the headings.
    const row = rows.get(stage) ?? rows.size + 2
    rows.set(stage, row)
    card.style.gridRow = String(row)
    columnOf(candidate).append(card)
    candidates.style.setProperty('--rows', String(rows.size + 1))
  }

  function cardOf(agent: AgentPlace) {
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

/** Creates the parts of a run in their order on the page. */
function createParts(place: HTMLElement, run: StartedRun) {
  const status = element('p.run-status', { role: 'status' }, 'Starting')
  const actions = element('p.run-actions')
  const answer = element('section.run-answer', { 'aria-label': 'Answer', hidden: true })
  const candidates = element('div.candidates', {
    role: 'region',
    'aria-label': `${run.shape.column ?? 'Candidate'}s`,
    tabIndex: 0,
  })
  const beforeColumns = element('div.for-all')
  const forAll = element('div.for-all')
  const tables = element('div.report-tables')
  const ledger = element('section.run-ledger', { 'aria-label': 'Model usage' })
  place.replaceChildren(
    ...(run.notice ? [element('p.notice', run.notice)] : []),
    element('h1', { className: run.question.length > LONG_CHARACTERS ? 'long' : '' }, run.question),
    element('p.locator', settingsLine(run)),
    element('div.run-bar', status, actions),
    answer,
    beforeColumns,
    candidates,
    forAll,
    tables,
    ledger,
  )
  return { status, actions, answer, beforeColumns, candidates, forAll, tables, ledger }
}

function columnElement({ shape }: StartedRun, candidate: number) {
  const name = columnName(shape, candidate)
  return element('section.candidate', { 'aria-label': name }, element('h2', name))
}

/** Returns the number of columns that is known before anything was written. */
function columnCount({ shape: { columnSetting }, settings }: StartedRun) {
  return columnSetting === null ? 0 : Number(settings[columnSetting] ?? 0)
}

function nameOf({ shape }: StartedRun, { path, candidate }: AgentPlace) {
  const heading = stageHeading(shape, path.split('/')[0] ?? '')
  return { heading, column: candidate === null ? null : columnName(shape, candidate) }
}

function settingsLine({ pattern, corpus, backend, settings, shape, budget }: StartedRun) {
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
