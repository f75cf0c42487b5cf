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
 * @param {RunShape} shape
 * @param {number} candidate
 */
export function columnName({ column }, candidate) {
  return `${column ?? 'Candidate'} ${candidate + 1}`
}

/**
 * Whether a stage that works for the whole run comes before those with columns.
 * @param {RunShape} shape
 * @param {string} stage
 */
export function isBeforeColumns({ stages }, stage) {
  const [name] = stage.split('.')
  const at = stages.findIndex((one) => one.stage === name)
  return at >= 0 && at < stages.findIndex(({ isColumn }) => isColumn === true)
}

/**
 * Adds a row to the table of its kind, which is made with its first row; the tables stand in `place` in the order of the shape. False for a
 * kind without a table.
 * @param {HTMLElement} place
 * @param {RunShape} shape
 * @param {ReportEvent} report
 */
export function addReportRow(place, shape, { type, data }) {
  const order = shape.tables.findIndex(({ kind }) => kind === type)
  const table = shape.tables[order]
  if (table === undefined) return false
  const cells = table.columns.map(({ field, isPath = false }) =>
    element('td', {}, isPath ? pathText(shape, String(data[field] ?? '')) : cellText(data[field])),
  )
  const row = element('tr', {}, ...cells)
  const body = place.querySelector(`table[data-kind="${CSS.escape(type)}"] tbody`)
  if (body !== null) body.append(row)
  else {
    const made = reportTable(table, row)
    made.dataset['order'] = String(order)
    const next = [...place.children].find(
      (other) => other instanceof HTMLElement && Number(other.dataset['order']) > order,
    )
    place.insertBefore(made, next ?? null)
  }
  return true
}

/**
 * `Work, 2` for the second agent of a stage that has several.
 * @param {RunShape} shape
 * @param {string} path
 */
function pathText(shape, path) {
  const [stage = '', at = '0'] = path.split('/')
  const heading = stageHeading(shape, stage)
  const found = shape.stages.find((one) => one.stage === stage.split('.')[0])
  return found?.isColumn === true ? `${heading}, ${columnName(shape, Number(at)).toLowerCase()}` : heading
}

/**
 * @param {RunShape['tables'][number]} table
 * @param {HTMLElement} row
 */
function reportTable({ kind, caption, columns }, row) {
  const head = columns.map(({ label }) => element('th', { scope: 'col' }, label))
  const table = element(
    'table',
    { className: 'report' },
    element('caption', {}, caption),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, row),
  )
  table.dataset['kind'] = kind
  return element(
    'div',
    { className: 'report-frame', tabIndex: 0, role: 'region', 'aria-label': caption },
    table,
  )
}

/** @param {unknown} value */
function cellText(value) {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
