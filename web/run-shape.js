/** How the pattern of a run wants it shown: labels of its stages, and tables of what it reports. The shape comes with the run's first event. */
/** @import { ReportEvent, RunShape } from './events.js' */
import { element } from './dom.js'

/**
 * Above what the agents of a stage write, such as `correct.1`.
 * @param {RunShape} shape
 * @param {string} stage
 */
export function stageHeading(shape, stage) {
  return labelsOf(shape, stage)?.heading ?? stage
}

/**
 * What the status line says while a stage runs.
 * @param {RunShape} shape
 * @param {string} stage
 */
export function stageStatus(shape, stage) {
  return labelsOf(shape, stage)?.status ?? stage
}

/**
 * Null for a stage that the pattern has no words for. Rounds are counted from 1.
 * @param {RunShape} shape
 * @param {string} stage
 */
function labelsOf({ stages }, stage) {
  const [name = '', round] = stage.split('.')
  const found = stages.find((one) => one.stage === name)
  if (found === undefined) return null
  if (round === undefined || found.inRound === undefined) return found
  const { heading, status } = found.inRound
  const number = String(Number(round) + 1)
  return { heading: heading.replace('{round}', number), status: status.replace('{round}', number) }
}

/**
 * Adds a row to the table of its kind, which is made below `place` with its first row. False for a kind without a table.
 * @param {HTMLElement} place
 * @param {RunShape} shape
 * @param {ReportEvent} report
 */
export function addReportRow(place, { tables }, { type, data }) {
  const table = tables.find(({ kind }) => kind === type)
  if (table === undefined) return false
  const cells = table.columns.map(({ field }) => element('td', {}, cellText(data[field])))
  const row = element('tr', {}, ...cells)
  const body = place.querySelector(`table[data-kind="${CSS.escape(type)}"] tbody`)
  if (body === null) place.append(reportTable(table, row))
  else body.append(row)
  return true
}

/**
 * @param {RunShape['tables'][number]} table
 * @param {HTMLElement} row
 */
function reportTable({ kind, caption, columns }, row) {
  const head = columns.map(({ label }) => element('th', { scope: 'col' }, label))
  const table = element(
    'table',
    { className: 'ledger' },
    element('caption', {}, caption),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, row),
  )
  table.dataset['kind'] = kind
  return table
}

/** @param {unknown} value */
function cellText(value) {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
