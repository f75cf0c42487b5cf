/** Shows a run as its pattern describes in the run's first event: labels of its stages, and tables of what it reports. */
import { element, headedTable } from './dom.ts'
import type { ReportEvent, RunShape } from './events.d.ts'

/** Returns the heading above the text of agents of a stage, such as `correct.1`. */
export function stageHeading(shape: RunShape, stage: string) {
  return labelsOf(shape, stage)?.heading ?? stage
}

/** Returns the text of the status line while a stage runs. */
export function stageStatus(shape: RunShape, stage: string) {
  return labelsOf(shape, stage)?.status ?? stage
}

/** Returns the labels of a stage; null if the pattern has none. Rounds are counted from 1. */
function labelsOf({ stages }: RunShape, stage: string) {
  const [name = '', round] = stage.split('.')
  const found = stages.find((one) => one.stage === name)
  if (found === undefined) return null
  if (round === undefined || found.inRound === undefined) return found
  const { heading, status } = found.inRound
  const number = String(Number(round) + 1)
  return { heading: heading.replace('{round}', number), status: status.replace('{round}', number) }
}

export function columnName({ column }: RunShape, candidate: number) {
  return `${column ?? 'Candidate'} ${candidate + 1}`
}

/** Returns whether a stage that works for the whole run precedes those with columns. */
export function isBeforeColumns({ stages }: RunShape, stage: string) {
  const [name] = stage.split('.')
  const at = stages.findIndex((one) => one.stage === name)
  return at >= 0 && at < stages.findIndex(({ isColumn }) => isColumn === true)
}

/**
 * Adds a row to the table of its kind, which is created with its first row; the tables in `place` have the order of the shape. False for a
 * kind without a table.
 */
export function addReportRow(place: HTMLElement, shape: RunShape, { type, data }: ReportEvent) {
  const order = shape.tables.findIndex(({ kind }) => kind === type)
  const table = shape.tables[order]
  if (table === undefined) return false
  const cells = table.columns.map(({ field, isPath = false }) =>
    element('td', isPath ? pathText(shape, String(data[field] ?? '')) : cellText(data[field])),
  )
  const row = element('tr', ...cells)
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

/** Returns `Work, 2` for the second agent of a stage that has several. */
function pathText(shape: RunShape, path: string) {
  const [stage = '', at = '0'] = path.split('/')
  const heading = stageHeading(shape, stage)
  const found = shape.stages.find((one) => one.stage === stage.split('.')[0])
  return found?.isColumn === true ? `${heading}, ${columnName(shape, Number(at)).toLowerCase()}` : heading
}

function reportTable({ kind, caption, columns }: RunShape['tables'][number], row: HTMLElement) {
  const labels = columns.map(({ label }) => label)
  const table = headedTable('table.report', labels, [row], element('caption', caption))
  table.dataset['kind'] = kind
  return element('div.report-frame', { tabIndex: 0, role: 'region', 'aria-label': caption }, table)
}

function cellText(value: unknown) {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
